import { beforeEach, describe, expect, it } from 'vitest'
import { columnsInSight } from '../../../renderer/query/results/table/columns-in-sight.ts'
import { groupLines } from '../../../renderer/query/results/table/groups.ts'
import { boundsOf, selectedText, selectionFacts } from '../../../renderer/query/results/table/selection.ts'
import {
  changeTable,
  tableOf,
  tableStateOf,
  useTableStates,
} from '../../../renderer/query/results/table/table-state.ts'

const rows = [
  { a: 'x', n: 1 },
  { a: 'y', n: '2' },
  { a: 'x\ny\tz', n: null },
  { a: 'x', n: 4 },
]
const rowAt = (line: number) => rows[line]
const place = (row: number, column: number) => ({ row, column })

describe('a selection', () => {
  it('has the same bounds whichever corner it began at', () => {
    expect(boundsOf({ anchor: place(3, 0), focus: place(1, 1) })).toEqual({
      top: 1,
      bottom: 3,
      left: 0,
      right: 1,
    })
  })

  it('is copied as a spreadsheet takes it, and a single cell as it is', () => {
    expect(selectedText({ anchor: place(1, 1), focus: place(3, 0) }, ['a', 'n'], rowAt)).toBe(
      'y\t2\nx y z\t\nx\t4',
    )
    expect(selectedText({ anchor: place(2, 0), focus: place(2, 0) }, ['a', 'n'], rowAt)).toBe('x\ny\tz')
  })

  it('says how many cells it has and what their numbers add up to', () => {
    const facts = (anchor: [number, number], focus: [number, number]) =>
      selectionFacts({ anchor: place(...anchor), focus: place(...focus) }, ['a', 'n'], rowAt)
    expect(facts([0, 1], [3, 1])).toEqual({ cells: 4, sum: 7, mean: 7 / 3 })
    expect(facts([0, 0], [1, 0])).toEqual({ cells: 2, sum: undefined, mean: undefined })
    expect(facts([0, 0], [0, 0])).toBeUndefined()
  })
})

describe('groups', () => {
  it('are the largest first, and open ones show their rows', () => {
    expect(groupLines(rows, undefined, 'a', new Set(['x']))).toEqual([
      { kind: 'group', value: 'x', count: 2, open: true },
      { kind: 'row', row: 0 },
      { kind: 'row', row: 3 },
      { kind: 'group', value: 'y', count: 1, open: false },
      { kind: 'group', value: 'x\ny\tz', count: 1, open: false },
    ])
  })
  it('hold only the rows that pass, in their order', () => {
    expect(groupLines(rows, Uint32Array.of(3, 0), 'a', new Set(['x']))).toEqual([
      { kind: 'group', value: 'x', count: 2, open: true },
      { kind: 'row', row: 3 },
      { kind: 'row', row: 0 },
    ])
  })
})

it.each([
  ['all of a narrow table', 2, 0, { left: 0, width: 800 }, '0 1'],
  // 40 px of row numbers, then columns of 100 px each: 5,000 to 5,300 shows parts of the 49th to the 52nd.
  [
    'those in sight, and two more on either side',
    100,
    0,
    { left: 5000, width: 300 },
    '47 48 49 50 51 52 53 54',
  ],
  ['the pinned ones always', 100, 2, { left: 9000, width: 300 }, '0 1 87 88 89 90 91 92 93 94'],
  ['the pinned ones once', 100, 2, { left: 0, width: 300 }, '0 1 2 3 4'],
])('draws %s', (_what, count, pinned, view, drawn) => {
  const widths = Array.from({ length: count }, () => 100)
  expect(columnsInSight(widths, pinned, 40, view).join(' ')).toBe(drawn)
})

describe('the arrangement of a table', () => {
  beforeEach(() => useTableStates.setState({}, true))
  const state = (statement: string) => tableStateOf(useTableStates.getState(), tableOf('tab', statement))
  it('is of one statement: the next one has no filters, but the same columns', () => {
    changeTable(tableOf('tab', 'one'), { filters: [{ column: 'a', text: 'x' }], search: 'y', hidden: ['b'] })
    expect(state('one')).toMatchObject({ filters: [{}], search: 'y', hidden: ['b'] })
    expect(state('two')).toMatchObject({ filters: [], search: '', hidden: ['b'] })
  })
  it('is forgotten when the next statement gets one', () => {
    changeTable(tableOf('tab', 'one'), { search: 'y' })
    changeTable(tableOf('tab', 'two'), { search: 'z' })
    expect(state('one').search).toBe('')
    expect(Object.keys(useTableStates.getState())).toHaveLength(2)
  })
  it('of another tab stays', () => {
    changeTable(tableOf('other', 'one'), { search: 'y' })
    changeTable(tableOf('tab', 'two'), { search: 'z' })
    expect(tableStateOf(useTableStates.getState(), tableOf('other', 'one')).search).toBe('y')
  })
})

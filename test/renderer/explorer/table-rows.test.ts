import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import { rowSteps, type ElementRow } from '../../../renderer/explorer/table/element-rows.ts'
import { lineSteps, type Line, type Order } from '../../../renderer/explorer/table/element-table.tsx'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface, type SurfaceState } from '../../../renderer/explorer/view/surface.ts'
import { setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { graphOf } from './sample.ts'

const row = (key: string, label: string, kind: string, fields = 0): ElementRow => ({
  key,
  label,
  kind,
  domain: 'd',
  fields,
  out: 0,
  in: 0,
  change: '',
  missing: false,
  isLink: false,
  data: {},
})

const rows = [row('1', 'b', 'set', 10), row('2', 'a', 'link', 9), row('3', 'b', 'set', 9)]
const order = (column: Order['column'], descending = false): Order => ({ column, descending })
const said = (lines: readonly Line[]) =>
  lines.map((line) => (line.type === 'row' ? line.row.key : `${line.name} ${line.count}`))

describe('the lines of the table twin', () => {
  it.each([
    [order('label'), undefined, ['2', '1', '3']],
    [order('label', true), undefined, ['1', '3', '2']],
    [order('fields'), undefined, ['2', '3', '1']],
    [order('label'), 'kind', ['link 1', '2', 'set 2', '1', '3']],
    [order('fields', true), 'kind', ['link 1', '2', 'set 2', '1', '3']],
  ] as const)('sorted by %j, grouped by %s', (by, groupBy, expected) => {
    expect(said(atOnce(lineSteps(rows, by, groupBy)))).toEqual(expected)
  })

  it.each([
    [order('label'), undefined, ['3', '1', '2']],
    [order('label', true), undefined, ['1', '3', '2']],
    [order('label'), 'change', ['added 1', '1', 'removed 1', '3', ' 1', '2']],
  ] as const)(
    'in a comparison begin with what differs, sorted by %j, grouped by %s',
    (by, groupBy, expected) => {
      const compared: ElementRow[] = [
        { ...row('1', 'z', 'set'), change: 'added' },
        row('2', 'a', 'set'),
        { ...row('3', 'b → c', 'runs'), change: 'removed', isLink: true },
      ]
      expect(said(atOnce(lineSteps(compared, by, groupBy)))).toEqual(expected)
    },
  )

  it('sorts numbers in names as numbers', () => {
    const numbered = ['Element 10', 'Element 2', 'element 1', 'Element 11'].map((name) =>
      row(name, name, 'set'),
    )
    expect(said(atOnce(lineSteps(numbered, order('label'), undefined)))).toEqual([
      'element 1',
      'Element 2',
      'Element 10',
      'Element 11',
    ])
  })

  it('sorts names regardless of capitals', () => {
    const mixed = [row('1', 'catalog', 'set'), row('2', 'Checkout', 'set'), row('3', 'api', 'set')]
    expect(said(atOnce(lineSteps(mixed, order('label'), undefined)))).toEqual(['3', '1', '2'])
  })
})

describe('the rows of a comparison', () => {
  const graph = graphOf('a:1>a:2 a:2>b:1 b:1>a:1')
  const keys = (runtime: boolean, more: Partial<SurfaceState> = {}): string[] => {
    const surface = createSurface(runtime ? 'runtime' : 'model')
    setGraph(surface, graph)
    return atOnce(rowSteps({ ...surface.getState(), ...more })).flatMap(({ label, kind, change, isLink }) =>
      isLink ? [`${change}: ${label}, ${kind}`] : [],
    )
  }
  const comparison = {
    sentence: () => '',
    differences: new Map([
      ['0', 'removed'],
      ['2', 'added'],
      ['a/1/entity_set', 'changed'],
    ] as const),
    plain: graph,
    before: graph,
  }

  it('are also the links that came or went, of the topology by their type, of the model by their kind', () => {
    expect(keys(true, { comparison })).toEqual(['removed: 1 → 2, runs', 'added: 1 → 1, runs'])
    expect(keys(false, { comparison })).toEqual([
      'removed: 1 → 2, entity_set_link',
      'added: 1 → 1, entity_set_link',
    ])
  })

  it('are no links without a comparison, nor such whose ends are not shown', () => {
    expect(keys(true)).toEqual([])
    const view = { ...initialView, hidden: new Set(['a/2/entity_set']) }
    expect(keys(true, { comparison, projection: project(graph, view) })).toEqual(['added: 1 → 1, runs'])
  })
})

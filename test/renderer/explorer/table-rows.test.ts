import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../renderer/app/slices.ts'
import {
  lineSteps,
  type ElementRow,
  type Line,
  type Order,
} from '../../../renderer/explorer/table/element-table.tsx'

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

  it('sorts names regardless of capitals', () => {
    const mixed = [row('1', 'catalog', 'set'), row('2', 'Checkout', 'set'), row('3', 'api', 'set')]
    expect(said(atOnce(lineSteps(mixed, order('label'), undefined)))).toEqual(['3', '1', '2'])
  })
})

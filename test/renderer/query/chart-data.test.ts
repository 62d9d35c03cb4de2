import { describe, expect, it } from 'vitest'
import {
  chartData,
  MAX_BARS,
  MAX_SLICES,
  scaleOf,
  suggestSpec,
} from '../../../renderer/query/results/chart/chart-data.ts'
import { entitiesOfLabels } from '../../../renderer/query/results/chart/chart-names.ts'
import { ticks } from '../../../renderer/ui/ticks.ts'

const rows = [
  { owner: 'a', size: 2, at: '2024-06-01T00:00:00Z' },
  { owner: 'b', size: '5', at: '2024-06-03T00:00:00Z' },
  { owner: 'a', size: 3, at: '2024-06-02T00:00:00Z' },
  { owner: 'b', size: null, at: '' },
]

describe('charts', () => {
  it.each([
    ['size', 'number'],
    ['owner', 'category'],
    ['at', 'time'],
    ['nothing', 'category'],
  ])('%s is read as %s', (column, scale) => {
    expect(scaleOf(rows, column)).toBe(scale)
  })

  it('knows the entities that its labels are keys of', () => {
    const [key, other] = ['1', '2'].map((digit) => `apm/apm.service/${digit.repeat(32)}`)
    const found = entitiesOfLabels(
      { rows: [{ dest: key }, { dest: other }, { dest: 'a text' }] },
      'dest',
      new Set([key, 'a text']) as Set<string>,
    )
    expect([...found].map(([label, entity]) => [label, entity.key])).toEqual([[key, key]])
  })

  it('takes ids for names', () => {
    expect(scaleOf([{ id: '00000000000000000000000000000101' }], 'id')).toBe('category')
  })

  it.each([
    ['p95_ms', 'average'],
    ['p99', 'average'],
    ['avg_load', 'average'],
    ['requests', 'sum'],
    ['mspeed', 'sum'],
  ])('puts values of %s together at first by their %s', (column, aggregate) => {
    expect(suggestSpec(['name', column], [{ name: 'a', [column]: 1 }])).toMatchObject({
      y: column,
      aggregate,
    })
  })

  it.each([
    [
      'count',
      [
        ['a', 2],
        ['b', 2],
      ],
    ],
    [
      'sum',
      [
        ['a', 5],
        ['b', 5],
      ],
    ],
    [
      'average',
      [
        ['b', 5],
        ['a', 2.5],
      ],
    ],
    [
      'least',
      [
        ['b', 5],
        ['a', 2],
      ],
    ],
    [
      'greatest',
      [
        ['b', 5],
        ['a', 3],
      ],
    ],
  ] as const)('bars of %s', (aggregate, expected) => {
    const { points } = chartData(rows, { kind: 'bar', x: 'owner', y: 'size', aggregate })
    expect(points.map(({ label, y }) => [label, y])).toEqual(expected)
  })

  it('draws a line along time and says what it left out', () => {
    const data = chartData(rows, { kind: 'line', x: 'at', y: 'size', aggregate: 'sum' })
    expect(data.points.map(({ y }) => y)).toEqual([2, 3, 5])
    expect(data).toMatchObject({ scale: 'time', skipped: 1, total: 3 })
  })

  it('caps bars and gathers small slices', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `n${index}`, size: index + 1 }))
    const bars = chartData(many, { kind: 'bar', x: 'name', y: 'size', aggregate: 'sum' })
    expect([bars.points.length, bars.total]).toEqual([MAX_BARS, 100])
    const pie = chartData(many, { kind: 'pie', x: 'name', y: 'size', aggregate: 'sum' })
    expect(pie.points).toHaveLength(MAX_SLICES)
    expect(pie.points.reduce((sum, { y }) => sum + y, 0)).toBe(5050)
  })

  it.each([
    [['at', 'size'], { kind: 'line', x: 'at', y: 'size' }],
    [['owner', 'size'], { kind: 'bar', x: 'owner', y: 'size' }],
    [['owner'], { kind: 'bar', x: 'owner', y: '', aggregate: 'count' }],
  ])('of %s is suggested as %o', (columns, expected) => {
    expect(suggestSpec(columns, rows)).toMatchObject(expected)
  })

  it('names a few rows by what each has of its own, and adds nothing up that differs', () => {
    const few = ['a', 'b', 'c'].map((name) => ({ status: 'degraded', name, p95: 3 }))
    expect(suggestSpec(['status', 'name', 'p95'], few)).toMatchObject({ kind: 'bar', x: 'name', y: 'p95' })
    expect(suggestSpec(['status', 'name'], few)).toMatchObject({ x: 'name', y: '', aggregate: 'count' })
    const many = Array.from({ length: 100 }, (_, n) => ({ name: `n${n}`, status: `s${n % 2}`, p95: 1 }))
    expect(suggestSpec(['name', 'status', 'p95'], many)).toMatchObject({ x: 'status', y: 'p95' })
  })

  it.each([
    ['a text beside objects', { n: { a: 1 }, team: 'x' }, 'team'],
    [
      'an entity beside a relation',
      { r: { __relation_type__: 'calls' }, dest: `apm/apm.service/${'1'.repeat(32)}` },
      'dest',
    ],
    ['an object if there is nothing else', { r: { __relation_type__: 'calls' } }, 'r'],
  ])('label with %s', (_, row, x) => {
    expect(suggestSpec(Object.keys(row), [row]).x).toBe(x)
  })

  it.each([
    [0, 10, [0, 2, 4, 6, 8, 10]],
    [-1, 1, [-1, -0.5, 0, 0.5, 1]],
    [3, 3, [3]],
  ])('ticks from %d to %d', (least, greatest, expected) => {
    expect(ticks(least, greatest)).toEqual(expected)
  })

  it.each([
    [0, Number.MIN_VALUE],
    [-1.6e308, 1.6e308],
    [1e16, 1e16 + 2],
    [Number.MIN_VALUE, 3 * Number.MIN_VALUE],
  ])('ticks from %d to %d come to an end', (least, greatest) => {
    expect(ticks(least, greatest).length).toBeLessThan(13)
  })
})

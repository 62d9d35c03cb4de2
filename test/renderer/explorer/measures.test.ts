import { describe, expect, it } from 'vitest'
import { METHOD_COLUMNS } from '#shared/spl/service/callables.ts'
import {
  entityTable,
  errorsQuery,
  metricsQuery,
  readDataSets,
} from '../../../renderer/explorer/measures/data-sets.ts'
import { narrowed } from '../../../renderer/explorer/measures/measure-store.ts'
import { measuredSpan } from '../../../renderer/explorer/measures/span.ts'
import { EVER } from '../../../renderer/explorer/topology/time-range.ts'

const row = (cells: Record<string, unknown>) => ({
  values: METHOD_COLUMNS.list_data_set.map((column) =>
    typeof cells[column] === 'string' ? cells[column] : JSON.stringify(cells[column] ?? {}),
  ),
})
const answer = (...rows: ReturnType<typeof row>[]) => [
  { responseType: 2, query: '', header: METHOD_COLUMNS.list_data_set, data: rows },
]
const metricSet = row({
  type: 'metric_set',
  domain: 'shop',
  name: 'shop.metric',
  fields: [{ name: 'latency', display_name: { en_us: 'Latency' }, unit: 'ms' }, { name: 'cpu' }],
  data_set_detail: { spec: { metrics: [{ name: 'latency', golden_metric: true }, { name: 'cpu' }] } },
})
const logSet = row({
  type: 'log_set',
  domain: 'shop',
  name: 'shop.log',
  fields: [{ name: 'message' }, { name: 'Severity' }],
})

describe('the data sets of an entity', () => {
  it('says which metrics are golden, and where a log has its level', () => {
    const [metrics, logs] = readDataSets(answer(metricSet, logSet, row({ type: 'trace_set' })))
    expect(metrics?.metrics).toEqual([
      { name: 'latency', title: 'Latency', unit: 'ms', golden: true },
      { name: 'cpu', title: 'cpu', unit: '', golden: false },
    ])
    expect(logs).toMatchObject({ title: 'shop.log', metrics: [], level: 'Severity' })
  })

  it.each([
    [[]],
    [[{ responseType: 1 }]],
    [answer({ values: ['metric_set'] })],
    [answer(row({ type: 'metric_set', fields: 'none', data_set_detail: '{' }))],
  ])('takes whatever a server answers: %j', (rows) => {
    for (const { metrics } of readDataSets(rows)) expect(metrics).toEqual([])
  })

  it('asks for what is meant, quotes in names included', () => {
    const [metrics, logs] = readDataSets(answer(metricSet, logSet))
    expect(metrics && metricsQuery("shop/shop.service/it's", metrics, 'latency')).toBe(
      ".entity_set with(domain='shop', name='shop.service', ids=['it\\'s'])\n| entity-call get_metrics('shop', 'shop.metric', 'latency')",
    )
    expect(logs && errorsQuery('shop/shop.service/a', logs)).toContain('Severity in ("ERROR", "error"')
    expect(logs && errorsQuery('shop/shop.service/a', { ...logs, level: undefined })).toMatch(
      /get_logs\('shop', 'shop.log'\)$/,
    )
  })
})

describe('entities that links are filtered by', () => {
  it('have all fields of any of them, as texts', () => {
    expect(entityTable([{ tier: 1, tags: ['a'] }, undefined, { region: 'eu', tags: null }])).toEqual({
      header: ['tier', 'tags', 'region'],
      data: [
        ['1', '["a"]', ''],
        ['', '', 'eu'],
      ],
    })
  })

  it('are none where nothing is known of them', () => expect(entityTable([undefined])).toBe(undefined))
})

describe('a plan that asks for less', () => {
  const plan = { query: { queries: [{ name: 'a' }, { name: 'b' }], body: { size: 100, query: {} } } }

  it('keeps the metrics and the size that are wanted, and everything else', () => {
    expect(narrowed(plan, { metrics: new Set(['b']) })).toEqual({
      query: { queries: [{ name: 'b' }], body: { size: 100, query: {} } },
    })
    expect(narrowed(plan, { size: 3 })).toMatchObject({ query: { body: { size: 3, query: {} } } })
    expect(narrowed('no plan', { size: 3 })).toBe('no plan')
  })
})

describe('the time that is measured', () => {
  const NOW = 1_700_000_000
  const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

  it.each([
    ['the last hour', undefined, undefined, [NOW - 3600, NOW]],
    ['the hour before a moment', NOW - 9000, undefined, [NOW - 12_600, NOW - 9000]],
    ['the time range', undefined, { from: iso(NOW - 500), to: iso(NOW - 100) }, [NOW - 500, NOW - 100]],
    ['a moment before the time range', NOW - 9, { from: iso(NOW - 500) }, [NOW - 3609, NOW - 9]],
    ['until now where it is open', undefined, { from: iso(NOW - 500) }, [NOW - 500, NOW]],
    [
      'the hour before its end where it has no beginning',
      undefined,
      { to: iso(NOW - 50) },
      [NOW - 3650, NOW - 50],
    ],
    ['no future', undefined, { from: iso(NOW - 5), to: iso(NOW + 999) }, [NOW - 5, NOW]],
    ['not everything since 1970', undefined, EVER, [NOW - 3600, NOW]],
  ])('is %s', (_, moment, range, [from, to]) => {
    expect(measuredSpan(moment, range, NOW)).toEqual({ from, to })
  })
})

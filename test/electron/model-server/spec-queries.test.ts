import { beforeAll, describe, expect, it } from 'vitest'
import { type JsonObject, textOf } from '#shared/model/json.ts'
import { type TestServer, testServer } from './server.ts'

const CHECKOUT = '10000000000000000000000000000101'
const NODE = `[(:"devops@devops.service" {__entity_id__: '${CHECKOUT}'})]`
const SET = `.entity_set with(domain='devops', name='devops.service', ids=['${CHECKOUT}'])`

/** The rows of an envelope's raw table. */
function cellsOf(row: JsonObject | undefined): { readonly values: readonly string[] }[] {
  return (row ?? {})['data'] as unknown as { values: string[] }[]
}

describe('the queries of spec 7.3 on the quickstart', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ sample: 'quickstart' })
  })

  it('1: entity sets in key order', async () => {
    const rows = await server.rows(
      ".model with(kind='entity_set') | project domain,name,kind | sort domain,name | limit 20",
    )
    expect(rows).toHaveLength(20)
    const names = rows.map((row) => textOf(row['name']))
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('2: the checkout service by text', async () => {
    const rows = await server.rows(
      ".entity with(domain='devops', name='devops.service', query='checkout') | project __entity_id__,display_name,status,owner | limit 10",
    )
    expect(rows).toEqual([
      { __entity_id__: CHECKOUT, display_name: 'checkout-service', status: 'degraded', owner: 'storefront' },
    ])
  })

  it('3: direct relations touch the seed', async () => {
    const rows = await server.rows(
      `.topo | graph-call getDirectRelations(${NODE}) | project src,relation,dest | limit 20`,
    )
    expect(rows.length).toBeGreaterThan(8)
    for (const row of rows) expect(`${textOf(row['src'])} ${textOf(row['dest'])}`).toContain(CHECKOUT)
  })

  it('4: the workload edge', async () => {
    const rows = await server.rows(
      `.topo | graph-call getNeighborNodes('full', 1, ${NODE}) | where __relation_type__ = 'runs'`,
    )
    expect(rows.map((row) => row['dest'])).toEqual(['k8s/k8s.workload/20000000000000000000000000000201'])
    const filtered = await server.rows(
      `.topo | graph-call getNeighborNodes('full', 1, ${NODE}) | with(__relation_type__='runs')`,
    )
    expect(filtered).toEqual(rows)
  })

  it('5: twenty triples by Cypher', async () => {
    const rows = await server.rows(
      '.topo | graph-call cypher(`MATCH (src)-[r]->(dest) RETURN properties(src) AS src, properties(r) AS relation, properties(dest) AS dest LIMIT 20`)',
    )
    expect(rows).toHaveLength(20)
    expect(Object.keys(rows[0] ?? {})).toEqual(['src', 'relation', 'dest'])
  })

  it('6: the method table', async () => {
    const [row] = await server.rows(`${SET} | entity-call __list_method__()`)
    expect(row).toMatchObject({ responseType: 2, query: '' })
    const names = cellsOf(row).map(({ values }) => values[0])
    expect(names).toEqual([
      '__list_method__',
      'list_data_set',
      'get_logs',
      'get_metrics',
      'list_skills',
      'list_knowledge',
    ])
  })

  it('7: data sets with 13 columns of text', async () => {
    const [row] = await server.rows(
      `${SET} | entity-call list_data_set(['metric_set','log_set','event_set'], true)`,
    )
    expect(row?.['header']).toHaveLength(13)
    const values = cellsOf(row).map((item) => item.values)
    expect(values.map(([id]) => id)).toEqual([
      'devops@event_set@devops.event.service',
      'devops@log_set@devops.log.service',
      'devops@metric_set@devops.metric.service',
    ])
    expect(values.flat().every((cell) => typeof cell === 'string')).toBe(true)
  })

  it('8: a log plan for Elasticsearch', async () => {
    const [row] = await server.rows(
      `${SET} | entity-call get_logs('devops', 'devops.log.service', query='level = "ERROR"')`,
    )
    expect(row).toMatchObject({ responseType: 1, header: [], data: [] })
    expect(JSON.parse(textOf(row?.['query']))).toMatchObject({
      mode: 'plan',
      version: 'v1',
      operation: 'get_logs',
      next_action: 'execute_query',
      params_echo: { domain: 'devops', name: 'devops.log.service', query: 'level = "ERROR"' },
      query: {
        dialect: 'elasticsearch_dsl',
        index: 'services-*',
        body: {
          size: 100,
          query: {
            bool: { filter: [{ term: { 'service.uid': CHECKOUT } }, { term: { 'log.level': 'ERROR' } }] },
          },
          sort: [{ '@timestamp': { order: 'desc' } }],
        },
      },
    })
  })

  it('9: a metric plan for Prometheus with the id bound', async () => {
    const [row] = await server.rows(
      `${SET} | entity-call get_metrics('devops', 'devops.metric.service', 'request_count', step='30s')`,
    )
    expect(JSON.parse(textOf(row?.['query']))).toMatchObject({
      operation: 'get_metrics',
      query: {
        dialect: 'prometheus_promql',
        api_prefix: '/api/v1',
        query_type: 'range',
        step: '30s',
        metrics: ['request_count'],
        queries: [{ promql: `sum(rate(http_requests_total{service_uid="${CHECKOUT}"}[1m])) by (service)` }],
        label_matchers: [{ label: 'service_uid', operator: '=', value: CHECKOUT }],
      },
    })
  })

  it('10: fused search with scores', async () => {
    const rows = await server.rows(
      ".entity with(domain='apm', name='apm.service', query='checkout failure', mode='hyper', topk=20, hybrid_k=60)",
    )
    expect(rows[0]).toMatchObject({ display_name: 'checkout-api', __score__: expect.any(Number) as number })
    const scores = rows.map((row) => Number(row['__score__']))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it('11: runbook knowledge', async () => {
    const rows = await server.rows(
      ".runbook_set with(domain='apm', type='knowledge', query='how to mitigate slow request', mode='hyper', topk=5)",
    )
    expect(rows[0]).toMatchObject({
      __type__: 'knowledge',
      name: 'apm.service.latency',
      spec: { name: 'mitigate-slow-requests' },
    })
  })

  it('every example of query_spl_examples runs and finds something', async () => {
    const content = await server.tool('query_spl_examples')
    for (const query of content['output'] as readonly string[]) {
      expect((await server.rows(query)).length, query).toBeGreaterThan(0)
    }
  })

  it('the sample has the size that the issue asks for', async () => {
    const elements = await server.rows('.model', { limit: 1000 })
    const count = (kind: string): number => elements.filter((row) => row['kind'] === kind).length
    expect(count('entity_set')).toBeGreaterThanOrEqual(35)
    expect(count('entity_set_link')).toBeGreaterThanOrEqual(40)
    for (const kind of [
      'metric_set',
      'log_set',
      'event_set',
      'trace_set',
      'storage_link',
      'data_link',
      'runbook_set',
    ]) {
      expect(count(kind), kind).toBeGreaterThan(0)
    }
    expect((await server.rows('.entity', { limit: 1000 })).length).toBeGreaterThanOrEqual(150)
    expect((await server.rows('.topo', { limit: 1000 })).length).toBeGreaterThanOrEqual(200)
  })
})

describe('the queries of spec 7.3 on the incident', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ sample: 'incident' })
  })

  it.each([
    [
      "12: .entity with(domain='platform', name='platform.service', query='degraded') | project display_name, status, owner, sla_tier",
      [
        {
          display_name: 'payment-gateway',
          status: 'degraded',
          owner: 'payments-backend',
          sla_tier: 'platinum',
        },
      ],
    ],
    [
      "14: .entity with(domain='business', name='business.promotion', query='active') | project display_name, traffic_multiplier, expected_peak_qps, actual_peak_qps",
      [
        {
          display_name: '618 Flash Sale',
          traffic_multiplier: '3.5',
          expected_peak_qps: '12000',
          actual_peak_qps: '38000',
        },
      ],
    ],
  ])('%s', async (numbered, expected) => {
    expect(await server.rows(numbered.slice(4))).toEqual(expected)
  })

  it('13: the deployment that looks guilty', async () => {
    const rows = await server.rows(
      ".entity with(domain='platform', name='platform.deployment', query='payment') | project display_name, change_summary, deployed_at",
    )
    expect(rows).toEqual([
      {
        display_name: 'payment-gw v3.2.1',
        change_summary: 'Writes log lines as JSON; no change to the way payments run',
        deployed_at: '2024-06-18T08:30:00Z',
      },
    ])
  })

  it('15: the runbook with its three observations', async () => {
    const [row] = await server.rows(".model with(kind='runbook_set', name='platform.service.ops')")
    expect(row?.['spec']).toMatchObject({ observations: { length: 3 } })
  })

  it.each([
    ['svc-pay-gw', '63718b78868895d2590551b27ec6f51c', 'platform.service'],
    ['svc-checkout', '149632df43354373835df2717cb8fb19', 'platform.service'],
    ['cfg-checkout-retry', '332fd4bfc8b4d8416468239397e29e9e', 'platform.config_change'],
    ['inc-0042', 'c9dfa7aec6482d9e9f3784b67b941e15', 'platform.incident'],
    ['promo-618-flash', '2075b0b4bd066a9ce610624bd5c3389e', 'business.promotion'],
  ])('%s keeps its id', async (_name, id, type) => {
    expect(await server.rows(`.entity with(name='${type}', ids=['${id}'])`)).toHaveLength(1)
  })
})

/** Queries and recorded results of other graph-model services: they give the same rows here (docs/spl.md). */
import { beforeAll, describe, expect, it } from 'vitest'
import { type JsonObject, textOf } from '#shared/model/json.ts'
import {
  type Matcher,
  promMatchers,
  promql,
} from '../../../electron/model-server/query/entity-call/storage/promql.ts'
import { type TestServer, testServer } from './server.ts'

const CHECKOUT = '10000000000000000000000000000101'
const NODE = `[(:"devops@devops.service" {__entity_id__: '${CHECKOUT}'})]`
const SET = `.entity_set with(domain='devops', name='devops.service', ids=['${CHECKOUT}'])`
const METRICS = "entity-call get_metrics('devops', 'devops.metric.service', 'request_count'"

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sample: 'quickstart' })
})

const output = async (query: string, args: JsonObject = {}): Promise<JsonObject> => {
  const content = await server.tool('query_spl_execute', { query, ...args })
  expect(content['ok'], JSON.stringify(content)).toBe(true)
  return content['output'] as JsonObject
}

const plan = async (query: string, args: JsonObject = {}): Promise<JsonObject> => {
  const [row] = await server.rows(query, args)
  return JSON.parse(textOf(row?.['query'])) as JsonObject
}

describe('relations', () => {
  it.each([
    '.topo with(src=$key)',
    `.topo | graph-call getDirectRelations(${NODE})`,
    `.topo | graph-call getNeighborNodes('full', 1, ${NODE})`,
  ])('%s: relation is the type, the key is there for who asks', async (query) => {
    const parameters = { key: `devops/devops.service/${CHECKOUT}` }
    const rows = await server.rows(`${query} | where __relation_type__ = 'runs'`, { parameters })
    expect(rows).toMatchObject([{ relation: 'runs', __relation_type__: 'runs' }])
    const [{ src, dest } = {}] = rows
    expect(
      await server.rows(`${query} | where relation = runs | project __relation_key__`, { parameters }),
    ).toEqual([{ __relation_key__: `${textOf(src)}/runs/${textOf(dest)}` }])
  })

  it.each(["pairs=[('src','dest'), ('a','b')]", "colour='red'"])(
    'a key that a source does not know never restricts: %s',
    async (pair) => {
      for (const query of ['.entity', '.topo', '.model']) {
        expect(await server.rows(`${query} with(${pair}) | limit 3`)).toHaveLength(3)
      }
      expect(
        (await server.rows(`.topo with(${pair}) | graph-call getDirectRelations(${NODE})`)).length,
      ).toBeGreaterThan(3)
    },
  )
})

describe('PromQL over several entities', () => {
  const several: Matcher = { label: 'service_id', operator: '=~', value: 'svc\\.1|svc-2' }
  const one: Matcher = { label: 'region', operator: '=', value: 'eu.1' }
  it.each([
    ['up{}', 'up{service_id=~"svc\\\\.1|svc-2",region="eu.1"}'],
    ['up{service_id="$service_id"}', 'up{region="eu.1",service_id=~"svc\\\\.1|svc-2"}'],
    ["up{service_id=~'$service_id', region='$region'}", 'up{service_id=~"svc\\\\.1|svc-2", region="eu.1"}'],
    ['up{svc!="$service_id"}', 'up{region="eu.1",svc!~"svc\\\\.1|svc-2"}'],
    ['up{pod="a.b-$service_id-x"}', 'up{region="eu.1",pod=~"a\\\\.b-(?:svc\\\\.1|svc-2)-x"}'],
    ['up{zone=~"$region.*"}', 'up{service_id=~"svc\\\\.1|svc-2",zone=~"eu\\\\.1.*"}'],
    ['sum by ($group) (up{region="us"})', 'sum by ($group) (up{service_id=~"svc\\\\.1|svc-2",region="us"})'],
    ['up{note="}"}', 'up{service_id=~"svc\\\\.1|svc-2",region="eu.1",note="}"}'],
    ['up', 'up'],
  ])('%s', (generator, expected) => {
    expect(promql(generator, [several, one])).toBe(expected)
  })

  it('a value that looks like a placeholder stays what it is', () => {
    const strange: Matcher = { label: 'a', operator: '=', value: '$region' }
    expect(promql('up{a="$a"}', [strange, one])).toBe('up{region="eu.1",a="$region"}')
  })

  it('is an exact matcher where all entities agree', () => {
    const rows = [
      { service_id: 'svc-1', env: 'prod' },
      { service_id: 'svc-2', env: 'prod' },
    ]
    expect(promMatchers({ ids: undefined, entityRows: rows, filters: [] }).matchers).toEqual([
      { label: 'env', operator: '=', value: 'prod' },
      { label: 'service_id', operator: '=~', value: 'svc-1|svc-2' },
    ])
  })
})

describe('plans', () => {
  it('take and repeat arguments with their types', async () => {
    const found = await plan(
      `${SET} | ${METRICS}, aggregate=false, step='', storage_domain='alt', storage_name='primary', storage_kind='prometheus')`,
    )
    expect(found['params_echo']).toEqual({
      domain: 'devops',
      name: 'devops.metric.service',
      metric: 'request_count',
      aggregate: false,
      storage_domain: 'alt',
      storage_name: 'primary',
      storage_kind: 'prometheus',
    })
    expect(found['query']).not.toHaveProperty('aggregate')
  })

  it('repeat no argument that is null', async () => {
    const found = await plan(`${SET} | ${METRICS}, step=$none, aggregate=$off)`, {
      parameters: { none: null, off: false },
    })
    expect(found['params_echo']).toEqual({
      domain: 'devops',
      name: 'devops.metric.service',
      metric: 'request_count',
      aggregate: false,
    })
  })

  it('match any of several entities, whatever is in their values', async () => {
    const several = SET.replace(`'${CHECKOUT}'`, `'${CHECKOUT}', 'svc.2'`)
    const { query } = await plan(`${several} | ${METRICS})`)
    expect(query).toMatchObject({
      queries: [
        {
          promql: `sum(rate(http_requests_total{service_uid=~"${CHECKOUT}|svc\\\\.2"}[1m])) by (service)`,
        },
      ],
    })
  })

  it.each(['environment > 5', 'a > 5'])(
    'leave a filter that PromQL cannot express unchanged: %s',
    async (filter) => {
      const asked = `${SET} | ${METRICS}, query='${filter}')`
      const { query } = await plan(asked)
      expect(query).toMatchObject({ raw_filters: [filter] })
      expect((await output(asked))['warnings']).toEqual([expect.stringContaining(`${filter} is not applied`)])
      expect(JSON.stringify((query as JsonObject)['queries'])).not.toContain('> 5')
    },
  )

  it.each([
    ['', 100],
    [' | limit 7', 7],
    [' | limit 5000', 200],
  ])('size of a log query%s', async (limit, size) => {
    const found = await plan(`${SET} | entity-call get_logs('devops', 'devops.log.service')${limit}`)
    expect(found).toMatchObject({ query: { body: { size } } })
  })
})

describe('an entity set that the workspace does not have', () => {
  const unknown = (call: string): string =>
    `.entity_set with(domain='devops', name='devops.servic') | entity-call ${call}`
  it.each([
    ['__list_method__()', 4],
    ['list_data_set([], true)', 0],
  ])('%s answers and says so', async (call, count) => {
    const { rows, warnings, explain } = await output(unknown(call))
    expect((rows as unknown as { data: unknown[] }[])[0]?.data).toHaveLength(count)
    expect(warnings).toEqual(['There is no entity set devops/devops.servic; did you mean devops.service?'])
    expect(explain).toMatchObject({ warnings })
  })
})

it('explain names both filters of .model with a where', async () => {
  const { output: explained } = await server.tool('query_spl_explain', {
    query: ".model with(kind='entity_set') | where domain = 'k8s'",
  })
  expect(explained).toMatchObject({ fallback: ['snapshot_filter', 'application_filter'] })
})

it.each(['knowledge', 'skills'])('a row of a runbook names its section: %s', async (type) => {
  const [row] = await server.rows(`.runbook_set with(type='${type}', query='service', mode='hyper')`)
  expect(row?.['metadata']).toMatchObject({ type })
})

it.each([
  ['Cypher in plain quotes', '.topo | graph-call cypher("MATCH (n) RETURN count(n) AS n")'],
  ['graph-match in memory', '.topo | graph-match (a)-[r:runs]->(b) | stats count() as n'],
])('%s works here, too', async (_, query) => {
  expect(await server.rows(query)).toEqual([{ n: expect.any(Number) as number }])
})

it('a link between entity sets needs its type, and members of other versions are a warning each', async () => {
  const spec = { source: 'a', destination: 'b', relation_type: 'calls' }
  const link = { kind: 'entity_set_link', domain: 'd', name: 'd.l', spec }
  const { output: found } = await server.tool('model_validate', { elements: [link] })
  expect(found).toMatchObject({
    valid: false,
    errors: expect.arrayContaining([
      expect.objectContaining({ field: 'elements[0].spec.entity_link_type' }),
    ]) as unknown,
    warnings: expect.arrayContaining(
      Object.keys(spec).map(
        (name) => expect.objectContaining({ field: `elements[0].spec.${name}` }) as unknown,
      ),
    ) as unknown,
  })
})

it('the incident follows from its data: one service, retries from above, two red herrings', async () => {
  const incident = await testServer({ sample: 'incident' })
  const rows = (query: string): Promise<readonly JsonObject[]> => incident.rows(query)
  const [service, ...others] = await rows(
    ".entity with(name='platform.service') | where status = 'degraded' | extend over = qps_now > qps_capacity | project display_name, over",
  )
  expect(others).toEqual([])
  expect(service).toEqual({ display_name: 'payment-gateway', over: true })
  // Changes at its callers: more retries each.
  expect(
    await rows(
      '.topo | graph-call cypher(`MATCH (c)-[:targets]->(caller)-[:calls]->(s) WHERE c.__entity_type__ = "platform.config_change" AND s.display_name = "payment-gateway" RETURN caller.display_name AS caller, c.old_value AS old, c.new_value AS new`)',
    ),
  ).toEqual([{ caller: 'checkout-service', old: '2', new: '5' }])
  // In addition, a deployment without changes, and a promotion that alone would be a plausible cause.
  expect(
    await rows(
      ".entity with(name='platform.deployment') | where display_name like 'payment%' | project change_summary",
    ),
  ).toEqual([{ change_summary: expect.stringMatching(/no change to the way payments run/) as string }])
  expect(
    await rows(
      ".entity with(name='business.promotion') | where status = 'active' | project traffic_multiplier",
    ),
  ).toEqual([{ traffic_multiplier: '3.5' }])
  // The runbook covers all of it: load, changes, and the sources of traffic.
  const [runbook] = await rows(".model with(kind='runbook_set', name='platform.service.ops')")
  const names = ['load-against-capacity', 'recent-changes', 'traffic-sources']
  expect(runbook).toMatchObject({ spec: { observations: names.map((name) => ({ name })) } })
})

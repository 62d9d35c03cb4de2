import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '#shared/model/json.ts'
import { type TestServer, testServer } from './server.ts'
import { sharedFolder } from '../../temporary-folder.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sample: 'quickstart' })
})

async function refusal(query: string, args: JsonObject = {}): Promise<JsonObject> {
  const content = await server.tool('query_spl_execute', { query, ...args })
  expect(content['ok'], JSON.stringify(content)).toBe(false)
  return content
}

describe('where, on services', () => {
  const names = async (condition: string, args: JsonObject = {}): Promise<unknown[]> =>
    (
      await server.rows(
        `.entity with(name='devops.service') | where ${condition} | sort display_name | project display_name`,
        args,
      )
    ).map((row) => textOf(row['display_name']).split('-')[0])
  it.each([
    ["status = 'degraded'", ['checkout']],
    ['status == degraded', ['checkout']],
    ["status != 'degraded'", ['catalog', 'ledger', 'telemetry']],
    ["nothing != 'x'", []],
    ["tier in ['tier-0', 'tier-1']", ['checkout', 'ledger']],
    ["tier not in ('tier-2')", ['checkout', 'ledger']],
    ["language like 't%'", ['checkout']],
    ["language like '_o'", ['catalog']],
    ["language =~ '(go|rust)'", ['catalog', 'telemetry']],
    ["display_name ~ 'CHECK'", ['checkout']],
    ["contains(display_name, 'ledger')", ['ledger']],
    ['nothing is null and status = healthy', ['catalog', 'ledger']],
    ['status is not null and not (status = healthy or status = warning)', ['checkout']],
    ["status = 'healthy' and tier = 'tier-0' or language = 'rust'", ['ledger', 'telemetry']],
    [
      '__first_observed_time__ >= 1704067200 and __deleted__ = false',
      ['catalog', 'checkout', 'ledger', 'telemetry'],
    ],
  ])('%s', async (condition, expected) => {
    expect(await names(condition)).toEqual(expected)
  })

  it('fills parameters, also quoted ones', async () => {
    expect(await names("status = $s and tier = '$t'", { parameters: { s: 'healthy', t: 'tier-0' } })).toEqual(
      ['ledger'],
    )
  })
})

describe('stages', () => {
  it.each([
    [
      ".model with(kind='entity_set') | stats count() as n by domain | sort n desc | limit 1",
      [{ domain: 'devops', n: 10 }],
    ],
    ['.entity with(name=devops.service) | stats count(), dc(owner) as owners', [{ count: 4, owners: 3 }]],
    ['.entity with(name=nothing) | stats count() as n, avg(x) as a', [{ n: 0, a: null }]],
    [
      ".entity with(name='devops.slo') | extend days = tonumber(replace(window, 'd', '')) * 2 | sort days desc, display_name | project display_name as name, days | limit 1",
      [{ name: 'No posting is lost', days: 180 }],
    ],
    [
      '.entity with(name=k8s.cluster) | distinct version | sort version',
      [{ version: '1.33' }, { version: '1.34' }],
    ],
    [
      '.entity with(name=k8s.cluster) | sort display_name | offset 1 | project display_name, missing',
      [{ display_name: 'boreal', missing: null }],
    ],
    [".topo with(relation_type='contains', src='devops/devops.team/*') | stats count() as n", [{ n: 4 }]],
    [
      '.topo with(query=supported_by) | stats count() as n by __relation_type__',
      [{ __relation_type__: 'supported_by', n: 6 }],
    ],
    [
      ".topo | graph-match (a:\"devops@devops.service\")-[r:runs]->(b) where a.status = 'degraded' | extend n = json_get(b, 'display_name') | project n",
      [{ n: 'checkout' }],
    ],
  ])('%s', async (query, rows) => {
    expect(await server.rows(query)).toEqual(rows)
  })

  it('limits: 100 by default, then topk, the query, the request', async () => {
    expect(await server.rows('.entity')).toHaveLength(100)
    expect(await server.rows('.entity with(topk=7)')).toHaveLength(7)
    expect(await server.rows('.entity with(topk=7) | limit 9')).toHaveLength(9)
    expect(await server.rows('.entity | limit 9', { limit: 3 })).toHaveLength(3)
  })
})

describe('refusals carry code, place and a way on', () => {
  it.each([
    ['.model | where a =~ "(" ', 'QUERY_PLAN_ERROR', 20],
    ['.model | stats summ(x)', 'QUERY_PLAN_ERROR', 15],
    ['.model | extend y = uper(x)', 'QUERY_PLAN_ERROR', 20],
    ['.model | graph-call cypher(`RETURN 1`)', 'QUERY_PARSE_ERROR', 9],
    ['.topo | graph-call cypher(`MATCH (n) RETRN n`)', 'QUERY_PARSE_ERROR', 37],
    ['.topo | graph-call getNeighborNodes("all", 1, [])', 'QUERY_PARSE_ERROR', 36],
    ['.topo | graph-call getNeighbours(1)', 'QUERY_PLAN_ERROR', 19],
    ['.entity with(topk=none)', 'QUERY_PLAN_ERROR', 18],
    [".entity_set with(domain='devops')", 'QUERY_PARSE_ERROR', 0],
    [".entity_set with(domain='', name='a') | entity-call __list_method__()", 'QUERY_PARSE_ERROR', 17],
    [".entity_set with(domain='devops', name='devops.service')", 'QUERY_PARSE_ERROR', 0],
    ['.entity | graph-call getDirectRelations([])', 'QUERY_PARSE_ERROR', 10],
    ['.entity | graph-match (a)-[r]->(b)', 'QUERY_PARSE_ERROR', 10],
    ['.entity | entity-call __list_method__()', 'QUERY_PARSE_ERROR', 10],
    [
      ".entity_set with(domain='devops', name='devops.servic') | entity-call get_logs('devops', 'devops.log.service')",
      'QUERY_PLAN_ERROR',
      39,
    ],
  ])('%s', async (query, code, from) => {
    const content = await refusal(query)
    expect(content).toMatchObject({ code, details: { from } })
    expect(textOf(content['error'])).toMatch(/[.?]$/)
  })

  const call = (text: string): string =>
    `.entity_set with(domain='devops', name='devops.service') | entity-call ${text}`
  it.each([
    ['get_lags()', 'get_logs'],
    ["get_logs('devops')", 'name'],
    ["get_logs('devops', 'devops.log.nope')", 'devops.log.service'],
    ["get_logs('a','b','c','d','e','f','g')", 'at most'],
    ["get_logs('a', 'b', qery='c')", 'query'],
    ["get_logs('a', 'b', name='c')", 'twice'],
    ['list_data_set(true)', 'array<varchar>'],
    ["list_data_set([], 'yes')", 'boolean'],
    ["get_metrics('devops', 'devops.metric.service', 'nope')", 'request_count'],
  ])('%s', async (text, hint) => {
    const content = await refusal(call(text))
    expect(content['code']).toBe('QUERY_PLAN_ERROR')
    expect(JSON.stringify(content)).toContain(hint)
  })

  it.each([
    ["get_metrics('devops', 'devops.metric.service', 'request_cont')", "'request_cont'", 'request_count'],
    ["get_metrics('devops', 'devops.metric.servce')", "'devops.metric.servce'", 'devops.metric.service'],
    ["get_metrics(domain='devop', name='devops.metric.service')", "'devop'", 'devops'],
  ])('%s is refused where %s stands, for %s', async (text, written, suggestion) => {
    const { details } = await refusal(call(text))
    expect(details).toMatchObject({ suggestion })
    const { from, to } = details as { from: number; to: number }
    expect(call(text).slice(from, to)).toBe(written)
  })

  it.each([
    [{ query: '' }, 'INVALID_ARGUMENT'],
    [{ query: '.model', limit: -1 }, 'INVALID_ARGUMENT'],
    [{ query: '.model', limit: 10_001 }, 'VALIDATION_FAILED'],
    [{ query: '.model with(topk=10001)' }, 'VALIDATION_FAILED'],
    [{ query: '.model', time_range: { from: 'yesterday' } }, 'INVALID_ARGUMENT'],
    [{ query: '.model', format: 'xml' }, 'INVALID_ARGUMENT'],
    [{ query: '.model', entity_data: { header: ['a'], data: [['1', '2']] } }, 'INVALID_ARGUMENT'],
    [
      {
        query: `.topo | graph-call getNeighborNodes('full', 99, [(:"a@b" {__entity_id__: '${'0'.repeat(32)}'})])`,
      },
      'VALIDATION_FAILED',
    ],
  ])('%j is %s', async (args, code) => {
    expect(await server.tool('query_spl_execute', args)).toMatchObject({ ok: false, code })
  })

  it('unknown and disabled tools are results', async () => {
    const reader = await testServer({ writesEnabled: false })
    expect(await reader.tool('query_spl_exec')).toMatchObject({
      ok: false,
      code: 'TOOL_NOT_FOUND',
      details: { suggestion: 'query_spl_execute' },
    })
    for (const name of ['model_import', 'entity_write', 'entity_expire']) {
      expect(await reader.tool(name)).toMatchObject({ ok: false, code: 'TOOL_DISABLED' })
    }
  })
})

describe('plans', () => {
  const plan = async (text: string, args: JsonObject = {}): Promise<JsonObject> => {
    const [row] = await server.rows(text, args)
    const agent = row?.['__agent_plan__']
    return isJsonObject(agent) ? agent : (JSON.parse(textOf(row?.['query'])) as JsonObject)
  }

  it('SQL for a table, one bucket per step', async () => {
    const found = await plan(
      ".entity_set with(domain='k8s', name='k8s.workload', ids=['x\\'y']) | entity-call get_metrics('k8s', 'k8s.metric.workload', 'cpu_usage', step='30s')",
    )
    expect(found['query']).toMatchObject({
      dialect: 'clickhouse_sql',
      queries: [
        {
          sql: "SELECT toStartOfInterval(sampled_at, INTERVAL 30 SECOND) AS bucket, avg(value) AS value FROM usage.workload_samples WHERE metric = 'cpu_usage' AND workload_uid = 'x''y' AND sampled_at BETWEEN {from} AND {to} GROUP BY bucket ORDER BY bucket",
        },
      ],
    })
  })

  it('binds entity tables and filters, and folds sources for agents', async () => {
    const found = await plan(
      ".entity_set with(domain='devops', name='devops.service', ids=['a','b']) | entity-call get_metrics('devops','devops.metric.service','error_count', query='environment in [\"prod\",\"dev\"] and x > 3')",
      {
        format: 'agent',
        entity_data: { version: 1, header: ['display_name', 'unmapped'], data: [['shop', 'z']] },
      },
    )
    expect(found).toMatchObject({
      version: 'v1.1',
      data_source: { storage: { ref: 'devops/devops.prometheus.core', type: 'prometheus' } },
      query: {
        label_matchers: [
          { label: 'service_uid', operator: '=~', value: 'a|b' },
          { label: 'service', operator: '=', value: 'shop' },
        ],
        raw_filters: ['environment in ["prod","dev"] and x > 3'],
      },
    })
  })
})

describe('links that hold for some entities', () => {
  const EUROPE = { header: ['region'], data: [['eu']] }
  const ASIA = { header: ['region'], data: [['cn']] }
  const end = (kind: string, name: string) => ({ domain: 'shop', kind, name })
  const SET = end('entity_set', 'shop.service')
  const METRICS = end('metric_set', 'shop.metric')

  /** A model whose metrics belong to the services of Europe according to the given filters. */
  async function filtered(dataLink: JsonObject, storageLink: JsonObject = {}): Promise<TestServer> {
    const own = await testServer()
    await own.tool('model_import', {
      elements: [
        { ...SET, spec: { fields: [{ name: 'region', type: 'string' }] } },
        { ...METRICS, spec: { metrics: [{ name: 'latency' }] } },
        { ...end('prometheus', 'shop.store'), spec: { endpoint: 'http://127.0.0.1:9' } },
        { ...end('data_link', 'shop.data'), spec: { src: SET, dest: METRICS, ...dataLink } },
        {
          ...end('storage_link', 'shop.storage'),
          spec: { src: METRICS, dest: end('prometheus', 'shop.store'), ...storageLink },
        },
      ],
    })
    return own
  }
  const ON = ".entity_set with(domain='shop', name='shop.service', ids=['a']) | entity-call "
  const listed = async (own: TestServer, args: JsonObject): Promise<number | undefined> => {
    const [row] = await own.rows(`${ON}list_data_set(['metric_set'])`, args)
    const data = row?.['data']
    return Array.isArray(data) ? data.length : undefined
  }
  const planned = (own: TestServer, args: JsonObject): Promise<JsonObject> =>
    own.tool('query_spl_execute', { query: `${ON}get_metrics('shop', 'shop.metric')`, ...args })

  it.each([
    ['filter_by_entity', { filter_by_entity: "region = 'eu'" }],
    ['filterByEntity', { filterByEntity: "region in ['eu', 'us'] and not region = 'cn'" }],
    ['FilterByEntity', { FilterByEntity: "region != 'cn'" }],
    ['the filter of its source', { src: { ...SET, filter: 'region: eu' } }],
  ])('%s hides the data set from the others, and plans nothing for them', async (_, link) => {
    const own = await filtered(link)
    const whose: JsonObject[] = [{}, { entity_data: { version: 1, ...EUROPE } }, { filterByEntities: EUROPE }]
    for (const args of whose) {
      expect(await listed(own, args)).toBe(1)
      expect(await planned(own, args)).toMatchObject({ ok: true })
    }
    expect(await listed(own, { entity_data: ASIA })).toBe(0)
    expect(await planned(own, { entity_data: ASIA })).toMatchObject({
      ok: false,
      code: 'QUERY_PLAN_ERROR',
      details: { domain: 'shop', name: 'shop.metric' },
    })
    // One match suffices.
    expect(await listed(own, { entity_data: { header: ['region'], data: [['cn'], ['eu']] } })).toBe(1)
  })

  it('an unreadable filter hides it from everyone', async () => {
    const own = await filtered({ filter_by_entity: 'region = = (' })
    expect(await listed(own, { entity_data: EUROPE })).toBe(0)
    expect(await listed(own, {})).toBe(1)
  })

  it('of a storage takes the storage alone', async () => {
    const own = await filtered({}, { filter_by_entity: "region = 'eu'" })
    expect(await listed(own, { entity_data: ASIA })).toBe(1)
    expect(await planned(own, { entity_data: EUROPE })).toMatchObject({ ok: true })
    expect(await planned(own, { entity_data: ASIA })).toMatchObject({ ok: false, code: 'QUERY_PLAN_ERROR' })
  })
})

describe('validation and import', () => {
  const folder = sharedFolder()
  const outside = sharedFolder()

  it.each([
    [{ kind: 'entity_set' }, 'elements[0].kind/domain/name'],
    [{ kind: 'entity_sett', domain: 'd', name: 'd.x' }, 'elements[0].kind'],
    [{ kind: 'entity_set', domain: 'd', name: 'd.x', version: 'v9' }, 'elements[0].version'],
    [
      { kind: 'entity_set', domain: 'd', name: 'd.x', spec: { fields: [{ name: 'a', type: 7 }] } },
      'elements[0].spec.fields[0].type',
    ],
    [
      { kind: 'entity_set', domain: 'd', name: 'd.x', spec: { fields: [{ type: 'string' }] } },
      'elements[0].spec.fields[0].name',
    ],
    [{ kind: 'entity_set', domain: 'd', name: 'd.x', spec: { fields: [] } }, 'elements[0].spec.fields'],
    [
      { kind: 'data_link', domain: 'd', name: 'l', spec: { src: { domain: 'd' } } },
      'elements[0].spec.src.kind',
    ],
    [{ kind: 'prometheus', domain: 'd', name: 'p', spec: {} }, 'elements[0].spec.endpoint'],
    [{ kind: 'entity_set_link', domain: 'd', name: 'l', spec: {} }, 'elements[0].spec.entity_link_type'],
    [
      {
        kind: 'runbook_set',
        domain: 'd',
        name: 'r',
        spec: { skills: [{ name: 'Bad Name', display_name: 'x', description: 'y' }] },
      },
      'elements[0].spec.skills[0].name',
    ],
  ])('%j is refused at %s', async (element, field) => {
    const { output } = await server.tool('model_validate', { elements: [element] })
    expect(output).toMatchObject({ valid: false })
    expect((output as unknown as { errors: { field: string }[] }).errors.map((one) => one.field)).toContain(
      field,
    )
  })

  it('warns of unknown keys, missing ends, unknown fields and duplicates', async () => {
    const set = {
      kind: 'entity_set',
      domain: 'd',
      name: 'd.x',
      spec: { fields: [{ name: 'a', type: 'string' }], colour: 'red' },
    }
    const link = {
      kind: 'entity_set_link',
      domain: 'd',
      name: 'd.l',
      spec: {
        src: { domain: 'd', kind: 'entity_set', name: 'd.x' },
        dest: { domain: 'd', kind: 'entity_set', name: 'd.y' },
        entity_link_type: 'maybe_calls',
        relation_type: 'calls',
        fields_mapping: { b: 'c' },
      },
    }
    const { output } = await server.tool('model_validate', { elements: [set, set, link] })
    expect(output).toMatchObject({ valid: true })
    const fields = (output as unknown as { warnings: { field: string }[] }).warnings.map((one) => one.field)
    expect(fields).toEqual(
      expect.arrayContaining([
        'elements[0].spec.colour',
        'elements[1]',
        'elements[2].spec.dest',
        'elements[2].spec.fields_mapping.b',
        'elements[2].spec.entity_link_type',
        'elements[2].spec.relation_type',
      ]),
    )
  })

  it('imports a folder whole, keeps the authoring form, and nothing when one file is bad', async () => {
    const target = await testServer({ importRoot: folder })
    mkdirSync(join(folder, 'pack', 'node_modules'), { recursive: true })
    writeFileSync(
      join(folder, 'pack', 'a.yaml'),
      'kind: entity_set\nschema: {url: "https://example.org/x", version: v3.1.4}\nmetadata:\n  name: shop.cart\n  domain: shop\n  display_name: {zh_cn: 购物车, en_us: Cart}\nspec:\n  fields: [{name: id, type: string}]\n  surprise: 1\n',
    )
    writeFileSync(
      join(folder, 'pack', 'b.JSON'),
      '{"kind":"entity_set","domain":"shop","name":"shop.order","spec":{}}',
    )
    writeFileSync(join(folder, 'pack', 'notes.txt'), 'x')
    writeFileSync(join(folder, 'pack', 'node_modules', 'c.yaml'), 'kind: nonsense')
    const first = await target.tool('model_import', { path: join(folder, 'pack') })
    expect(first['output']).toMatchObject({ accepted: 2, failed: 0, skipped: 1 })
    expect(await target.rows(".model with(name='shop.cart')")).toMatchObject([
      { metadata: { display_name: { zh_cn: '购物车' } }, schema: { version: 'v3.1.4' } },
    ])
    writeFileSync(
      join(folder, 'pack', 'd.yml'),
      'kind: entity_set\nmetadata: {name: shop.bad, domain: shop}\nspec: {fields: [{name: a, type: [nope]}]}',
    )
    expect(await target.tool('model_import', { path: join(folder, 'pack') })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { path: 'd.yml', field: 'elements[2].spec.fields[0].type' },
    })
    expect(await target.rows('.model')).toHaveLength(2)
  })

  it('finds a relative path below the root before the working directory', async () => {
    const target = await testServer({ importRoot: folder })
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs', 'a.json'), '{"kind":"entity_set","domain":"r","name":"r.a"}')
    expect(await target.tool('model_import', { path: 'docs' })).toMatchObject({ output: { accepted: 1 } })
    const here = await testServer({ importRoot: process.cwd() })
    expect(await here.tool('model_import', { path: 'nowhere' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      error: expect.stringContaining(process.cwd()) as string,
    })
  })

  it.each([
    ['outside', () => outside],
    ['out of the root', () => '../../../../etc/hosts'],
    [
      'through a link',
      () => {
        symlinkSync(outside, join(folder, 'way-out'))
        return join(folder, 'way-out')
      },
    ],
    ['upwards', () => join(folder, '..')],
    ['missing', () => join(folder, 'nope')],
  ])('refuses a path %s', async (_name, path) => {
    const target = await testServer({ importRoot: folder })
    expect(await target.tool('model_import', { path: path() })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { import_root: folder },
    })
  })

  it('reads no file where the server has no import root, and does not tell whether it is there', async () => {
    const target = await testServer({ importRoot: undefined })
    const answers = await Promise.all(
      ['/etc/hosts', '/no/such/file', '.'].map((path) => target.tool('model_import', { path })),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 'INVALID_ARGUMENT', details: { argument: 'path' } })
      expect(answer['error']).toContain('reads no files of its machine')
    }
    expect(new Set(answers.map(({ error }) => error)).size).toBe(1)
  })

  it('takes exactly one of elements and path', async () => {
    expect(await server.tool('model_import', {})).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await server.tool('model_import', { elements: [], path: 'x' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
  })
})

describe('entities', () => {
  const id = (digit: string): string => digit.repeat(32)
  const entity = (digit: string, method = 'Create', more: JsonObject = {}): JsonObject => ({
    __domain__: 'w',
    __entity_type__: 'w.thing',
    __entity_id__: id(digit),
    __method__: method,
    __first_observed_time__: 100,
    __last_observed_time__: 200,
    ...more,
  })

  it('writes all or nothing, unless partial_success', async () => {
    const target = await testServer()
    await target.tool('entity_write', { entities: [entity('a')] })
    expect(await target.tool('entity_write', { entities: [entity('b'), entity('a')] })).toMatchObject({
      code: 'PARTIAL_FAILED',
      details: { items: [{ code: 'ALREADY_EXISTS', id: `w/w.thing/${id('a')}` }] },
    })
    expect(await target.rows('.entity')).toHaveLength(1)
    const { output } = await target.tool('entity_write', {
      entities: [entity('b'), entity('a')],
      partial_success: true,
    })
    expect(output).toMatchObject({ entities: { accepted: 1, failed: 1 } })
    expect(await target.rows('.entity')).toHaveLength(2)
  })

  it.each([
    [{ __domain__: '' }, 'entities[0].__domain__'],
    [{ __entity_id__: 'ABC' }, 'entities[0].__entity_id__'],
    [{ __method__: 'create' }, 'entities[0].__method__'],
    [{ __last_observed_time__: null }, 'entities[0].__last_observed_time__'],
    [{ __entity_type__: 'a/b' }, 'entities[0].__entity_type__'],
  ])('refuses %j', async (more, field) => {
    expect(await server.tool('entity_write', { entities: [entity('c', 'Create', more)] })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field },
    })
  })

  it('shows by time range what was alive, and expired things as deleted', async () => {
    const target = await testServer()
    await target.tool('entity_write', {
      entities: [entity('a'), entity('b', 'Create', { __keep_alive_seconds__: 100 }), entity('d')],
    })
    await target.tool('entity_write', { entities: [entity('d', 'Expire', { __last_observed_time__: 400 })] })
    const shown = async (from: number, to: number): Promise<string[]> => {
      const time = (seconds: number): string => new Date(seconds * 1000).toISOString()
      const rows = await target.rows('.entity', { time_range: { from: time(from), to: time(to) } })
      return rows.map(
        (row) => `${textOf(row['__entity_id__'])[0] ?? ''}${row['__deleted__'] === true ? '!' : ''}`,
      )
    }
    expect(await shown(150, 160)).toEqual(['a', 'b', 'd!'])
    expect(await shown(250, 260)).toEqual(['b', 'd!'])
    expect(await shown(350, 360)).toEqual(['d!'])
    expect(await shown(10, 100)).toEqual([])
    expect((await target.rows('.entity')).map((row) => textOf(row['__entity_id__'])[0])).toEqual(['a', 'b'])
  })

  it('expires by key, item by item, and repeats an idempotent write', async () => {
    const target = await testServer()
    const write = { entities: [entity('a')], idempotency_key: 'k' }
    expect(await target.tool('entity_write', write)).toEqual(await target.tool('entity_write', write))
    const { output } = await target.tool('entity_expire', {
      ids: [`w/w.thing/${id('a')}`, `w/w.thing/${id('f')}`, 'nonsense'],
    })
    expect(output).toMatchObject({
      accepted: 1,
      failed: 2,
      items: [{ ok: true }, { code: 'NOT_FOUND' }, { code: 'VALIDATION_FAILED' }],
    })
    expect(await target.rows('.entity')).toEqual([])
  })

  it.each(['one after the other', 'at once'])(
    'an idempotency key of entities does not stand for relations, %s',
    async (how) => {
      const target = await testServer()
      const relations: JsonObject[] = [
        {
          __src_domain__: 'w',
          __src_entity_type__: 'w.thing',
          __src_entity_id__: id('a'),
          __dest_domain__: 'w',
          __dest_entity_type__: 'w.thing',
          __dest_entity_id__: id('b'),
          __relation_type__: 'r',
          __method__: 'Create',
          __first_observed_time__: 100,
          __last_observed_time__: 200,
        },
      ]
      const requests: JsonObject[] = [
        { entities: [entity('a'), entity('b')], idempotency_key: 'k' },
        { relations, idempotency_key: 'k' },
        { entities: [entity('a')], relations, idempotency_key: 'k' },
      ]
      const answers: JsonObject[] = []
      const send = async (request: JsonObject): Promise<void> => {
        answers[requests.indexOf(request)] = await target.tool('entity_write', request)
      }
      if (how === 'at once') await Promise.all(requests.map(send))
      else for (const request of requests) await send(request)
      expect(answers.map(({ output }) => output)).toMatchObject([
        { entities: { accepted: 2 } },
        { relations: { accepted: 1 } },
        { entities: { accepted: 2 }, relations: { accepted: 1 } },
      ])
      expect(await target.rows('.topo')).toHaveLength(1)
    },
  )

  it('tries a write on its own where another with its key failed', async () => {
    const target = await testServer()
    const [first, second] = await Promise.all([
      target.tool('entity_write', { entities: [entity('a', 'Delete')], idempotency_key: 'k' }),
      target.tool('entity_write', { entities: [entity('a')], idempotency_key: 'k' }),
    ])
    expect([first['ok'], second['ok']]).toEqual([false, true])
    expect(await target.rows('.entity')).toHaveLength(1)
  })

  it('keeps workspaces apart', async () => {
    await server.tool('entity_write', { entities: [entity('e')] }, 'other')
    expect(await server.rows(".entity with(domain='w')")).toEqual([])
  })
})

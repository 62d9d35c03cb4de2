import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, connectionFor } from '#shared/telemetry/match.ts'
import { readPlan, secondsOf } from '#shared/telemetry/plan.ts'
import { logsRequest, metricsRequest, spanOf, stepOf } from '#shared/telemetry/requests.ts'

const METRICS = {
  version: 'v1',
  data_source: { storage: { domain: 'devops', name: 'core', type: 'prometheus' } },
  time_range: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' },
  query: {
    dialect: 'prometheus_promql',
    endpoint: 'http://prometheus:9090',
    api_prefix: '/api/v1',
    query_type: 'range',
    step: '30s',
    queries: [{ name: 'up', unit: 'count', promql: 'up{job="a"}' }, { name: 'nothing' }],
    tenant: 'team-a',
    tenant_header: 'X-Scope-OrgID',
  },
}
const LOGS = {
  version: 'v1.1',
  data_source: { storage: { ref: 'devops/logs', type: 'elasticsearch' } },
  query: {
    dialect: 'elasticsearch_dsl',
    endpoint: 'http://es:9200',
    index: 'services-*,audit',
    body: {
      size: 50,
      query: { term: { service: 'a' } },
      sort: [{ '@timestamp': { order: 'desc' } }],
      _source: ['message'],
      runtime_mappings: { evil: {} },
    },
  },
}
const FROM = Date.parse('2026-01-01T00:00:00Z') / 1000
const metrics = (query: object = {}) => readPlan({ ...METRICS, query: { ...METRICS.query, ...query } })
const logs = (query: object = {}) => readPlan({ ...LOGS, query: { ...LOGS.query, ...query } })

describe('a plan', () => {
  it('of metrics is read in either form, as an object or as text', () => {
    expect(readPlan(METRICS)).toEqual({
      protocol: 'prometheus',
      endpoint: 'http://prometheus:9090',
      storage: 'devops/core',
      from: FROM,
      to: FROM + 3600,
      apiPrefix: '/api/v1',
      instant: false,
      step: 30,
      queries: [{ name: 'up', unit: 'count', promql: 'up{job="a"}' }],
      header: { name: 'X-Scope-OrgID', value: 'team-a' },
    })
    expect(readPlan(JSON.stringify(METRICS))).toEqual(readPlan(METRICS))
  })

  it('of logs is read, and nothing but what is known is taken out of it', () => {
    const plan = readPlan(LOGS)
    expect(plan).toMatchObject({ storage: 'devops/logs', timeField: '@timestamp', size: 50 })
    expect(JSON.stringify(plan)).not.toContain('evil')
  })

  it.each([
    ['another dialect', metrics({ dialect: 'clickhouse_sql' })],
    ['no query', metrics({ queries: [] })],
    ['a prefix that leaves the address', metrics({ api_prefix: '/api/../admin' })],
    ['a prefix with parameters', metrics({ api_prefix: '/api/v1?x=1' })],
    ['a prefix that is another host', metrics({ api_prefix: '//elsewhere/api' })],
    ['an index that is a path', logs({ index: 'a/_delete_by_query' })],
    ['an index that is an operation', logs({ index: '_cluster' })],
    ['an index with parameters', logs({ index: 'a?scroll=1m' })],
    ['no index', logs({ index: '' })],
    ['an index that is a step up', logs({ index: '..' })],
  ])('with %s is none', (_, plan) => expect(plan).toBeUndefined())

  it.each([['Authorization'], ['Host'], ['X-Bad\r\nEvil']])('cannot set the header %s', (name) =>
    expect(metrics({ tenant_header: name })).toMatchObject({ header: undefined }),
  )

  it('may be anything at all', () => {
    fc.assert(fc.property(fc.anything(), (value) => void readPlan(value)))
    fc.assert(fc.property(fc.object(), (query) => void metrics(query)))
    fc.assert(fc.property(fc.object(), (query) => void logs(query)))
  })

  it('never asks for a path outside what it is for', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (api_prefix, index) => {
        const one = metrics({ api_prefix })
        const other = logs({ index })
        if (one?.protocol === 'prometheus') {
          const { path } = metricsRequest(one, 'up', { from: 0, to: 10 }, 1)
          expect(new URL(`http://x${path}`).pathname).toMatch(/\/query_range$/)
          expect(new URL(`http://x${path}`).host).toBe('x')
        }
        if (other?.protocol === 'elasticsearch') {
          const { pathname } = new URL(`http://x${logsRequest(other, {}, 0).path}`)
          expect(pathname).toMatch(/^\/[^/_][^/]*\/_search$/)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a request', () => {
  it.each([
    ['30s', 30],
    ['1h30m', 5400],
    ['500ms', 0.5],
    ['15', 15],
    ['', undefined],
    ['0s', undefined],
    ['-5m', undefined],
    ['5 minutes', undefined],
  ])('takes %s for a duration', (text, seconds) => expect(secondsOf(text)).toBe(seconds))

  it.each([
    ['both ends', { from: 1, to: 2 }, { from: 1, to: 2 }],
    ['no end', {}, { from: 6400, to: 10_000 }],
    ['a beginning', { from: 9000 }, { from: 9000, to: 10_000 }],
    ['an end', { to: 5000 }, { from: 1400, to: 5000 }],
    ['a beginning to come', { from: 20_000 }, { from: 20_000, to: 20_000 }],
  ])('closes a span with %s', (_, given, span) => expect(spanOf(given, 10_000)).toEqual(span))

  it('has a step that follows the span, and never more points than an endpoint gives', () => {
    expect(stepOf({ from: 0, to: 3600 }, undefined)).toEqual({ step: 10, notes: [] })
    expect(stepOf({ from: 0, to: 3600 }, 30)).toEqual({ step: 30, notes: [] })
    expect(stepOf({ from: 0, to: 30 * 86_400 }, 30)).toMatchObject({ step: 300, notes: [{ code: 'step' }] })
    const span = fc.tuple(fc.integer({ min: 0, max: 4e9 }), fc.integer({ min: 0, max: 4e9 }))
    fc.assert(
      fc.property(span, fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined }), ([a, b], asked) => {
        const { step } = stepOf({ from: Math.min(a, b), to: Math.max(a, b) }, asked)
        expect(Math.abs(b - a) / step).toBeLessThanOrEqual(11_000)
        expect(step).toBeGreaterThanOrEqual(asked ?? 0)
      }),
    )
  })

  it('that is long goes in a body', () => {
    const plan = metrics()
    if (plan?.protocol !== 'prometheus') throw new Error('no plan')
    expect(metricsRequest(plan, 'up', { from: 0, to: 60 }, 10)).toMatchObject({
      method: 'GET',
      path: '/api/v1/query_range?query=up&start=0&end=60&step=10',
    })
    const long = `up{a=~"${'x'.repeat(3000)}"}`
    const { method, path, body } = metricsRequest(plan, long, { from: 0, to: 60 }, 10)
    expect([method, path]).toEqual(['POST', '/api/v1/query_range'])
    expect(new URLSearchParams(body).get('query')).toBe(long)
  })

  it('for logs narrows to the span, counts all, and stays in the window', () => {
    const plan = logs()
    if (plan?.protocol !== 'elasticsearch') throw new Error('no plan')
    const { path, body } = logsRequest(plan, { from: FROM, to: FROM + 60 }, 9980)
    expect(path).toBe('/services-*,audit/_search')
    expect(JSON.parse(body ?? '')).toEqual({
      from: 9980,
      size: 20,
      track_total_hits: true,
      query: {
        bool: {
          filter: [
            { term: { service: 'a' } },
            { range: { '@timestamp': { gte: '2026-01-01T00:00:00.000Z', lte: '2026-01-01T00:01:00.000Z' } } },
          ],
        },
      },
      sort: [{ '@timestamp': { order: 'desc' } }],
      _source: ['message'],
    })
  })
})

describe('the connection of a storage', () => {
  const one = (id: string, address: string, storages: string[] = []) =>
    ({ id, address, storages, speaks: 'prometheus' }) as const
  const plan = { protocol: 'prometheus', storage: 'devops/core', endpoint: 'http://Prom:80/x/' } as const
  it.each<[string, Candidate[], string | undefined]>([
    ['by its address, however it is spelled', [one('a', 'http://other'), one('b', 'http://prom/x')], 'b'],
    ['by an address with the path of the API', [one('a', 'http://prom/x/api/v1/')], 'a'],
    ['by hand before its address', [one('a', 'http://prom/x'), one('b', 'http://b', ['devops/core'])], 'b'],
    ['not on another port', [one('a', 'http://prom:9090/x')], undefined],
    ['not on another path', [one('a', 'http://prom/')], undefined],
    ['not by another scheme', [one('a', 'https://prom/x')], undefined],
    [
      'not of another protocol',
      [{ ...one('a', 'http://prom/x'), speaks: 'elasticsearch' as const }],
      undefined,
    ],
    ['not where it is no address', [one('a', 'prom')], undefined],
  ])('is found %s', (_, candidates, id) => expect(connectionFor(plan, candidates)?.id).toBe(id))
})

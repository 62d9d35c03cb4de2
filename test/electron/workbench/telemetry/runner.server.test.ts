import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanRun, SeriesAnswer } from '#shared/telemetry/answer.ts'
import type { TelemetryDefinition } from '#shared/telemetry/definition.ts'
import { SecretMask } from '../../../../electron/node/secret-mask.ts'
import { telemetryCalls } from '../../../../electron/workbench/telemetry/runner.ts'
import {
  checkTelemetry,
  TelemetryConnection,
} from '../../../../electron/workbench/telemetry/telemetry-connection.ts'
import { sharedFolder } from '../../../temporary-folder.ts'
import { hasPrometheus, startPrometheus } from './prometheus.ts'
import { searchDouble } from './search-double.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/tls/${name}`, import.meta.url))
const ending: (() => void)[] = []
afterAll(() => ending.forEach((end) => end()))

const SECRET = 'a-token-that-nobody-may-read'
const mask = new SecretMask()
const placeholders = {
  env: {},
  secret: (name: string) => {
    if (name !== 'metrics') return Promise.resolve(undefined)
    mask.note(name, SECRET)
    return Promise.resolve(SECRET)
  },
}

type Report = (progress: { done: number; of: number; part?: SeriesAnswer | undefined }) => void

/** Queries through a connection as `connections.json` would create it. */
async function run(
  definition: TelemetryDefinition,
  plan: unknown,
  {
    signal = new AbortController().signal,
    offset = 0,
    report = (): void => undefined,
  }: { signal?: AbortSignal; offset?: number; report?: Report } = {},
): Promise<PlanRun> {
  const connection = new TelemetryConnection({
    id: 'telemetry:t',
    name: 'tried',
    definition,
    placeholders,
    mask,
    onChange: () => undefined,
    onLog: () => undefined,
  })
  ending.push(() => connection.kill())
  await connection.start()
  return telemetryCalls(() => connection).run(
    { connection: 't', plan, offset },
    { signal, report, channel: undefined as never },
  )
}

const FROM = Date.parse('2026-01-01T00:00:00Z') / 1000
const HOUR = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' }
const metricsPlan = (queries: Readonly<Record<string, string>>, query: object = {}, time: object = HOUR) => ({
  time_range: time,
  query: {
    dialect: 'prometheus_promql',
    query_type: 'range',
    queries: Object.entries(queries).map(([name, promql]) => ({ name, promql })),
    ...query,
  },
})
const logsPlan = (
  query: object = { match_all: {} },
  index = 'services-*',
  time: object | undefined = HOUR,
) => ({
  time_range: time,
  query: {
    dialect: 'elasticsearch_dsl',
    index,
    body: { size: 100, query, sort: [{ '@timestamp': { order: 'desc' } }] },
  },
})

async function served(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answering = (listener: RequestListener): Promise<string> => served(createServer(listener))
const prometheus = (url: string, more: Partial<TelemetryDefinition> = {}): TelemetryDefinition => ({
  speaks: 'prometheus',
  url,
  ...more,
})

describe.skipIf(hasPrometheus() ? '' : 'no prometheus and promtool are installed')(
  'a real Prometheus',
  () => {
    const folder = sharedFolder()
    let url = ''
    beforeAll(async () => {
      const lines: string[] = ['# TYPE up gauge', '# TYPE hits counter', '# TYPE odd gauge']
      for (let host = 0; host < 50; host++)
        for (let minute = 0; minute < 60; minute++) lines.push(`up{host="${host}"} 1 ${FROM + minute * 60}`)
      // A counter with a reset, and a gap of fifteen minutes without samples.
      for (let minute = 0; minute < 60; minute++)
        if (minute < 10 || minute >= 25)
          lines.push(`hits_total ${minute < 30 ? minute * 60 : (minute - 30) * 60} ${FROM + minute * 60}`)
      for (const [minute, value] of ['1', 'NaN', '+Inf', '-Inf'].entries())
        lines.push(`odd ${value} ${FROM + minute * 60}`)
      const started = await startPrometheus(folder, `${lines.join('\n')}\n# EOF\n`)
      ending.push(() => started.stop())
      url = started.url
    }, 60_000)

    it('answers with series, labels, gaps and a counter that begins again', async () => {
      const { answer, exchanges } = await run(
        prometheus(url),
        metricsPlan({ hits: 'hits_total', rate: 'rate(hits_total[5m])' }, { step: '60s' }),
      )
      if (answer?.kind !== 'series') throw new Error('no series')
      const [hits, rate] = answer.series
      expect(answer).toMatchObject({ from: FROM, to: FROM + 3600, step: 60, notes: [] })
      // A sample is valid for five minutes; then there is none until minute 25.
      const gap = hits?.times.find((time, place) => time - (hits.times[place - 1] ?? time) > 60)
      expect(gap).toBe(FROM + 25 * 60)
      expect(hits?.values[hits.times.indexOf(FROM + 30 * 60)]).toBe(0)
      expect(rate?.query).toBe(1)
      expect(rate?.values.every((value) => typeof value === 'number' && value >= 0)).toBe(true)
      expect(exchanges).toHaveLength(2)
      expect(exchanges[0]).toMatchObject({ method: 'GET', status: 200, cut: false })
    })

    it('gives what each query brought while the others are on their way', async () => {
      const told: Parameters<Report>[0][] = []
      const plan = metricsPlan({ hits: 'hits_total', wrong: 'up{', up: 'up', odd: 'odd' }, { step: '60s' })
      const { answer } = await run(prometheus(url), plan, { report: (one) => told.push(one) })
      if (answer?.kind !== 'series') throw new Error('no series')
      const parts = told.flatMap(({ done, part }) => (part ? [{ done, part }] : []))
      // The refused query contributes nothing, and the last part is the final result.
      expect(parts.map(({ done, part }) => [done, part.queries.map(({ name }) => name)])).toEqual([
        [1, ['hits']],
        [3, ['hits', 'wrong', 'up']],
      ])
      const last = answer.series.filter(({ query }) => query === 3)
      expect([...parts.flatMap(({ part }) => part.series), ...last]).toEqual(answer.series)
    })

    it('answers with what is no number', async () => {
      const { answer } = await run(prometheus(url), metricsPlan({ odd: 'odd' }, { step: '60s' }))
      expect(answer?.kind === 'series' && answer.series[0]?.values.slice(0, 4)).toEqual([
        1,
        'NaN',
        '+Inf',
        '-Inf',
      ])
    })

    it('answers with a hundred thousand points', async () => {
      const { answer } = await run(prometheus(url), metricsPlan({ up: 'up' }, { step: '1s' }))
      const points =
        answer?.kind === 'series' ? answer.series.reduce((sum, { times }) => sum + times.length, 0) : 0
      expect(points).toBeGreaterThan(100_000)
    })

    it('gives as many whole series as a page can draw, and says how many there are', async () => {
      const { answer } = await run(prometheus(url), metricsPlan({ up: 'up', again: 'up' }, { step: '1s' }))
      expect(answer?.kind === 'series' && answer.series.length).toBeLessThan(100)
      expect(answer?.notes).toEqual([{ code: 'series', count: expect.any(Number) as number, of: 50 }])
    })

    it('says in its own words what is wrong with one query beside another, and with all', async () => {
      const some = await run(prometheus(url), metricsPlan({ good: 'odd', bad: 'sum(' }))
      expect(some.answer?.kind === 'series' && some.answer.series).toHaveLength(1)
      expect(some.answer?.notes).toEqual([
        { code: 'query', text: expect.stringContaining('bad: tried answered HTTP 400: bad_data:') as string },
      ])
      const none = await run(prometheus(url), metricsPlan({ bad: 'sum(' }))
      expect(none.failure).toMatchObject({
        code: 'TELEMETRY_FAILED',
        message: expect.stringContaining('parse error') as string,
      })
      expect(none.exchanges[0]?.text).toContain('"errorType":"bad_data"')
    })

    it('asks for one moment where the plan does', async () => {
      const { answer } = await run(
        prometheus(url),
        metricsPlan({ odd: 'odd' }, { query_type: 'instant' }, { to: '2026-01-01T00:01:30Z' }),
      )
      expect(answer?.kind === 'series' && answer.series[0]).toMatchObject({
        times: [FROM + 90],
        values: ['NaN'],
      })
    })
  },
)

describe('an Elasticsearch', () => {
  const document = (index: number) => ({
    '@timestamp': new Date((FROM + (index % 3600)) * 1000).toISOString(),
    level: index % 10 === 0 ? 'ERROR' : 'INFO',
    message: `message ${index}`,
    service: index % 2 === 0 ? 'payment' : 'cart',
  })
  const logs = Array.from({ length: 12_345 }, (_, index) => document(index))
  let url = ''
  let asked: string[] = []
  beforeAll(async () => {
    const double = await searchDouble({ 'services-1': logs, 'services-2': [document(1)] }, SECRET)
    ending.push(() => double.server.close())
    ;({ url, asked } = double)
  })
  const definition = (more: Partial<TelemetryDefinition> = {}): TelemetryDefinition => ({
    speaks: 'elasticsearch',
    url,
    headers: { Authorization: 'Bearer ${secret:metrics}' },
    ...more,
  })

  it('answers page by page, with the count of all', async () => {
    const plan = logsPlan({ term: { service: 'payment' } })
    const first = await run(definition(), plan)
    if (first.answer?.kind !== 'logs') throw new Error('no logs')
    expect(first.answer).toMatchObject({ total: { count: 6173, atLeast: false }, next: 100, notes: [] })
    expect(first.answer.rows).toHaveLength(100)
    expect(first.answer.rows[0]).toMatchObject({ time: (FROM + 3598) * 1000, level: 'INFO' })
    const second = await run(definition(), plan, { offset: 100 })
    if (second.answer?.kind !== 'logs') throw new Error('no logs')
    const ids = new Set([...first.answer.rows, ...second.answer.rows].map(({ id }) => id))
    expect(ids.size).toBe(200)
  })

  it('is asked no further than its window reaches', async () => {
    const { answer } = await run(definition(), logsPlan(), { offset: 9900 })
    expect(answer).toMatchObject({ total: { count: 12_346 }, notes: [{ code: 'window', count: 10_000 }] })
    expect(answer?.kind === 'logs' && answer.next).toBe(undefined)
  })

  it('is queried with the user’s token, which nobody reads', async () => {
    const { exchanges } = await run(definition(), logsPlan())
    expect(exchanges[0]?.headers).toContainEqual({ name: 'Authorization', value: 'Bearer ${secret:metrics}' })
    expect(JSON.stringify(exchanges)).not.toContain(SECRET)
    const plain = await run(definition({ headers: { 'X-Api-Key': 'typed-by-hand' } }), logsPlan())
    expect(plain.failure).toMatchObject({
      code: 'TELEMETRY_REFUSED',
      message: expect.stringContaining('security_exception: missing authentication') as string,
    })
    expect(JSON.stringify(plain.exchanges)).not.toContain('typed-by-hand')
  })

  it('says that an index is not there', async () => {
    const { failure } = await run(definition(), logsPlan(undefined, 'nothing'))
    expect(failure?.message).toBe(
      'tried answered HTTP 404: index_not_found_exception: no such index [nothing]',
    )
  })

  it('is only read', () =>
    expect(asked.every((one) => /^(?:GET \/ |POST \/[^/]+\/_search )/.test(one))).toBe(true))
})

describe('an endpoint that', () => {
  const answerText = (status: number, text: string) =>
    answering((_, response) => response.writeHead(status).end(text))
  const UP = metricsPlan({ up: 'up' })

  it.each([
    ['refuses', 401, 'no entry', 'TELEMETRY_REFUSED', 'tried refused the request with HTTP 401: no entry'],
    [
      'breaks',
      500,
      '<html><style>a{}</style><h1>Oh  no</h1></html>',
      'TELEMETRY_FAILED',
      'tried answered HTTP 500: Oh no',
    ],
    ['breaks silently', 502, '', 'TELEMETRY_FAILED', 'tried answered HTTP 502: (empty)'],
    [
      'is no Prometheus',
      200,
      '<h1>Welcome</h1>',
      'TELEMETRY_MALFORMED',
      'The answer of tried isn’t one of Prometheus: Welcome',
    ],
    [
      'lies',
      200,
      '{"status":"success","data":{"resultType":"matrix","result":7}}',
      'TELEMETRY_MALFORMED',
      'The answer of tried isn’t one of Prometheus: a result of type matrix is none',
    ],
    [
      'fails with a good status',
      200,
      '{"status":"error","errorType":"timeout","error":"too slow"}',
      'TELEMETRY_SAID',
      'tried could not run the query: timeout: too slow',
    ],
  ])('%s says so', async (_, status, text, code, message) => {
    const { failure, exchanges } = await run(prometheus(await answerText(status, text)), UP)
    expect(failure).toMatchObject({ code, message })
    expect(exchanges[0]).toMatchObject({ status, text })
  })

  it('leads elsewhere is not followed', async () => {
    const seen: string[] = []
    const other = await answering((request, response) => {
      seen.push(request.url ?? '')
      response.end('{}')
    })
    const url = await answering((_, response) => response.writeHead(302, { location: other }).end())
    const { failure } = await run(prometheus(url), UP)
    expect(failure).toMatchObject({ code: 'TELEMETRY_REDIRECT', message: `tried redirects to ${other}.` })
    expect(seen).toEqual([])
  })

  it('is not there says so', async () => {
    const { failure } = await run(prometheus('http://127.0.0.1:2'), UP)
    expect(failure).toMatchObject({
      code: 'TELEMETRY_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED') as string,
    })
  })

  it('never answers, or never ends, is given up in time', async () => {
    const silent = await answering(() => undefined)
    const dripping = await answering((_, response) => {
      response.write('{')
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    })
    for (const url of [silent, dripping]) {
      const { failure } = await run(prometheus(url, { timeLimit: 1 }), UP)
      expect(failure).toMatchObject({
        code: 'TELEMETRY_TIMEOUT',
        message: 'tried did not answer within 1 seconds.',
      })
    }
  }, 20_000)

  it('sends without end is cut off', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const url = await answering((_, response) => {
      const push = (): void => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', push)
      push()
    })
    const { failure, exchanges } = await run(prometheus(url, { timeLimit: 20 }), UP)
    expect(failure).toMatchObject({ code: 'TELEMETRY_LARGE' })
    expect(exchanges[0]?.bytes).toBeLessThan(40 * 1024 * 1024)
  }, 60_000)

  it('is cancelled ends at once', async () => {
    let closed = false
    const url = await answering((request, response) => {
      if (request.url?.includes('query_range')) response.on('close', () => (closed = true))
      else response.end('{"status":"success","data":{}}')
    })
    const cancel = new AbortController()
    const running = run(prometheus(url), UP, { signal: cancel.signal })
    setTimeout(() => cancel.abort(), 300)
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(() => closed).toBe(true)
  })

  it('has another time says how far it is off', async () => {
    const url = await answering((_, response) =>
      response
        .writeHead(200, { date: new Date(Date.now() - 600_000).toUTCString() })
        .end('{"status":"success","data":{"resultType":"matrix","result":[]}}'),
    )
    const { answer } = await run(prometheus(url), UP)
    expect(answer?.notes).toEqual([{ code: 'skew', count: expect.closeTo(-600, -1) as number }])
  })

  describe('speaks TLS', () => {
    const secure = () =>
      served(
        createTlsServer(
          { key: readFileSync(fixture('server.key')), cert: readFileSync(fixture('server.pem')) },
          (_, response) => response.end('{"status":"success","data":{"resultType":"matrix","result":[]}}'),
        ),
        'https',
      )

    it('with an untrusted certificate says so', async () => {
      const { failure } = await run(prometheus(await secure()), UP)
      expect(failure).toMatchObject({ code: 'TELEMETRY_CERTIFICATE' })
    })

    it('is trusted by the user’s certificate file', async () => {
      const { answer } = await run(prometheus(await secure(), { caFile: fixture('ca.pem') }), UP)
      expect(answer).toMatchObject({ kind: 'series', series: [] })
    })

    it('and does not, says so', async () => {
      const url = await answerText(200, '{}')
      const { failure } = await run(prometheus(url.replace('http:', 'https:')), UP)
      expect(failure).toMatchObject({ code: 'TELEMETRY_UNREACHABLE' })
    })
  })

  it.each([
    ['of another protocol', logsPlan(), 'TELEMETRY_PROTOCOL'],
    ['for another storage', { query: { dialect: 'clickhouse_sql' } }, 'TELEMETRY_PLAN'],
    ['that is none', 7, 'TELEMETRY_PLAN'],
    [
      'that ends before it begins',
      metricsPlan({ up: 'up' }, {}, { from: HOUR.to, to: HOUR.from }),
      'TELEMETRY_RANGE',
    ],
  ])('is not asked by a plan %s', async (_, plan, code) => {
    const seen: string[] = []
    const url = await answering((request, response) => {
      seen.push(request.url ?? '')
      response.end('{"status":"success","data":{}}')
    })
    await expect(run(prometheus(url), plan)).rejects.toMatchObject({ code })
    expect(seen).toEqual(['/api/v1/query?query=1'])
  })

  it('is asked at its own address, whatever the plan says', async () => {
    const url = await answerText(200, '{"status":"success","data":{"resultType":"matrix","result":[]}}')
    const { exchanges } = await run(
      prometheus(url),
      metricsPlan({ up: 'up' }, { endpoint: 'http://169.254.169.254' }),
    )
    expect(exchanges[0]?.url).toMatch(new RegExp(`^${url}/api/v1/query_range`))
  })

  it.each([
    [401, 'no', 'TELEMETRY_REFUSED'],
    [200, '{"hello":"world"}', 'TELEMETRY_MALFORMED'],
    [200, '{"status":"success","data":{"resultType":"scalar","result":[0,"1"]}}', undefined],
  ])('answers %i %s is looked at before it is saved', async (status, text, code) => {
    const why = await checkTelemetry('t', prometheus(await answerText(status, text)), placeholders, mask)
    expect(why?.said.key).toBe(code)
  })
})

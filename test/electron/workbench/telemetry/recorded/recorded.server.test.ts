import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { LogRow, PlanRun, Series } from '#shared/telemetry/answer.ts'
import { SecretMask } from '../../../../../electron/node/secret-mask.ts'
import { RecordedEndpoint } from '../../../../../electron/workbench/telemetry/recorded/recorded-endpoint.ts'
import { recordedConnections } from '../../../../../electron/workbench/telemetry/recorded/recorded-connections.ts'
import {
  recordingOf,
  type RecordingFile,
} from '../../../../../electron/workbench/telemetry/recorded/recording.ts'
import { telemetryCalls } from '../../../../../electron/workbench/telemetry/runner.ts'
import { testServer, type TestServer } from '../../../model-server/server.ts'

const file = new URL('../../../../../electron/workbench/telemetry/recorded/incident.yaml', import.meta.url)
const description = parse(readFileSync(file, 'utf8')) as RecordingFile
const load = () => recordingOf(description)
const uid = (name: string): string => createHash('md5').update(name).digest('hex')

const ending: (() => unknown)[] = []
afterAll(() => Promise.all(ending.map((end) => end())))

it('a recording is the same each time it is made', () => expect(load()).toEqual(load()))

describe('the endpoint', () => {
  let endpoint: RecordedEndpoint
  beforeAll(async () => {
    endpoint = new RecordedEndpoint(load)
    ending.push(() => endpoint.close())
    await endpoint.open()
  })

  const ask = (
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const asking = request(
        `${endpoint.url}${path}`,
        {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${endpoint.token}`, ...headers },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => (text += chunk.toString()))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
          )
        },
      )
      asking.on('error', reject)
      asking.end(body === undefined ? undefined : JSON.stringify(body))
    })

  it.each([
    ['without the token', { authorization: '' }, 401],
    ['with another token', { authorization: 'Bearer nothing' }, 401],
    ['under a foreign Host', { host: 'evil.example' }, 403],
    ['with a foreign Origin', { origin: 'https://evil.example' }, 403],
  ])('answers nobody %s', async (_, headers, status) => {
    const answer = await ask('/prometheus/api/v1/query?query=1', { headers })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toContain(endpoint.token)
  })

  it.each([
    ['/prometheus/api/v1/query?query=1', { status: 'success', data: { resultType: 'scalar' } }],
    [
      '/prometheus/api/v1/query?query=service_cpu_percent{service="cart-service"}&time=2024-06-18T09:00:00Z',
      { data: { resultType: 'vector', result: [{ metric: { service: 'cart-service' } }] } },
    ],
    ['/prometheus/api/v1/label/attempt/values', { status: 'success', data: ['first', 'retry'] }],
    ['/prometheus/api/v1/labels', { data: ['__name__', 'attempt', 'service', 'service_uid'] }],
    ['/elasticsearch/', { version: { number: '8.15.0' } }],
  ])('%s', async (path, body) => expect(await ask(encodeURI(path))).toMatchObject({ status: 200, body }))

  it.each([
    ['/prometheus/api/v1/query?query=sum(', 400, { status: 'error', errorType: 'bad_data' }],
    ['/prometheus/api/v1/query_range?query=1&start=0&end=9&step=0', 400, { errorType: 'bad_data' }],
    ['/prometheus/api/v1/query_range?query=1&start=0&end=90000&step=1', 400, { error: /maximum resolution/ }],
    ['/prometheus/api/v1/admin', 404, { errorType: 'not_found' }],
    ['/elsewhere', 404, {}],
  ])('%s is answered %i', async (path, status, body) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    for (const [name, value] of Object.entries(body)) {
      const found = (answer.body as Record<string, unknown>)[name]
      if (value instanceof RegExp) expect(found).toMatch(value)
      else expect(found).toBe(value)
    }
  })

  const hits = (query: object) =>
    ask('/elasticsearch/services-*/_search', { body: { query, track_total_hits: true, size: 1 } })
  const count = async (query: object): Promise<number> =>
    ((await hits(query)).body as { hits: { total: { value: number } } }).hits.total.value

  it('searches by every clause that plans have', async () => {
    const all = await count({ match_all: {} })
    const errors = await count({ term: { 'log.level': 'ERROR' } })
    const carts = { term: { 'service.name': { value: 'cart-service' } } }
    expect(errors).toBeGreaterThan(1000)
    expect(await count({ bool: { must_not: [{ term: { 'log.level': 'ERROR' } }] } })).toBe(all - errors)
    expect(await count({ terms: { 'log.level': ['ERROR', 'none'] } })).toBe(errors)
    expect(await count({ bool: { should: [carts, { match_all: {} }], minimum_should_match: 2 } })).toBe(
      await count(carts),
    )
    expect(await count({ wildcard: { message: { value: '*max_attempts?is 5*' } } })).toBe(1)
    expect(await count({ query_string: { query: 'payment.max_attempts was' } })).toBe(1)
    expect(
      await count({ range: { '@timestamp': { gte: '2024-06-18T10:00:00Z', lt: '2024-06-18T10:00:00Z' } } }),
    ).toBe(0)
  })

  it.each([
    [{ query: { script: {} } }, 'parsing_exception', /unknown query \[script\]/],
    [{ query: { term: {} } }, 'parsing_exception', /malformed/],
    [{ aggs: {} }, 'parsing_exception', /unknown key \[aggs\]/],
    [{ from: 9999, size: 2 }, 'illegal_argument_exception', /Result window is too large/],
    [{ size: -1 }, 'illegal_argument_exception', /not negative/],
  ])('refuses %j in the protocol’s words', async (body, type, reason) =>
    expect(await ask('/elasticsearch/services-*/_search', { body })).toMatchObject({
      status: 400,
      body: { error: { type, reason: expect.stringMatching(reason) as string } },
    }),
  )
})

function connectionsOf() {
  const connections = recordedConnections((protocol) => ({
    id: protocol,
    name: protocol,
    placeholders: { env: {}, secret: () => Promise.resolve(undefined) },
    mask: new SecretMask(),
    onChange: () => undefined,
    onLog: () => undefined,
  }))
  ending.push(() => Promise.all(connections.map((connection) => connection.dispose())))
  return connections
}

it('it listens from the first start of a connection on', async () => {
  const connections = connectionsOf()
  const states = () => connections.map(({ info }) => [info.state, info.address?.replace(/:\d+\//, ':…/')])
  expect(states()).toEqual([
    ['stopped', undefined],
    ['stopped', undefined],
  ])
  await connections[1]!.start()
  expect(states()[1]).toEqual(['ready', 'http://127.0.0.1:…/elasticsearch'])
})

describe('the incident’s telemetry, by the plans of the sample', () => {
  let server: TestServer
  let run: (plan: unknown, offset?: number) => Promise<PlanRun>
  beforeAll(async () => {
    server = await testServer({ sample: 'incident-telemetry' })
    const connections = connectionsOf()
    await Promise.all(connections.map((connection) => connection.start()))
    run = async (plan, offset = 0) => {
      const { dialect } = (plan as { query: { dialect: string } }).query
      const found = connections.find(({ id }) => dialect.startsWith(id))
      return telemetryCalls(() => found ?? connections[0]!).run(
        { connection: '', plan, offset },
        { signal: new AbortController().signal, report: () => undefined, channel: undefined as never },
      )
    }
  })

  /** The plan that the server returns for the time around the incident. */
  async function planned(service: string, call: string): Promise<unknown> {
    const [row] = await server.rows(
      `.entity_set with(domain='platform', name='platform.service', ids=['${uid(service)}']) | entity-call ${call}`,
    )
    const plan = JSON.parse(row?.['query'] as string) as object
    return { ...plan, time_range: { from: '2024-06-18T09:00:00Z', to: '2024-06-18T11:00:00Z' } }
  }

  async function metric(service: string, name: string): Promise<readonly Series[]> {
    const { answer, failure } = await run(
      await planned(service, `get_metrics('platform', 'platform.metric.service', '${name}')`),
    )
    expect(failure).toBe(undefined)
    return answer?.kind === 'series' ? answer.series : []
  }
  const at = ({ times, values }: Series, clock: string): number =>
    Number(values[times.indexOf(Date.parse(`2024-06-18T${clock}:00Z`) / 1000)])

  it('shows four tries beside the first where hardly one was before: 35,000 a second at a gateway for 4,000', async () => {
    const [all] = await metric('svc-pay-gw', 'requests')
    const tries = await metric('svc-pay-gw', 'tries')
    expect(at(all!, '09:30')).toBeGreaterThan(1800)
    expect(at(all!, '09:30')).toBeLessThan(2200)
    expect(Math.abs(at(all!, '10:30') - 35_000)).toBeLessThan(1500)
    const ratio = (clock: string): number => {
      const of = (attempt: string) => tries.find(({ labels }) => labels['attempt'] === attempt)
      return at(of('retry')!, clock) / at(of('first')!, clock)
    }
    expect(ratio('09:30')).toBeLessThan(0.03)
    // The setting alone, ten minutes before the sale, changes nothing.
    expect(ratio('09:56')).toBeLessThan(0.05)
    expect(ratio('10:30')).toBeCloseTo(4, 0)
  })

  it('clears the version: latency does not move when it goes live', async () => {
    const [latency] = await metric('svc-pay-gw', 'latency_p95')
    expect(at(latency!, '09:00')).toBeLessThan(110)
    expect(at(latency!, '10:30')).toBeGreaterThan(1500)
    const [lines] = await metric('svc-pay-gw', 'log_lines')
    expect(at(lines!, '09:00')).toBeGreaterThan(430)
  })

  it('clears the baskets: they were slow before, and got well', async () => {
    const [latency] = await metric('platform.service:cart', 'latency_p95')
    expect(at(latency!, '09:24')).toBeGreaterThan(1700)
    expect(at(latency!, '10:30')).toBeLessThan(1000)
  })

  it('has logs, page by page, that say the same', async () => {
    const plan = await planned('svc-checkout', "get_logs('platform', 'platform.log.service')")
    const pages: LogRow[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const { answer, failure } = await run(plan, offset)
      expect(failure).toBe(undefined)
      if (answer?.kind !== 'logs') throw new Error('no logs')
      pages.push(...answer.rows)
      expect(answer.notes).toEqual([])
      offset = answer.next
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
    expect(pages.length).toBeGreaterThan(1000)
    const setting = pages.find(({ message }) => message.includes('max_attempts'))
    expect(setting).toMatchObject({ level: 'INFO', message: 'setting payment.max_attempts is 5, was 2' })
    expect(pages.some(({ level, message }) => level === 'WARN' && message.endsWith('try 5 of 5'))).toBe(true)
  })
})

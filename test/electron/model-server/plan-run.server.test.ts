import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#shared/model/json.ts'
import { sharedFolder } from '../../temporary-folder.ts'
import { searchDouble } from '../workbench/telemetry/search-double.ts'
import { ServerProcess } from './process.ts'

const TOKEN = 'a-token-that-nobody-may-read'
const FROM = Date.parse('2026-01-01T00:00:00Z') / 1000
const SERVICE = '10000000000000000000000000000101'
const call = (method: string) =>
  `.entity_set with(domain='devops', name='devops.service', ids=['${SERVICE}']) | entity-call ${method}`

const folder = sharedFolder()
const servers: ServerProcess[] = []
const ending: (() => unknown)[] = []
afterAll(() => {
  for (const server of servers) server.child.kill('SIGKILL')
  return Promise.all(ending.map((end) => end()))
})

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = new ServerProcess(['--quickstart', '--log-level', 'debug', ...args], env)
  servers.push(server)
  return server
}

let number = 0
const ask = async (server: ServerProcess, method: string, params: object): Promise<JsonObject> =>
  (await server.ask({ jsonrpc: '2.0', id: ++number, method, params })).result as JsonObject
const tool = async (server: ServerProcess, name: string, args: object): Promise<JsonObject> =>
  (await ask(server, 'tools/call', { name, arguments: args }))['structuredContent'] as JsonObject

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const toolNames = async (server: ServerProcess): Promise<Json[]> =>
  ((await ask(server, 'tools/list', {}))['tools'] as JsonObject[]).map(({ name }) => name ?? null)

describe('a server with endpoints to ask', () => {
  let server: ServerProcess
  let asked: string[] = []
  const plans: Record<string, Json> = {}
  beforeAll(async () => {
    const documents = Array.from({ length: 250 }, (_, index) => ({
      '@timestamp': new Date((FROM + index) * 1000).toISOString(),
      'log.level': index === 249 ? 'ERROR' : 'INFO',
      'service.uid': SERVICE,
      message: `entry ${index}, opened with ${TOKEN}`,
    }))
    const double = await searchDouble({ 'services-1': documents }, TOKEN)
    ending.push(() => double.server.close())
    asked = double.asked
    const metrics = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      if (request.url?.startsWith('/broken'))
        return response
          .writeHead(422)
          .end(`{"status":"error","errorType":"execution","error":"too many for ${TOKEN}"}`)
      const result = [
        {
          metric: { service: 'checkout' },
          values: [
            [FROM, '1'],
            [FROM + 30, 'NaN'],
          ],
        },
      ]
      return response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
    })
    await new Promise<void>((resolve) => metrics.listen(0, '127.0.0.1', resolve))
    ending.push(() => metrics.close())
    const metricsUrl = `http://127.0.0.1:${(metrics.address() as AddressInfo).port}`
    const headers = { Authorization: 'Bearer ${env:PLAN_TOKEN}' }
    const telemetry = {
      logs: {
        speaks: 'elasticsearch',
        url: double.url,
        headers,
        storages: ['devops/devops.elasticsearch.logs'],
      },
      metrics: {
        speaks: 'prometheus',
        url: metricsUrl,
        headers,
        storages: ['devops/devops.prometheus.core'],
      },
      broken: { speaks: 'prometheus', url: `${metricsUrl}/broken`, headers },
      away: { speaks: 'prometheus', url: 'http://127.0.0.1:2' },
    }
    server = start(['--telemetry', await fileOf('telemetry.json', JSON.stringify({ telemetry }))], {
      PLAN_TOKEN: TOKEN,
    })
    for (const [name, method] of [
      ['logs', "get_logs('devops', 'devops.log.service')"],
      ['metrics', "get_metrics('devops', 'devops.metric.service', 'request_count')"],
    ] as const) {
      const { output } = await tool(server, 'query_spl_execute', {
        query: call(method),
        time_range: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' },
      })
      const [row] = (output as JsonObject)['rows'] as JsonObject[]
      plans[name] = row?.['query'] ?? null
    }
  })

  it('lists the tool behind the seven', async () => {
    const names = await toolNames(server)
    expect(names).toHaveLength(8)
    expect(names.at(-1)).toBe('query_plan_run')
  })

  it('runs a plan of metrics by the endpoint of its storage', async () => {
    const { ok, output } = await tool(server, 'query_plan_run', { plan: plans['metrics'] })
    expect(ok).toBe(true)
    expect(output).toMatchObject({
      connection: 'metrics',
      requests: [{ method: 'GET', status: 200 }],
      answer: {
        kind: 'series',
        from: FROM,
        to: FROM + 3600,
        series: [{ labels: { service: 'checkout' }, times: [FROM, FROM + 30], values: [1, 'NaN'] }],
      },
    })
  })

  it('runs a plan of logs page by page, also as an object, in another time', async () => {
    const plan = JSON.parse(plans['logs'] as string) as JsonObject
    const first = await tool(server, 'query_plan_run', { plan })
    const { answer } = first['output'] as { answer: { rows: JsonObject[]; next?: number } }
    expect(answer).toMatchObject({ total: { count: 250, atLeast: false }, next: 100 })
    expect(answer.rows[0]).toMatchObject({ level: 'ERROR' })
    const second = await tool(server, 'query_plan_run', {
      plan,
      offset: 100,
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-01T00:02:00Z',
    })
    expect(second['output']).toMatchObject({ answer: { total: { count: 121 }, rows: { length: 21 } } })
  })

  it.each([
    ['no plan', { plan: { query: {} } }, 'INVALID_ARGUMENT', /plan must be a plan/],
    ['an offset beyond', { offset: 10_000 }, 'INVALID_ARGUMENT', /offset must be/],
    ['a time that is none', { from: 'soon' }, 'INVALID_ARGUMENT', /from must be an RFC 3339/],
    [
      'a time that runs backwards',
      { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      'INVALID_ARGUMENT',
      /./,
    ],
    ['an endpoint of another kind', { connection: 'logs' }, 'INVALID_ARGUMENT', /Prometheus/],
    ['an endpoint that nobody named', { connection: 'nowhere' }, 'NOT_FOUND', /metrics, broken, away/],
    [
      'an endpoint that refuses',
      { connection: 'broken' },
      'PROVIDER_UNAVAILABLE',
      /HTTP 422: execution: too many/,
    ],
    ['an endpoint that is away', { connection: 'away' }, 'PROVIDER_UNAVAILABLE', /ECONNREFUSED/],
  ])('refuses %s', async (_, args, code, message) => {
    const answer = await tool(server, 'query_plan_run', { plan: plans['metrics'], ...args })
    expect(answer).toMatchObject({ ok: false, code, error: expect.stringMatching(message) as string })
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
  })

  it('asks no address that only a model names', async () => {
    const plan = JSON.parse(plans['metrics'] as string) as { data_source: { storage: object }; query: object }
    const before = asked.length
    const elsewhere = {
      ...plan,
      data_source: { storage: { domain: 'evil', name: 'evil' } },
      query: { ...plan.query, endpoint: 'http://127.0.0.1:3' },
    }
    expect(await tool(server, 'query_plan_run', { plan: elsewhere })).toMatchObject({ code: 'NOT_FOUND' })
    expect(asked).toHaveLength(before)
  })

  it('sends its token to the endpoint and nowhere else', async () => {
    const answer = await tool(server, 'query_plan_run', { plan: plans['logs'] })
    expect(JSON.stringify(answer)).toContain('opened with ${secret:PLAN_TOKEN}')
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
    expect(server.stderr).not.toContain(TOKEN)
  })
})

it('a server without the option has the seven tools, and no other', async () => {
  const server = start([])
  expect(await toolNames(server)).toHaveLength(7)
  expect(await tool(server, 'query_plan_run', { plan: {} })).toMatchObject({ code: 'TOOL_NOT_FOUND' })
})

it.each([
  ['no JSON', 'hello', /no JSON object/],
  ['no endpoints', '{}', /telemetry/],
  ['a wrong address', '{"telemetry":{"a":{"speaks":"prometheus","url":"ftp://x"}}}', /telemetry\.a\.url/],
  [
    'a secret that is not there',
    '{"telemetry":{"a":{"speaks":"prometheus","url":"http://x","headers":{"A":"${env:NO_SUCH_TOKEN}"}}}}',
    /a: .*NO_SUCH_TOKEN/,
  ],
])('a file with %s ends the start with exit code 2 and one line', async (_, text, words) => {
  const server = start(['--telemetry', await fileOf('wrong.json', text)])
  expect(await server.ended).toBe(2)
  expect(server.stderr.trim().split('\n').at(-1)).toMatch(words)
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whatAnswers } from '../../../../electron/workbench/connections/what-answers.ts'

interface Said {
  readonly status: number
  readonly type?: string
  readonly body: string
}

const STATUS = '/apis/envs/sandbox/v1/get_status'
const RPC = '{"jsonrpc":"2.0","id":1,"result":{}}'
const REFUSED = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}'
const DETAIL = '{"detail":"A bearer token is needed"}'

/** What servers answer to a path; any other path is not found. */
const ANSWERS: Readonly<Record<string, Said>> = {
  '/mcp': { status: 200, body: RPC },
  '/events': { status: 200, type: 'text/event-stream', body: `data: ${RPC}\n\n` },
  '/locked/mcp': { status: 401, body: REFUSED },
  '/old/mcp': { status: 400, body: REFUSED },
  [`/platform${STATUS}`]: { status: 200, body: '{"status":"Failed","message":"","error":"x","result":null}' },
  '/team': { status: 401, body: DETAIL },
  '/oauth': { status: 401, type: 'text/html', body: '<p>Sign in</p>' },
  '/page': { status: 200, type: 'text/html', body: '<p>Hello</p>' },
}

let server: Server
let base = ''
const ended: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (request.method === 'DELETE') ended.push(path)
    const {
      status,
      type = 'application/json',
      body,
    } = ANSWERS[path] ?? { status: 404, body: '{"detail":"Not Found"}' }
    response.writeHead(status, { 'content-type': type, 'mcp-session-id': 'one' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it.each([
  ['/mcp', 'model', 'ADDRESS.model'],
  ['/events', 'model', 'ADDRESS.model'],
  ['/locked/mcp', 'model', 'ADDRESS.modelLocked'],
  ['/old/mcp', 'model', 'ADDRESS.model'],
  ['/platform', 'platform', 'ADDRESS.platform'],
  ['/platform/apis/envs/sandbox/v1', 'platform', 'ADDRESS.platform'],
  ['/team', 'platform', 'ADDRESS.platformLocked'],
  ['/oauth', 'unknown', 'ADDRESS.locked'],
  ['/page', 'unknown', 'ADDRESS.neither'],
  ['/nowhere', 'unknown', 'ADDRESS.neither'],
])('%s is a %s: %s', async (path, service, key) => {
  const answer = await whatAnswers(base + path)
  expect([answer.service, answer.why.said.key]).toEqual([service, key])
  expect(answer.why.message).toContain(base + path)
})

it('an address where nobody listens is said to answer nothing', async () => {
  expect((await whatAnswers('http://127.0.0.1:1')).why.said.key).toBe('ADDRESS.unreachable')
})

it('ends the session that its question began', async () => {
  ended.length = 0
  await whatAnswers(`${base}/mcp`)
  expect(ended).toEqual(['/mcp'])
})

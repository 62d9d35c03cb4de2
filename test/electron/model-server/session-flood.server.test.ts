import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { HttpServer } from '../../../electron/model-server/mcp/transports/http.ts'
import { serveTest, testServer } from './server.ts'

const MAX_SESSIONS = 1000

let http: HttpServer
let passed = 0
beforeAll(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const { service } = await testServer()
  http = await serveTest(service, {
    sessionIdleMs: 1_800_000,
  })
})
afterAll(async () => {
  await http.close()
  vi.restoreAllMocks()
})

const post = (message: object, session?: string): Promise<Response> =>
  fetch(http.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(session ? { 'Mcp-Session-Id': session } : {}) },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })
const open = (): Promise<Response> =>
  post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })

/** Opens a session as a client does, and does nothing with it. */
async function greet(): Promise<string> {
  const session = (await open()).headers.get('mcp-session-id') ?? ''
  await post({ method: 'notifications/initialized' }, session)
  return session
}

it('sessions with only a handshake block nobody, and no used session ends for them', async () => {
  const worker = await greet()
  expect((await post({ id: 2, method: 'tools/list' }, worker)).status).toBe(200)
  for (let left = MAX_SESSIONS - 1; left > 0; left -= 37) {
    await Promise.all(Array.from({ length: Math.min(left, 37) }, greet))
  }
  expect((await open()).status).toBe(503)
  passed = 11_000
  expect((await open()).status).toBe(200)
  for (let n = 0; n < 1_010; n += 10) await Promise.all(Array.from({ length: 10 }, open))
  expect((await post({ id: 3, method: 'tools/list' }, worker)).status).toBe(200)
})

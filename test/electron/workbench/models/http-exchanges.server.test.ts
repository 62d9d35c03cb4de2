import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { readServerCard } from '../../../../electron/workbench/console/server-card.ts'
import { connectionTo, whatRuns } from '../../connection-to.ts'

const script = fileURLToPath(new URL('../../../fixtures/mcp/stateless-server.mjs', import.meta.url))
const { served, ending, end } = whatRuns()
afterEach(end)

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ending.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('shows with each message what went over HTTP, and hides what opens something', async () => {
  const url = await served([script, 'http'], {}, /http:\S+/)
  const headers = { Authorization: 'Bearer open-sesame', 'X-Team': 'blue' }
  const { connection } = connectionTo({ url: `${url}?api_key=open-sesame`, headers }, ending)
  await connection.start()
  await connection.request('tools/list', {})
  const entries = connection.trace.list(100, undefined)
  const asked = entries.find(({ kind, method }) => kind === 'request' && method === 'tools/list')
  expect(asked).toMatchObject({ status: 200 })
  const { http } = connection.trace.read(asked?.sequence ?? 0)
  expect(http).toHaveLength(1)
  expect(http[0]).toMatchObject({ method: 'POST', status: 200 })
  expect(Object.fromEntries(http[0]?.request ?? [])).toMatchObject({
    authorization: 'Bearer ••••••',
    'mcp-method': 'tools/list',
    'mcp-protocol-version': '2026-07-28',
    'x-team': 'blue',
  })
  expect(Object.fromEntries(http[0]?.response ?? [])).toMatchObject({ 'content-type': 'application/json' })
  const answered = connection.trace.read(asked?.pair ?? 0)
  expect(answered.entry).toMatchObject({ kind: 'response', status: 200 })
  expect(answered.http).toEqual(http)
  expect(JSON.stringify(entries.map(({ sequence }) => connection.trace.read(sequence)))).not.toContain(
    'open-sesame',
  )
})

it('shows what a refusal said, and requests that carry no message', async () => {
  const url = await listen((request, response) => {
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope"' }
    response.writeHead(request.method === 'POST' ? 403 : 405, challenge).end('You may not.')
  })
  const { connection } = connectionTo({ url, type: 'http' }, ending)
  await connection.start()
  const kept = connection.trace.list(100, undefined).map(({ sequence }) => connection.trace.read(sequence))
  const refused = kept.find(({ entry }) => entry.method === 'initialize')
  expect(refused).toMatchObject({ entry: { status: 403 }, http: [{ status: 403, body: 'You may not.' }] })
  expect(Object.fromEntries(refused?.http[0]?.response ?? [])).toMatchObject({
    'www-authenticate': 'Bearer error="insufficient_scope"',
  })
})

it('shows a stream that was opened and a session that was ended as requests of their own', async () => {
  const everything = fileURLToPath(
    import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  )
  const PORT = new URL(await listen((_, response) => response.end())).port
  await end()
  await served([everything, 'streamableHttp'], { PORT }, /port \d+/)
  const { connection } = connectionTo({ url: `http://127.0.0.1:${PORT}/mcp` }, ending)
  await connection.start()
  const plain = () =>
    connection.trace.list(100, undefined).flatMap((entry) => (entry.kind === 'http' ? [entry] : []))
  await expect.poll(plain).toContainEqual(expect.objectContaining({ method: 'GET /mcp', status: 200 }))
  await connection.stop()
  await expect.poll(plain).toContainEqual(expect.objectContaining({ method: 'DELETE /mcp', status: 200 }))
})

it.each([
  ['below the endpoint', '/mcp/server-card'],
  ['where drafts had it', '/.well-known/mcp/server-card.json'],
])('reads the card of a server %s', async (_where, place) => {
  const card = { name: 'com.example/mcp', version: '1.0.0', remotes: [] }
  const url = await listen((request, response) => {
    if (request.url === place) response.end(JSON.stringify(card))
    else response.writeHead(404).end('<html>')
  })
  const { signal } = new AbortController()
  expect(await readServerCard(`${url}/mcp`, signal)).toEqual({ url: `${url}${place}`, card })
})

it('takes no page for a card, nor one without end', async () => {
  const { signal } = new AbortController()
  const page = await listen((_, response) => response.end('<!doctype html>'))
  expect(await readServerCard(`${page}/mcp`, signal)).toBeNull()
  const endless = await listen((_, response) => {
    const pour = (): void => void response.write('x'.repeat(65_536), (error) => error ?? pour())
    pour()
  })
  expect(await readServerCard(`${endless}/mcp`, signal)).toBeNull()
})

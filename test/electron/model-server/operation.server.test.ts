import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { auditFolder } from '../../../electron/node/access/audit.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { annOf } from './keys.ts'
import { ServerProcess } from './process.ts'

function started(...args: string[]): ServerProcess {
  const server = new ServerProcess(['--quickstart', ...args])
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

const linesOf = ({ stderr }: ServerProcess): Record<string, unknown>[] =>
  stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

it('over stdio, calls are logged as JSON with their trace, and TERM ends the server once they are answered', async () => {
  const server = started('--log-format', 'json')
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const params = { name: 'query_spl_examples', arguments: {}, _meta: { traceparent } }
  await server.ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  await expect
    .poll(() => linesOf(server).at(-1))
    .toMatchObject({
      level: 'info',
      message: 'call',
      method: 'tools/call',
      tool: 'query_spl_examples',
      workspace: 'demo',
      outcome: 'ok',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      parent_span_id: 'b7ad6b7169203331',
    })
  const exit = once(server.child, 'exit')
  for (let id = 2; id < 50; id++) server.send({ jsonrpc: '2.0', id, method: 'tools/call', params })
  await server.next()
  server.child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

/** A session's open stream of events. */
async function openStream(address: string, secret: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const opened = await fetch(address, { method: 'POST', headers, body })
  const session = opened.headers.get('mcp-session-id') ?? ''
  return fetch(address, { headers: { ...headers, 'mcp-session-id': session, accept: 'text/event-stream' } })
}

it('over HTTP, TERM ends it in order, and what was written is in the audit', async () => {
  const folder = await temporaryFolder()
  const secret = await annOf(folder, 'red')
  const server = started(
    '--transport',
    'http',
    '--addr',
    '127.0.0.1:0',
    '--access',
    folder,
    '--data',
    await temporaryFolder(),
    '--enable-writes',
    '--log-format',
    'json',
  )
  const address = (): string => /listening on ([^\s"]+)/.exec(server.stderr)?.[1] ?? ''
  await expect.poll(address).not.toBe('')
  const call = (token: string) =>
    fetch(address(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'entity_expire', arguments: {} },
      }),
    })
  expect((await call(secret)).status).toBe(200)
  expect((await call('nothing')).status).toBe(401)
  await expect
    .poll(() => linesOf(server).filter(({ message }) => message === 'call'))
    .toMatchObject([
      { tool: 'entity_expire', outcome: 'failed', key: 'ann', operation: 'model entity_expire' },
      { method: 'POST', status: 401, operation: '/mcp', path: '/mcp', client: '127.0.0.1' },
    ])
  expect(server.stderr).not.toContain(secret)
  const stream = await openStream(address(), secret)
  const exit = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  expect(await stream.text()).toMatch(/: the server ends\n\n$/)
  expect(await exit).toEqual([0, null])
  await expect.poll(() => linesOf(server).map(({ message }) => message)).toContain('shutting down')
  expect(readdirSync(join(auditFolder(folder)))).toHaveLength(1)
})

it('after kill -9, each change that is there has one line in the audit, whether it was answered or not', async () => {
  const [data, access] = [await temporaryFolder(), await temporaryFolder()]
  const secret = await annOf(access, 'demo')
  const open = async () => {
    const server = started(
      '--transport',
      'http',
      '--addr',
      '127.0.0.1:0',
      '--access',
      access,
      '--data',
      data,
      '--graphstore',
      'file.memory',
      '--enable-writes',
    )
    const address = (): string => /listening on ([^\s"]+)/.exec(server.stderr)?.[1] ?? ''
    await expect.poll(address, { timeout: 30_000 }).not.toBe('')
    const call = async (request: string, name: string, args: object): Promise<string> => {
      const answer = await fetch(address(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${secret}`,
          'x-request-id': request,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args },
        }),
      })
      return answer.text()
    }
    return { server, call }
  }
  const { server, call } = await open()
  let [sent, answered] = [0, 0]
  const write = async (): Promise<void> => {
    while (server.child.exitCode === null && server.child.signalCode === null) {
      const id = String(sent++).padStart(32, '0')
      const entity = {
        __domain__: 'game',
        __entity_type__: 'game.guild',
        __entity_id__: id,
        __method__: 'Create',
        __first_observed_time__: 1_700_000_000,
        __last_observed_time__: 4_000_000_000,
        display_name: 'written',
      }
      if (await call(id, 'entity_write', { entities: [entity] }).catch(() => undefined)) answered++
    }
  }
  const writers = Array.from({ length: 8 }, write)
  await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(40)
  const exit = once(server.child, 'exit')
  server.child.kill('SIGKILL')
  await exit
  await Promise.all(writers)

  const next = await open()
  const query =
    ".entity with(domain='game', name='game.guild') | where display_name = 'written' | project __entity_id__ | limit 10000"
  const there = new Set((await next.call('q', 'query_spl_execute', { query })).match(/\b0{20}\d{12}\b/g))
  expect(there.size).toBeGreaterThanOrEqual(answered)
  const folder = auditFolder(access)
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
  )
  const requests = lines.map((line) => (JSON.parse(line) as { request: string }).request)
  for (const id of there)
    expect(
      requests.filter((request) => request === id),
      id,
    ).toHaveLength(1)
  expect(new Set(requests).size).toBe(requests.length)
  expect(readdirSync(data).filter((name) => name.startsWith('audit-begun'))).toEqual([])
})

it('why it cannot start is one line of JSON, too', async () => {
  const http = ['--transport', 'http', '--addr', '127.0.0.1:0', '--log-format', 'json']
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'keys.json'), '{')
  const server = started(...http, '--access', folder)
  expect(await once(server.child, 'exit')).toEqual([2, null])
  const [why, ...more] = linesOf(server).filter(({ level }) => level === 'error')
  expect(more).toEqual([])
  expect(why?.['message']).toMatch(/^model-server: The keys in .* cannot be used: it is not JSON\.$/)
})

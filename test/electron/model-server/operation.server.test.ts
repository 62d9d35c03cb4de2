import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { auditFolder } from '../../../electron/node/access/audit.ts'
import { addKey } from '../../../electron/node/access/key-file.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
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

it('over HTTP, TERM ends it in order, and what was written is in the audit', async () => {
  const folder = await temporaryFolder()
  const wish = {
    name: 'ann',
    role: 'user',
    namespace: 'red',
    expires: undefined,
    caps: {},
    hasSecret: true,
  } as const
  const { secret } = await addKey(folder, wish)
  const server = started(
    '--transport',
    'http',
    '--addr',
    '127.0.0.1:0',
    '--access',
    folder,
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
  expect((await call(secret ?? '')).status).toBe(200)
  expect((await call('nothing')).status).toBe(401)
  await expect
    .poll(() => linesOf(server).filter(({ message }) => message === 'call'))
    .toMatchObject([
      { tool: 'entity_expire', outcome: 'failed', key: 'ann', operation: 'model entity_expire' },
      { method: 'POST', status: 401, operation: '/mcp' },
    ])
  expect(server.stderr).not.toContain(secret)
  const exit = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(readdirSync(join(auditFolder(folder)))).toHaveLength(1)
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { callAs, type Reached } from '../../../renderer/console/call-as.ts'
import { whatRuns } from '../../electron/connection-to.ts'

const { served, ending, end } = whatRuns()
afterEach(end)

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const stateless = join(root, 'test/fixtures/mcp/stateless-server.mjs')
const env = { ...process.env, TEAM: 'blue "sky"' }
const headers = { 'X-Team': '${env:TEAM}' }

const sessions = async (): Promise<Reached> => {
  const PORT = String(19_000 + (process.pid % 1000))
  await served([everything, 'streamableHttp'], { PORT }, /port \d+/)
  return { url: `http://127.0.0.1:${PORT}/mcp`, headers }
}
const alone = async (): Promise<Reached> => ({
  url: await served([stateless, 'http'], {}, /http:\S+/),
  headers,
})

const echo = { tool: 'echo', args: { message: "it's `$HOME`" } }
const modern = { tool: 'echo', args: {}, protocol: '2026-07-28' }

it.each([
  ['with sessions', sessions, echo, "Echo: it's `$HOME`"],
  ['without', alone, modern, 'clientCapabilities'],
] as const)('what is copied for curl is answered by a server %s', async (_what, reached, call, answer) => {
  const { stdout } = await run('sh', ['-c', callAs('curl', await reached(), call) ?? ''], { env })
  expect(stdout).toContain(answer)
})

it.each([
  ['a server with sessions', sessions, echo, '$HOME'],
  ['a server without', alone, modern, 'clientCapabilities'],
  [
    'a program',
    () => Promise.resolve({ command: process.execPath, args: [everything, 'stdio'], cwd: root, env: {} }),
    echo,
    '$HOME',
  ],
] as const)('what is copied as a program calls %s', async (_what, reached, call, answer) => {
  // Inside node_modules, so that imports resolve.
  const folder = await mkdtemp(join(root, 'node_modules/.call-as-'))
  ending.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'call.mjs')
  await writeFile(file, callAs('typescript', await reached(), call) ?? '')
  expect((await run(process.execPath, [file], { env })).stdout).toContain(answer)
})

it('what is copied of a server that one signed in to sends the token, or says that it has none', async () => {
  const seen: unknown[] = []
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ending.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const pasted = callAs('curl', { url, signedIn: true }, modern) ?? ''
  await run('sh', ['-c', pasted], { env: { ...env, ACCESS_TOKEN: 'theirs' } })
  expect(seen).toEqual(['Bearer theirs'])
  await expect(run('sh', ['-c', pasted], { env })).rejects.toThrow(/ACCESS_TOKEN: set it to an access token/)
  expect(seen).toHaveLength(1)
})

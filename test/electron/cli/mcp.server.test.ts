import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainBox, Secrets } from '../../../electron/workbench/secrets/secrets.ts'
import { sharedFolder, temporaryFolder } from '../../temporary-folder.ts'
import { whatRuns } from '../connection-to.ts'
import { repository } from '../repository.ts'
import { built } from './built.ts'

const { served, ending, end } = whatRuns()
afterAll(end)

/** The reference server needs an explicit port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const folder = sharedFolder()
const packages = join(repository(), 'node_modules/@modelcontextprotocol')
let program: string
/** URLs of a server with sessions, and of one without. */
const servers = { stateful: '', stateless: '' }

beforeAll(async () => {
  program = await built('mcp', folder)
  const PORT = String(await freePort())
  await served([join(packages, 'server-everything/dist/index.js'), 'streamableHttp'], { PORT }, /port \d+/)
  servers.stateful = `http://127.0.0.1:${PORT}/mcp`
  const fixture = join(repository(), 'test/fixtures/mcp/stateless-server.mjs')
  servers.stateless = await served([fixture, 'http'], {}, /http:\S+/)
})

/** Runs the program; its data folder is empty unless one is given. */
function mcp(...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, '--data', folder, ...words], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
    child.stdin?.end()
  })
}

const research = ['tools', 'call', 'simulate-research-query']

describe('orrery mcp', () => {
  it('makes a task of a call where its tool wants one, and prints what the task came to', async () => {
    const { code, out, err } = await mcp(servers.stateful, ...research, '{"topic":"orreries"}')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('# Research Report: orreries')
  }, 60_000)

  it.each([
    ['with sessions', 'stateful', ['trigger-elicitation-request'], '{"name":"Ada"}', 'Name: Ada'],
    [
      'of a task',
      'stateful',
      ['simulate-research-query', '{"topic":"t","ambiguous":true}'],
      '{"interpretation":"technical"}',
      'technical',
    ],
    ['without sessions', 'stateless', ['ask'], '{"colour":"red"}', String.raw`{\"colour\":\"red\"}`],
    [
      'of a task without',
      'stateless',
      ['task', '{"how":"ask"}'],
      '{"colour":"red"}',
      String.raw`{\"colour\":\"red\"}`,
    ],
  ] as const)(
    'answers a question %s as instructed',
    async (_which, server, call, answer, said) => {
      const { code, out, err } = await mcp(servers[server], 'tools', 'call', ...call, '--answer', answer)
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain(said)
    },
    60_000,
  )

  it('writes the text that a server wants of a model', async () => {
    const words = ['tools', 'call', 'trigger-sampling-request', '{"prompt":"Say something"}']
    const { out } = await mcp(servers.stateful, ...words, '--answer', '"Something"')
    expect(out).toContain('Something')
  })

  it('declines an unanswered question, and says what was asked', async () => {
    const { err, out } = await mcp(servers.stateful, 'tools', 'call', 'trigger-elicitation-request')
    expect(err).toMatch(
      /declined a question of the server; answer it with --answer JSON\n {2}Please .*\n {2}\{.*"name"/,
    )
    expect(out).toMatch(/declined/)
  })

  it('declines by null without a word about how', async () => {
    const { err } = await mcp(servers.stateless, 'tools', 'call', 'ask', '--answer', 'null')
    expect(err).toMatch(/^orrery mcp: declined a question of the server\n/)
  })

  it.each([
    ['an error of a tool', ['tools', 'call', 'get-sum', '{"a":"x"}'], 1],
    ['no such tool', ['request', 'no/such'], 1],
    ['no JSON', ['tools', 'call', 'echo', '{'], 2],
  ])('exits with a code for %s', async (_what, words, code) => {
    expect((await mcp(servers.stateful, ...words)).code).toBe(code)
  })
})

/** A server that requires a token and counts requests without one. */
async function guarded(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== 'Bearer granted')
      return response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end()
    if (request.method !== 'POST') return response.writeHead(405).end()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    return request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string }
      if (id === undefined) return response.writeHead(202).end()
      const serverInfo = { name: 'guarded', version: '1' }
      const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
      const results: Record<string, object> = { initialize: hello, 'tools/list': { tools: [] } }
      const result = results[method]
      const answer = result ? { result } : { error: { code: -32_601, message: 'Method not found' } }
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ending.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

describe('orrery mcp, where one has to sign in', () => {
  const list = ['tools', 'list']

  it('says so, and what to do', async () => {
    const { code, err } = await mcp(await guarded(), ...list)
    expect(code).toBe(2)
    expect(err).toMatch(/requires you to sign in.*workbench.*--header "Authorization: Bearer …"\n$/)
  })

  it('takes a token', async () => {
    expect(await mcp(await guarded(), ...list, '--header', 'authorization: Bearer granted')).toMatchObject({
      code: 0,
      err: '',
    })
  })

  it('is who signed in to that connection in the workbench', async () => {
    const data = await temporaryFolder()
    const mcpServers = { 'my notes': { url: await guarded() } }
    await writeFile(join(data, 'connections.json'), JSON.stringify({ mcpServers }))
    const secrets = new Secrets(
      join(data, 'secrets.json'),
      plainBox,
      () => true,
      () => undefined,
    )
    await secrets.load()
    const tokens = { access_token: 'granted', token_type: 'bearer' }
    await secrets.set('sign-in.my-notes', JSON.stringify({ tokens }))
    expect(await mcp('my notes', ...list, '--data', data)).toMatchObject({ code: 0, err: '' })
  })

  it('is nobody where the keyring of the desktop app has the token', async () => {
    const data = await temporaryFolder()
    const mcpServers = { notes: { url: await guarded() } }
    await writeFile(join(data, 'connections.json'), JSON.stringify({ mcpServers }))
    const secrets = { 'sign-in.notes': { strength: 'encrypted', sealed: 'djEwAAAA' } }
    await writeFile(join(data, 'secrets.json'), JSON.stringify(secrets))
    const { code, err } = await mcp('notes', ...list, '--data', data)
    expect(code).toBe(2)
    expect(err).toMatch(/^orrery mcp: notes requires you to sign in/)
  })
})

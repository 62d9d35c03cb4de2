import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { routesOf } from '../../../../electron/workbench/connections/own-connections.ts'
import { ModelConnection } from '../../../../electron/workbench/models/model-connection.ts'
import type { ServerDefinition } from '../../../../electron/workbench/connections/definition.ts'

const script = fileURLToPath(new URL('../../../fixtures/mcp/stateless-server.mjs', import.meta.url))
const ignore = () => undefined
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

/** An address that a program of its own serves. */
async function served(args: readonly string[], env: NodeJS.ProcessEnv, address: RegExp): Promise<string> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  ending.push(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await expect.poll(() => said).toMatch(address)
  return address.exec(said)?.[0] ?? ''
}

/** How the server is defined that is to be reached. */
const definitions: Readonly<Record<string, () => Promise<ServerDefinition>>> = {
  stdio: () => Promise.resolve({ command: process.execPath, args: [script] }),
  http: async () => ({ url: await served([script, 'http'], {}, /http:\S+/) }),
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

async function open(definition: ServerDefinition, told: Notification[] = []): Promise<ModelConnection> {
  const { routes } = routesOf(definition, {}, { env: {}, secret: () => Promise.resolve(undefined) })
  const connection = new ModelConnection({
    id: 'tried',
    name: 'tried',
    transport: 'http',
    workspace: 'demo',
    version: '0',
    routes,
    onChange: ignore,
    onLog: ignore,
    onTrace: ignore,
    onNotification: (one) => told.push(one),
    onQuestion: () => Promise.resolve({ action: 'accept', content: { colour: 'red' } }),
    roots: () => ({ roots: [] }),
  })
  ending.push(() => connection.dispose())
  await connection.start()
  return connection
}

it('a server that never says that it listens is reached all the same', async () => {
  const begun = performance.now()
  const { info } = await open({ command: process.execPath, args: [script, 'deaf'] })
  expect(info).toMatchObject({ state: 'ready', restarts: 0 })
  expect(performance.now() - begun).toBeLessThan(30_000)
})

describe('a server of earlier revisions is reached', () => {
  const everything = fileURLToPath(
    import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  )

  it.each([
    ['over Streamable HTTP', 'streamableHttp', '/mcp'],
    ['over the transport that was before', 'sse', '/sse'],
  ])('%s', async (_over, mode, path) => {
    const PORT = await freePort()
    await served([everything, mode], { PORT }, /port \d+/)
    const { info } = await open({ url: `http://127.0.0.1:${PORT}${path}` })
    expect(info).toMatchObject({ state: 'ready', restarts: 0, server: { protocol: '2025-11-25' } })
  })
})

describe.each(Object.keys(definitions))('a server of 2026-07-28 alone, over %s', (way) => {
  async function connect() {
    const told: Notification[] = []
    const connection = await open((await definitions[way]?.()) ?? {}, told)
    const call = async (name: string, signal?: AbortSignal): Promise<unknown> => {
      const { result } = await connection.request('tools/call', { name, arguments: {} }, { signal })
      const [{ text }] = result['content'] as [{ text: string }]
      return JSON.parse(text)
    }
    return { connection, call, told }
  }

  it('is reached, and says who it is', async () => {
    const { connection } = await connect()
    expect(connection.info).toMatchObject({
      state: 'ready',
      restarts: 0,
      server: { name: 'stateless', version: '1.0.0', protocol: '2026-07-28' },
    })
    const { handshake } = await connection.session()
    expect(handshake).toMatchObject({ capabilities: { tools: {} }, instructions: 'Ask away.' })
    expect((await connection.request('tools/list', {})).result).toMatchObject({ tools: { length: 5 } })
  })

  it('gets its answers by a second call', async () => {
    const { call } = await connect()
    expect(await call('ask')).toEqual({ colour: 'red' })
  })

  it('is told with each request from which level on to log', async () => {
    const { connection, call } = await connect()
    expect(await call('echo')).not.toHaveProperty('io.modelcontextprotocol/logLevel')
    await connection.request('logging/setLevel', { level: 'debug' })
    expect(await call('echo')).toMatchObject({ 'io.modelcontextprotocol/logLevel': 'debug' })
  })

  it('announces that it changed', async () => {
    const { call, told } = await connect()
    await call('change')
    await expect.poll(() => told.map(({ method }) => method)).toContain('notifications/tools/list_changed')
  })

  it('hears of a call that is given up', async () => {
    const { call } = await connect()
    const giveUp = new AbortController()
    const hanging = call('hang', giveUp.signal)
    await expect.poll(() => call('cancelled')).toEqual([])
    giveUp.abort()
    await expect(hanging).rejects.toThrow(/abort/i)
    await expect.poll(() => call('cancelled')).toHaveLength(1)
  })

  it('refuses with its own words', async () => {
    const { connection } = await connect()
    await expect(connection.request('prompts/list', {})).rejects.toMatchObject({ code: -32_601 })
  })
})

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerDefinition } from '../../../../electron/workbench/connections/definition.ts'
import { connectionTo, whatRuns } from '../../connection-to.ts'

const script = fileURLToPath(new URL('../../../fixtures/mcp/stateless-server.mjs', import.meta.url))
const { served, ending, end } = whatRuns()
afterEach(end)

/** Definitions of the server under test. */
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

async function open(definition: ServerDefinition) {
  const opened = connectionTo(definition, ending)
  await opened.connection.start()
  return opened
}

it('a server that never reports that it listens is reached anyway', async () => {
  const begun = performance.now()
  const { connection } = await open({ command: process.execPath, args: [script, 'deaf'] })
  expect(connection.info).toMatchObject({ state: 'ready', restarts: 0 })
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(connection.info.listening).toMatchObject({ state: 'none' })
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
    const { connection } = await open({ url: `http://127.0.0.1:${PORT}${path}` })
    expect(connection.info).toMatchObject({ state: 'ready', restarts: 0, server: { protocol: '2025-11-25' } })
  })
})

describe.each(Object.keys(definitions))('a server of 2026-07-28 alone, over %s', (way) => {
  async function connect() {
    const { connection, told } = await open((await definitions[way]?.()) ?? {})
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
    expect((await connection.request('tools/list', {})).result).toMatchObject({ tools: { length: 7 } })
  })

  it('gets its answers by a second call', async () => {
    const { call } = await connect()
    expect(await call('ask')).toEqual({ colour: 'red' })
  })

  it('receives the log level with each request', async () => {
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

  it('is listened to again when it ended that, with a pause that grows, and that is said', async () => {
    const { connection, call, told } = await connect()
    expect(connection.info.listening).toMatchObject({ state: 'open' })
    const pauses: number[] = []
    for (let round = 0; round < 3; round++) {
      await call('unlisten')
      await expect.poll(() => connection.info.listening?.state, { interval: 10 }).toBe('ended')
      const { since = 0, retryAt = 0 } = connection.info.listening ?? {}
      pauses.push(retryAt - since)
      await expect.poll(() => connection.info.listening?.state, { timeout: 10_000 }).toBe('open')
    }
    expect(pauses).toEqual([500, 1000, 2000])
    await call('change')
    await expect.poll(() => told.map(({ method }) => method)).toContain('notifications/tools/list_changed')
    expect(connection.info).toMatchObject({ state: 'ready', restarts: 0 })
  })

  it('is asked for nothing any more once the connection is stopped', async () => {
    const { connection, call } = await connect()
    await call('unlisten')
    await connection.stop()
    const asked = connection.trace.lastSequence
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(connection.trace.lastSequence).toBe(asked)
  })

  it('is notified of a cancelled call', async () => {
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

/**
 * Recorded opening messages of hosts: each is answered in its own protocol revision, followed by requests that all hosts send.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { repository } from '../repository.ts'
import { onStderr, ServerProcess, type Answer } from './process.ts'

interface Opening {
  readonly host: string
  readonly open: 'initialize' | 'server/discover'
  readonly protocol: string
  readonly client: Readonly<Record<string, string>>
  readonly capabilities: Readonly<Record<string, unknown>>
}

const openings = JSON.parse(
  readFileSync(join(repository(), 'test/fixtures/mcp/host-openings.json'), 'utf8'),
) as readonly Opening[]

type Params = Readonly<Record<string, unknown>>
/** Sends one request and returns the answer. */
type Ask = (method: string, params?: Params) => Promise<Answer>

const running: ServerProcess[] = []
const started = (...args: readonly string[]): ServerProcess => {
  const server = new ServerProcess(['--quickstart', '--log-level', 'info', ...args])
  running.push(server)
  return server
}
let address: string
beforeAll(async () => {
  address = await onStderr(started('--transport', 'http', '--addr', '127.0.0.1:0'), /listening on (\S+)/)
})
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
})

/** What a host of the revision without sessions sends with every request. */
const envelope = ({ protocol, client, capabilities }: Opening): Params =>
  protocol === STATELESS_VERSION
    ? {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': protocol,
          'io.modelcontextprotocol/clientInfo': client,
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      }
    : {}

function overStdio(opening: Opening): { ask: Ask; notify(method: string): Promise<unknown> } {
  const server = started()
  let id = 0
  return {
    ask: (method, params = {}) => {
      server.send({ jsonrpc: '2.0', id: id++, method, params: { ...params, ...envelope(opening) } })
      return server.next()
    },
    notify: (method) => Promise.resolve(server.send({ jsonrpc: '2.0', method })),
  }
}

function overHttp(opening: Opening): { ask: Ask; notify(method: string): Promise<unknown> } {
  const isStateless = opening.protocol === STATELESS_VERSION
  let id = 0
  let session: string | null = null
  const post = async (message: { method: string; params?: Params }): Promise<Response> => {
    const named = (message.params?.['name'] ?? message.params?.['uri']) as string | undefined
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(isStateless || session ? { 'mcp-protocol-version': opening.protocol } : {}),
        ...(isStateless ? { 'mcp-method': message.method, ...(named ? { 'mcp-name': named } : {}) } : {}),
        ...(session ? { 'mcp-session-id': session } : {}),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
    session ??= response.headers.get('mcp-session-id')
    return response
  }
  return {
    ask: async (method, params = {}) => {
      const message = { id: id++, method, params: { ...params, ...envelope(opening) } }
      return (await (await post(message)).json()) as Answer
    },
    notify: async (method) => expect((await post({ method })).status).toBe(202),
  }
}

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const)('over %s', (_transport, reach) => {
  it.each(openings.map((one) => [one.host, one] as const))('%s is served', async (_host, opening) => {
    const { open, protocol, client, capabilities } = opening
    const { ask, notify } = reach(opening)
    const isStateless = open === 'server/discover'
    const first = await ask(
      open,
      isStateless ? {} : { protocolVersion: protocol, capabilities, clientInfo: client },
    )
    expect(first.result).toMatchObject(
      isStateless
        ? { resultType: 'complete', supportedVersions: expect.arrayContaining([protocol]) as unknown }
        : { protocolVersion: protocol, serverInfo: { name: 'model-mcp' } },
    )
    if (!isStateless) await notify('notifications/initialized')
    const list = async (what: string): Promise<readonly unknown[]> => {
      const { result } = await ask(`${what}/list`)
      return result?.[what] as readonly unknown[]
    }
    expect(await list('tools')).toHaveLength(7)
    expect(await list('prompts')).toHaveLength(2)
    // Hosts that support apps also get the page for a result.
    expect(await list('resources')).toHaveLength('extensions' in capabilities ? 5 : 4)
    const { result } = await ask('tools/call', {
      name: 'query_spl_execute',
      arguments: { query: '.model | limit 2' },
      _meta: { progressToken: 1 },
    })
    expect(result).toMatchObject({ structuredContent: { ok: true, output: { rows: [{}, {}] } } })
  })
})

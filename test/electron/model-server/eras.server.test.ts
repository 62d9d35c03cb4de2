/** The SDK's second client, which speaks MCP 2026-07-28 and, by default, earlier revisions. */
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedFolder } from '../../temporary-folder.ts'
import { type BoltTestServer, startBoltServer } from './graphstore/bolt-server/server.ts'
import { noLadybug } from './graphstore/no-ladybug.ts'
import { ServerProcess, onStderr, serverProgram } from './process.ts'

const QUERY = { name: 'query_spl_execute', arguments: { query: '.model | limit 2' } }
const HTTP = ['--transport', 'http', '--addr', '127.0.0.1:0']

const running: ServerProcess[] = []
async function serve(
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ server: ServerProcess; url: URL }> {
  const server = new ServerProcess([...HTTP, ...args], env)
  running.push(server)
  return { server, url: new URL(await onStderr(server, /listening on (\S+)/)) }
}
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL')
})

const modes = {
  legacy: [undefined, '2025-11-25'],
  auto: [{ mode: 'auto' }, '2026-07-28'],
  pinned: [{ mode: { pin: '2026-07-28' } }, '2026-07-28'],
} as const

describe.each(Object.entries(modes))('a client that is %s', (_mode, [versionNegotiation, version]) => {
  let url: URL
  beforeAll(async () => {
    ;({ url } = await serve(['--quickstart', '--enable-writes']))
  })

  it.each(['stdio', 'http'])('over %s uses everything', async (transport) => {
    const client = new Client(
      { name: 'test', version: '0' },
      versionNegotiation ? { versionNegotiation } : {},
    )
    const args = [serverProgram(), '--quickstart', '--enable-writes', '--log-level', 'silent']
    await client.connect(
      transport === 'http'
        ? new StreamableHTTPClientTransport(url)
        : new StdioClientTransport({ command: process.execPath, args }),
    )
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      expect((await client.listTools()).tools).toHaveLength(7)
      const { structuredContent } = await client.callTool(QUERY)
      expect(structuredContent).toMatchObject({ ok: true, output: { rows: [{}, {}] } })
      expect((await client.listResources()).resources).toHaveLength(4)
      expect((await client.readResource({ uri: 'model://workspace/demo/overview' })).contents).toHaveLength(1)
      expect((await client.listPrompts()).prompts).toHaveLength(2)
      expect((await client.getPrompt({ name: 'model_query_context' })).messages).toHaveLength(1)
      const ref = { type: 'ref/prompt', name: 'model_query_context' } as const
      const { completion } = await client.complete({ ref, argument: { name: 'query', value: '.mo' } })
      expect(completion.values).toContain('.model')
      await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(/there is no prompt nothing/)
    } finally {
      await client.close()
    }
  })
})

describe.skipIf(noLadybug)('three servers over one graph database', () => {
  const folder = sharedFolder()
  let database: BoltTestServer
  beforeAll(async () => {
    database = await startBoltServer({ path: join(folder, 'db'), version: '5.4', password: 'secret' })
  })
  afterAll(() => database.close())

  it('answer on every server, even while one writes and another is killed', async () => {
    const env = { GRAPHDB_URI: database.uri, GRAPHDB_USERNAME: 'someone', GRAPHDB_PASSWORD: 'secret' }
    const store = ['--graphstore', 'graphdb', '--log-level', 'info']
    const first = await serve([...store, '--quickstart', '--enable-writes'], env)
    const replicas = [first, await serve(store, env), await serve(store, env)]
    let turn = 0
    /** A round-robin load balancer that skips servers that do not answer. */
    const balanced: typeof fetch = async (_input, init) => {
      for (let attempt = 0; ; attempt += 1) {
        const { url } = replicas[turn++ % replicas.length] ?? first
        try {
          return await fetch(url, init)
        } catch (error) {
          if (attempt === replicas.length) throw error
        }
      }
    }
    const client = new Client(
      { name: 'test', version: '0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    const writer = new Client({ name: 'writer', version: '0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(first.url, { fetch: balanced }))
    await writer.connect(new StreamableHTTPClientTransport(first.url))
    try {
      for (let round = 0; round < 30; round += 1) {
        if (round === 10) replicas[1]?.server.child.kill('SIGKILL')
        const name = `replicas.of_${round}`
        const elements = [{ kind: 'entity_set', domain: 'replicas', name, spec: {} }]
        const written = await writer.callTool({ name: 'model_import', arguments: { elements } })
        expect(written.structuredContent).toMatchObject({ ok: true })
        // Each server sees what another has written.
        for (const query of ['.model | limit 2', `.model with(name='${name}')`]) {
          const { structuredContent } = await client.callTool({ ...QUERY, arguments: { query } })
          const rows = query.includes('limit') ? [{}, {}] : [{ name }]
          expect(structuredContent).toMatchObject({ ok: true, output: { rows } })
        }
      }
    } finally {
      await Promise.all([client.close(), writer.close()])
    }
  })
})

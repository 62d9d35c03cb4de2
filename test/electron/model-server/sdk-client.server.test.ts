import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { decode } from '@toon-format/toon'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerProcess, onStderr, serverProgram } from './process.ts'

let http: ServerProcess
let base: URL
beforeAll(async () => {
  http = new ServerProcess(['--quickstart', '--transport', 'http', '--addr', '127.0.0.1:0'])
  base = new URL(await onStderr(http, /listening on (\S+)/))
})
afterAll(() => http.child.kill())

const transports: readonly (readonly [string, () => Transport])[] = [
  [
    'stdio',
    () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [serverProgram(), '--quickstart'],
        stderr: 'ignore',
      }),
  ],
  ['streamable HTTP', () => new StreamableHTTPClientTransport(base)],
  ['HTTP+SSE', () => new SSEClientTransport(new URL('/sse', base))],
]

describe.each(transports)("the SDK's client over %s", (_name, open) => {
  it('uses everything', async () => {
    const client = new Client({ name: 'test', version: '0' })
    await client.connect(open())
    try {
      await client.ping()
      await client.setLoggingLevel('error')
      const { tools } = await client.listTools()
      expect(tools.map((tool) => tool.name)).toEqual([
        'query_spl_execute',
        'query_spl_explain',
        'query_spl_examples',
        'model_validate',
        'model_import',
        'entity_write',
        'entity_expire',
      ])
      // After listTools the client validates structuredContent against each tool's output schema.
      for (const [name, args] of [
        ['query_spl_execute', { query: '.model | limit 3' }],
        ['query_spl_execute', { query: '.modle' }],
        ['query_spl_explain', { query: '.entity | sort name' }],
        ['query_spl_examples', {}],
        ['model_validate', { elements: [{ kind: 'entity_set' }] }],
        ['entity_write', { entities: [] }],
        ['no_such_tool', {}],
      ] as const) {
        const result = await client.callTool({ name, arguments: args })
        const [block] = result.content as { text: string }[]
        expect(decode(block?.text ?? '')).toEqual(result.structuredContent)
      }
      const { resources } = await client.listResources()
      expect(resources).toHaveLength(4)
      for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri })
        expect(contents[0]).toMatchObject({ uri, mimeType: 'text/toon' })
      }
      expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4)
      const { prompts } = await client.listPrompts()
      for (const { name } of prompts) expect((await client.getPrompt({ name })).messages).toHaveLength(1)
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'model_query_context' },
        argument: { name: 'query', value: '.model | so' },
      })
      expect(completion.values).toContain('.model | sort ')
    } finally {
      await client.close()
    }
  })
})

describe('HTTP front', () => {
  const post = (body: string, headers: Record<string, string> = {}, path = '/mcp'): Promise<Response> =>
    fetch(new URL(path, base), {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

  it.each([
    ['a stateless request', () => post(ping), 200],
    ['a notification', () => post('{"jsonrpc":"2.0","method":"notifications/initialized"}'), 202],
    ['bad JSON', () => post('{'), 400],
    ['a foreign origin', () => post(ping, { Origin: 'https://evil.example' }), 403],
    ['its own origin', () => post(ping, { Origin: new URL(base).origin }), 200],
    [
      'its own origin by another name',
      () => post(ping, { Origin: `http://localhost:${new URL(base).port}` }),
      200,
    ],
    ['a page of another program on this machine', () => post(ping, { Origin: 'http://localhost:1234' }), 403],
    ['HEAD where a stream would open', () => fetch(base, { method: 'HEAD' }), 405],
    ['a message as text', () => post(ping, { 'Content-Type': 'text/plain' }), 415],
    ['a message of no type', () => fetch(base, { method: 'POST', body: Buffer.from(ping) }), 415],
    [
      'a message as a form',
      () => post(ping, { 'Content-Type': 'application/x-www-form-urlencoded' }, '/messages'),
      415,
    ],
    [
      'a message whose type says its letters',
      () => post(ping, { 'Content-Type': 'application/json; charset=utf-8' }),
      200,
    ],
    ['an unknown session', () => post(ping, { 'Mcp-Session-Id': 'x' }), 404],
    ['an unknown protocol version', () => post(ping, { 'MCP-Protocol-Version': '1999-01-01' }), 400],
    ['PUT', () => fetch(base, { method: 'PUT' }), 405],
    ['an unknown path', () => fetch(new URL('/nope', base)), 404],
    ['an unknown stream', () => post(ping, {}, '/messages?session=x'), 404],
    ['a message without a stream', () => post(ping, {}, '/messages'), 200],
    ['DELETE without session', () => fetch(base, { method: 'DELETE' }), 202],
    ['health', () => fetch(new URL('/healthz', base)), 200],
  ])('%s', async (_name, request, status) => {
    expect((await request()).status).toBe(status)
  })

  it('answers JSON, batches in order, and 413 as JSON', async () => {
    const answer = await post(
      `[${ping},{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":2,"method":"nope"}]`,
    )
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect((await answer.json()) as unknown).toMatchObject([{ id: 1 }, { id: 2, error: { code: -32_601 } }])
  })

  it('ends a session with DELETE', async () => {
    const opened = await post(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
    )
    const id = opened.headers.get('mcp-session-id') ?? ''
    expect(id).not.toBe('')
    expect((await post(ping, { 'Mcp-Session-Id': id })).status).toBe(200)
    expect((await fetch(base, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } })).status).toBe(200)
    expect((await post(ping, { 'Mcp-Session-Id': id })).status).toBe(404)
  })

  it('demands its token and limits bodies', async () => {
    const guarded = new ServerProcess(
      [
        '--graphstore',
        'memory',
        '--transport',
        'http',
        '--addr',
        '127.0.0.1:0',
        '--max-message-bytes',
        '1024',
      ],
      { MODEL_SERVER_TOKEN: 's3cret' },
    )
    try {
      const url = await onStderr(guarded, /listening on (\S+)/)
      const ask = (headers: Record<string, string>, body = ping): Promise<Response> =>
        fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })
      expect((await ask({})).status).toBe(401)
      expect((await ask({ Authorization: 'Bearer nope' })).status).toBe(401)
      expect((await ask({ Authorization: 'Bearer s3cret' })).status).toBe(200)
      const large = await ask({ Authorization: 'Bearer s3cret' }, `"${'x'.repeat(5000)}"`)
      expect(large.status).toBe(413)
      expect(await large.json()).toMatchObject({ error: { code: -32_000 } })
    } finally {
      guarded.child.kill('SIGKILL')
    }
  })
})

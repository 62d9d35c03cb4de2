import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { noLadybug } from './graphstore/no-ladybug.ts'
import { ServerProcess, onStderr } from './process.ts'

/** Transports, options and limits of test/fixtures/model/seed.md on the built server; see seed-lines.test.ts. */

const started: ServerProcess[] = []
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = new ServerProcess(args, env)
  started.push(server)
  return server
}

let base: string
beforeAll(async () => {
  const http = start([
    '--quickstart',
    '--transport',
    'http',
    '--addr',
    '127.0.0.1:0',
    '--session-idle-seconds',
    '1',
  ])
  base = new URL(await onStderr(http, /listening on (\S+)/)).origin
})
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL')
})

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
const post = (message: unknown, headers: Record<string, string> = {}, path = '/mcp'): Promise<Response> =>
  fetch(base + path, {
    method: 'POST',
    body: JSON.stringify(message),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

async function session(): Promise<Record<string, string>> {
  const opened = await post(initialize)
  return { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' }
}

/** Waits for a pattern in an event stream; further calls continue from there. */
function events(stream: Response): (pattern: RegExp) => Promise<RegExpExecArray> {
  const reader = stream.body?.getReader()
  const utf8 = new TextDecoder()
  let text = ''
  return async (pattern) => {
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match
      const chunk = await reader?.read()
      if (!chunk || chunk.done) throw new Error(`the stream ended after ${text}`)
      text += utf8.decode(chunk.value, { stream: true })
    }
  }
}

describe('§4.1 HTTP', () => {
  it('POST /mcp answers JSON with the envelope', async () => {
    const answer = await post({ ...ping, id: 42 })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 42, result: {} })
  })

  it('GET /mcp opens the stream of a session, DELETE /mcp ends it', async () => {
    const headers = await session()
    const stream = await fetch(`${base}/mcp`, { headers: { ...headers, Accept: 'text/event-stream' } })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    await events(stream)(/: open/)
    expect((await fetch(`${base}/mcp`, { method: 'DELETE', headers })).status).toBe(200)
    expect((await post(ping, headers)).status).toBe(404)
  })

  it('GET /sse names the address for messages, and POST /messages is answered on the stream', async () => {
    const stream = await fetch(`${base}/sse`, { headers: { Accept: 'text/event-stream' } })
    const until = events(stream)
    const [, path = ''] = await until(/event: endpoint\ndata: (\S+)/)
    expect(path).toMatch(/^\/messages\?/)
    expect((await post({ ...ping, id: 7 }, {}, path)).status).toBe(202)
    await until(/data: \{"jsonrpc":"2.0","id":7,"result":\{\}\}/)
  })

  it('GET /healthz answers', async () => {
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
  })

  it.each([
    ['evil.example', 403],
    ['localhost', 200],
  ])('a request for the host %s is answered with %i', async (host, status) => {
    // Fetch does not allow setting the Host header.
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      get(`${base}/healthz`, { headers: { Host: host } }, (response) => {
        resolve(response.resume().statusCode)
      }).on('error', reject)
    })
    expect(answered).toBe(status)
  })

  it.each(['/mcp', '/messages'])('POST %s refuses a body that is not UTF-8', async (path) => {
    const text = Buffer.from(JSON.stringify({ ...ping, method: '\u00ff' }), 'latin1')
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(base + path, { method: 'POST', body: text, headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: -32_700, data: 'the message is not UTF-8' } })
  })

  it.each([
    ['http://[', 400],
    ['//mcp', 404],
  ])('a request for %s is answered with %d', async (path, status) => {
    const { hostname, port } = new URL(base)
    const answered = new Promise((resolve, reject) => {
      get({ hostname, port, path }, (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    expect(await answered).toBe(status)
  })

  it('a session idle for longer than --session-idle-seconds ends', async () => {
    const headers = await session()
    expect((await post(ping, headers)).status).toBe(200)
    // A request renews the session, so none is sent for its maximum lifetime plus the sweep interval.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await post(ping, headers)).status).toBe(404)
  })

  it('a session with an open stream is not idle', async () => {
    const headers = await session()
    const stop = new AbortController()
    await fetch(`${base}/mcp`, { headers: { ...headers, Accept: 'text/event-stream' }, signal: stop.signal })
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await post(ping, headers)).status).toBe(200)
    stop.abort()
  })
})

interface Counted {
  readonly structuredContent: { readonly output: { readonly rows: unknown } }
}

describe('§4.5 options', () => {
  const count = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'query_spl_execute', arguments: { query: '.model | stats count() as n' } },
  }
  const counted = async (server: ServerProcess): Promise<unknown> =>
    ((await server.ask(count)).result as unknown as Counted).structuredContent.output.rows
  const end = async (server: ServerProcess): Promise<void> => {
    server.child.stdin.end()
    expect(await server.ended).toBe(0)
  }

  it('--data keeps what was imported for the next start', async () => {
    const options = [
      '--graphstore',
      'file.memory',
      '--data',
      await temporaryFolder(),
      '--log-level',
      'silent',
    ]
    const first = start([...options, '--quickstart'])
    expect(await counted(first)).toEqual([{ n: 105 }])
    await end(first)
    const second = start(options)
    expect(await counted(second)).toEqual([{ n: 105 }])
    await end(second)
  })

  it.for(['memory', 'file.memory', 'local.ladybug'])('--graphstore %s', async (provider, { skip }) => {
    if (provider === 'local.ladybug' && noLadybug) skip(noLadybug)
    const server = start([
      '--graphstore',
      provider,
      '--data',
      await temporaryFolder(),
      '--quickstart',
      '--log-level',
      'silent',
    ])
    expect(await counted(server)).toEqual([{ n: 105 }])
    await end(server)
  })

  it('--graphstore graphdb reads GRAPHDB_URI, GRAPHDB_USERNAME, GRAPHDB_PASSWORD and GRAPHDB_DATABASE', async () => {
    const server = start(['--graphstore', 'graphdb', '--log-level', 'silent'], {
      GRAPHDB_URI: 'bolt://127.0.0.1:9',
      GRAPHDB_USERNAME: 'someone',
      GRAPHDB_PASSWORD: 's3cret',
      GRAPHDB_DATABASE: 'things',
    })
    expect(await server.ended).not.toBe(0)
    expect(server.stderr).toContain('127.0.0.1:9')
    expect(server.stderr).not.toContain('s3cret')
  })

  it('stdio is the transport when none is named', async () => {
    const server = start(['--graphstore', 'memory', '--log-level', 'silent'])
    expect(await server.ask(ping)).toMatchObject({ id: 1, result: {} })
    await end(server)
  })

  it('--addr is where it listens', async () => {
    const server = start(['--graphstore', 'memory', '--transport', 'http', '--addr', '127.0.0.1:0'])
    const { hostname, port } = new URL(await onStderr(server, /listening on (\S+)/))
    expect(hostname).toBe('127.0.0.1')
    expect(Number(port)).toBeGreaterThan(0)
  })

  it('--quickstart imports at start, and nothing is there without it', async () => {
    const empty = start(['--graphstore', 'memory', '--log-level', 'silent'])
    expect(await counted(empty)).toEqual([{ n: 0 }])
    const full = start(['--graphstore', 'memory', '--quickstart', '--log-level', 'silent'])
    expect(await counted(full)).toEqual([{ n: 105 }])
  })
})

describe('§8 limits', () => {
  it('a second process cannot write to the folder of the first, nor --quickstart into it', async () => {
    const options = ['--graphstore', 'file.memory', '--data', await temporaryFolder(), '--log-level', 'error']
    const first = start([...options, '--enable-writes'])
    expect(await first.ask(ping)).toMatchObject({ id: 1 })
    const second = start([...options, '--quickstart'])
    expect(await second.ended).not.toBe(0)
    expect(second.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it.skipIf(noLadybug)('a second process cannot open an embedded workspace of the first', async () => {
    const options = [
      '--graphstore',
      'local.ladybug',
      '--data',
      await temporaryFolder(),
      '--log-level',
      'error',
    ]
    const query = {
      ...ping,
      method: 'tools/call',
      params: { name: 'query_spl_execute', arguments: { query: '.model' } },
    }
    const first = start([...options, '--quickstart'])
    expect((await first.ask(query)).result).toMatchObject({ isError: false })
    const second = start(options)
    expect((await second.ask(query)).result?.['structuredContent']).toMatchObject({
      ok: false,
      code: 'CONFLICT',
      error: expect.stringContaining('Another process') as string,
    })
    expect((await first.ask(query)).result).toMatchObject({ isError: false })
  })

  it('write tools are enabled by --enable-writes', async () => {
    const server = start(['--graphstore', 'memory', '--enable-writes', '--log-level', 'silent'])
    const call = {
      ...ping,
      method: 'tools/call',
      params: { name: 'entity_expire', arguments: { ids: ['a/a.b/0'] } },
    }
    const { result } = await server.ask(call)
    expect(result?.['structuredContent']).not.toMatchObject({ code: 'TOOL_DISABLED' })
    const { tools } = (await server.ask({ ...ping, method: 'tools/list' })).result as unknown as {
      tools: { name: string; _meta: { enabledByDefault: boolean } }[]
    }
    expect(tools.every((tool) => tool._meta.enabledByDefault)).toBe(true)
  })
})

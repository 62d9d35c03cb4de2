import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { noPython, startServer, type TestServer } from './support/server.ts'

let server: TestServer
let id: string

beforeAll(async () => {
  server = await startServer()
  id = (await server.post('/start', { image: 'local', memory: '1g', network: 'shared' })).result.sandbox_id
})
afterAll(() => server.close())

describe.skipIf(noPython)('port proxies', () => {
  const port = 20_000 + (process.pid % 20_000)
  const script = [
    'import http.server',
    'class H(http.server.BaseHTTPRequestHandler):',
    '  def do_GET(s):',
    '    if s.path == "/go": s.send_response(302); s.send_header("Location", "/there?x=1"); s.end_headers(); return',
    '    s.send_response(404 if s.path == "/missing" else 200); s.end_headers()',
    '    s.wfile.write((s.command + " " + s.path + " " + str(s.headers.get("authorization"))).encode())',
    '    s.wfile.write(str(s.headers).encode() if "headers" in s.path else b"")',
    '  def do_POST(s):',
    '    b = s.rfile.read(int(s.headers["content-length"])); s.send_response(200); s.end_headers(); s.wfile.write(b.upper())',
    '  def log_message(s, *a): pass',
    `http.server.ThreadingHTTPServer(("127.0.0.1", ${port}), H).serve_forever()`,
  ].join('\n')
  const headers = () => ({ authorization: `Bearer ${server.token}` })
  const ask = (
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) =>
    fetch(`${server.base}/sandboxes/${id}/proxy${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...headers(), ...init.headers },
    })

  beforeAll(async () => {
    await server.post('/write_file', { sandbox_id: id, path: '/root/service.py', content: script })
    await server.post('/execute', {
      sandbox_id: id,
      command: 'nohup python3 /root/service.py > /dev/null 2>&1 &',
    })
    while (!(await (await ask(`/port/${port}/`)).text()).startsWith('GET /'))
      await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('pass requests on, without our token', async () => {
    expect(await (await ask(`/port/${port}/a/b?c=d`)).text()).toBe('GET /a/b?c=d None')
    expect(await (await ask('/x', { headers: { 'X-ROCK-Target-Port': String(port) } })).text()).toBe(
      'GET /x None',
    )
    expect(await (await ask(`/y?rock_target_port=${port}&z=1`)).text()).toBe('GET /y?z=1 None')
    expect(await (await ask(`/port/${port}/`, { method: 'POST', body: 'abc' })).text()).toBe('ABC')
    expect((await ask(`/port/${port}/missing`)).status).toBe(404)
  })
  const basic = () => Buffer.from(`token:${server.token}`).toString('base64')
  it.each<[string, () => Record<string, string>, string?]>([
    ['X-API-Key', () => ({ 'X-API-Key': server.token })],
    ['XRL-Authorization', () => ({ 'XRL-Authorization': `Bearer ${server.token}` })],
    ['Authorization: Basic', () => ({ authorization: `Basic ${basic()}` })],
    ['a header of any name', () => ({ 'X-Mine': `key=${server.token}` })],
    ['a login for a proxy', () => ({ 'Proxy-Authorization': `Basic ${basic()}` })],
    ['a referring address', () => ({ Referer: `http://x/?token=${server.token}` })],
    ['a cookie', () => ({ Cookie: `a=1; session=${server.token}; b=2` })],
    ['a cookie, encoded', () => ({ Cookie: `t=${server.token.replace('-', '%2D')}` })],
    ['a cookie of the workbench', () => ({ Cookie: 'orrery-session=test-token-of-the-workbench' })],
    ['the query', () => ({}), 'token=TOKEN&x=1'],
    ['the query, encoded', () => ({}), 'a=test%2Dtoken'],
  ])('never hand our token to a program inside: by %s', async (_by, more, query = '') => {
    const inside = await ask(`/port/${port}/headers?${query.replace('TOKEN', server.token)}`, {
      headers: more(),
    })
    const text = await inside.text()
    expect(text).toContain('GET /headers')
    expect(decodeURIComponent(text.replaceAll('%', '%25'))).not.toMatch(/test(?:-|%2D)token/i)
    expect(text).not.toContain(basic())
  })
  it('pass on what is not ours', async () => {
    const headers = { Cookie: `a=1; s=${server.token}; b=2`, 'X-Other': 'yes', Referer: 'http://x/?y=1' }
    const text = await (await ask(`/port/${port}/headers?a=1&b=2`, { headers })).text()
    expect(text).toContain('GET /headers?a=1&b=2 ')
    expect(text.toLowerCase()).toContain('cookie: a=1; b=2')
    expect(text).toContain('yes')
    expect(text).toContain('http://x/?y=1')
  })
  it('keep redirects below their prefix', async () => {
    expect((await ask(`/port/${port}/go`)).headers.get('location')).toBe(
      `/apis/envs/sandbox/v1/sandboxes/${id}/proxy/port/${port}/there?x=1`,
    )
  })
  it('refuse a port given twice, and say when nothing listens', async () => {
    const twice = await ask(`/port/${port}/?rock_target_port=${port}`)
    expect(twice.status).toBe(400)
    expect(await twice.json()).toEqual({
      detail: 'Cannot specify target port via multiple sources: path, query parameter rock_target_port',
    })
    expect(await (await ask('/port/1/')).json()).toMatchObject({
      status: 'Failed',
      message: 'http proxy failed',
      error: 'All connection attempts failed',
    })
  })

  const closing = (path: string): Promise<[number, string]> =>
    new Promise((resolve) => {
      const ws = new WebSocket(`${server.base.replace('http', 'ws')}/sandboxes/${path}`, {
        headers: headers(),
      })
      ws.once('close', (code, reason) => resolve([code, String(reason)]))
      ws.once('unexpected-response', (_request, response) => resolve([response.statusCode ?? 0, '']))
      ws.on('error', () => undefined)
    })
  it('close forwards with the platform’s codes', async () => {
    expect(await closing(`${id}/portforward?port=22`)).toEqual([
      1008,
      'Port 22 is below minimum allowed port 1024',
    ])
    expect(await closing(`${id}/portforward?port=70000`)).toEqual([
      1008,
      'Port 70000 is above maximum allowed port 65535',
    ])
    expect(await closing(`nope/portforward?port=2000`)).toEqual([
      1011,
      'Proxy error: sandbox nope not started',
    ])
    expect((await closing(`${id}/portforward?port=1999`))[0]).toBe(1011)
    expect(await closing(`${id}/portforward`)).toEqual([403, ''])
    expect(await closing(`${id}/proxy/port/1999/ws`)).toEqual([403, ''])
  })
  it('hand no token to a WebSocket either', async () => {
    const seen: string[] = []
    const inner = createServer()
    inner.on('upgrade', (request, socket) => {
      seen.push(`${request.url} ${request.rawHeaders.join(' ')}`)
      socket.end()
    })
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
    const { port: innerPort } = inner.address() as { port: number }
    const url = `${server.base.replace('http', 'ws')}/sandboxes/${id}/proxy/port/${innerPort}/x?k=${server.token}`
    const more = {
      'X-API-Key': server.token,
      Cookie: `k=${server.token}`,
      'Proxy-Authorization': `Basic ${basic()}`,
    }
    const ws = new WebSocket(url, { headers: { ...headers(), ...more } })
    ws.on('error', () => undefined)
    await expect.poll(() => seen.length).toBe(1)
    expect(seen[0]).toMatch(/^\/x Sec-WebSocket/)
    expect(seen[0]).not.toContain(server.token)
    expect(seen[0]).not.toContain(basic())
    inner.close()
  })
  it('carry WebSockets byte for byte, sub-protocol included', async () => {
    const inner = createServer()
    const sockets = new WebSocketServer({ server: inner, handleProtocols: () => 'chat.v2' })
    sockets.on('connection', (ws, request) =>
      ws.on('message', (data) => ws.send(`${request.url} ${(data as Buffer).toString()}`)),
    )
    // The sandbox shares this machine's network, so a local service stands in for one inside.
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
    const { port: innerPort } = inner.address() as { port: number }
    const url = `${server.base.replace('http', 'ws')}/sandboxes/${id}/proxy/port/${innerPort}/chat?q=1`
    const ws = new WebSocket(url, ['chat.v1', 'chat.v2'], { headers: headers() })
    await new Promise((resolve) => ws.once('open', resolve))
    expect(ws.protocol).toBe('chat.v2')
    const answer = new Promise<string>((resolve) =>
      ws.once('message', (data) => resolve((data as Buffer).toString())),
    )
    ws.send('hello')
    expect(await answer).toBe('/chat?q=1 hello')
    ws.terminate()
    sockets.close()
    inner.closeAllConnections()
    inner.close()
  })
})

import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { WebServer } from '../../../electron/web/server.ts'
import { sharedFolder } from '../../temporary-folder.ts'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const folder = sharedFolder()
let server: WebServer
let attached = 0
let aside: string[] = []

const LONG = `// ${'long '.repeat(2000)}`

beforeAll(async () => {
  await mkdir(join(folder, 'page', 'assets'), { recursive: true })
  await writeFile(join(folder, 'page', 'index.html'), '<title>Orrery</title>')
  await writeFile(join(folder, 'page', 'assets', 'a.js'), 'export {}')
  await writeFile(join(folder, 'page', 'assets', 'long.js'), LONG)
  await writeFile(join(folder, 'page', 'assets', 'long.js.gz'), gzipSync(LONG))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  server = await start()
})

/** Starts the web host on the data folder, optionally at the same port again. */
const start = (port = 0): Promise<WebServer> =>
  WebServer.listen({
    pages: join(folder, 'page'),
    port,
    sessions: join(folder, 'web-sessions.json'),
    onSetAside: (_path, kept) => aside.push(kept),
    attach: () => {
      attached++
    },
  })

/** Restarts the web host; `between` may modify its stored files. */
async function restart(between: () => Promise<void> = async () => undefined): Promise<void> {
  const { port } = server
  await server.close()
  await between()
  server = await start(port)
}

afterAll(() => server.close())

/** A raw request, so that Host and Origin can be forged. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, path, headers, method },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      },
    )
    request.on('error', reject)
    request.end()
  })
}

/** Both parts of a properly opened session. */
async function enterWithKey(): Promise<{ cookie: string; key: string }> {
  const { headers } = await get(`/${new URL(server.newAddress()).search}`)
  const cookie = (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
  const key = new URL(String(headers.location), 'http://page').searchParams.get('key') ?? ''
  return { cookie, key }
}

/** Only the cookie: what any other server on this machine receives from the same browser. */
const enter = async (): Promise<string> => (await enterWithKey()).cookie

interface Attempt extends Record<string, string | undefined> {
  readonly cookie?: string
  readonly origin?: string
  readonly host?: string
}

/** The status of an attempt to open the channel; 101 on success. */
function openChannel(attempt: Attempt, protocols: readonly string[], path = '/channel'): Promise<number> {
  return new Promise((resolve) => {
    const headers = attempt as Record<string, string>
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, [...protocols], { headers })
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', () => resolve(0))
  })
}

describe('a session', () => {
  const opened = async ({ cookie, key }: { cookie: string; key: string }): Promise<number> =>
    openChannel({ cookie, origin: `http://127.0.0.1:${server.port}` }, ['orrery', key])

  it('continues after a restart of the host, with both of its halves', async () => {
    const [first, second] = [await enterWithKey(), await enterWithKey()]
    await restart()
    expect((await get('/', { cookie: first.cookie })).status).toBe(200)
    expect(await opened(first)).toBe(101)
    expect(await opened({ cookie: first.cookie, key: second.key })).toBe(403)
    expect(await opened({ cookie: second.cookie, key: 'guess' })).toBe(403)
  })

  it('is stored as hashes that grant no access, readable only by the owner', async () => {
    const { cookie, key } = await enterWithKey()
    await restart()
    const path = join(folder, 'web-sessions.json')
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(cookie.split('=')[1])
    expect(text).not.toContain(key)
    expect((await stat(path)).mode & 0o077).toBe(0)
    const { sessions } = JSON.parse(text) as { sessions: { cookie: string; key: string }[] }
    for (const kept of sessions) {
      const stolen = { cookie: `orrery-session-${server.port}=${kept.cookie}`, key: kept.key }
      expect([(await get('/', stolen)).status, await opened(stolen)]).toEqual([401, 403])
    }
  })

  it.each([
    ['garbled', () => '{ half', true],
    ['empty', () => '', true],
    ['of a later version', (text: string) => text.replace('"version":1', '"version":2'), true],
    ['of another shape', () => '{"version":1,"sessions":[{"cookie":1}]}', true],
    ['of a month ago', (text: string) => text.replaceAll(/"at":\d+/g, '"at":1700000000000'), false],
  ])('stored in a file that is %s ends, and a new address grants access', async (_what, damaged, isKept) => {
    const before = await enterWithKey()
    const path = join(folder, 'web-sessions.json')
    await restart()
    const text = damaged(await readFile(path, 'utf8'))
    aside = []
    await restart(() => writeFile(path, text))
    expect(await opened(before)).toBe(403)
    expect(await opened(await enterWithKey())).toBe(101)
    await server.close()
    // A damaged file is retained beside the new one, and reported.
    expect(await Promise.all(aside.map((kept) => readFile(kept, 'utf8')))).toEqual(isKept ? [text] : [])
    server = await start()
  })
})

describe('the web host', () => {
  it.each([
    ['/?token=used', 'en-GB,zh;q=0.5', 'This address was used already', 'Press Enter in the terminal'],
    ['/', '', 'Orrery does not know this browser', 'Press Enter in the terminal'],
    ['/?token=used', 'zh-CN', '此地址已使用过', '按回车键'],
  ])('answers %s for %j with a page that says what to do', async (path, languages, title, advice) => {
    const { status, headers, body } = await get(path, { 'accept-language': languages })
    expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src")
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toContain(advice)
  })

  it('sends the compressed copy of a file to who takes it, and nothing that the browser has', async () => {
    const cookie = await enter()
    const long = await get('/assets/long.js', { cookie, 'accept-encoding': 'gzip' })
    expect(long.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    const plain = await get('/assets/long.js', { cookie })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body).toBe(LONG)
    expect((await get('/assets/a.js', { cookie, 'accept-encoding': 'gzip' })).headers).not.toHaveProperty(
      'content-encoding',
    )
    const { headers } = await get('/', { cookie })
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/', { cookie, 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('trades the printed token once for a cookie that scripts cannot read, and a key', async () => {
    const address = new URL(server.newAddress())
    const first = await get(`/${address.search}`)
    expect(first.status).toBe(303)
    expect(first.headers.location).toMatch(/^\/\?key=[\w-]{32}$/)
    expect(first.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Strict/)
    const second = await get(`/${address.search}`)
    expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('leaves the token to the user who opens the address, even if a preview fetched it before', async () => {
    const address = new URL(server.newAddress())
    expect((await get(`/${address.search}`, {}, 'HEAD')).status).toBe(405)
    expect((await get(`/${address.search}`)).status).toBe(303)
  })

  it('has a cookie of its own beside another web host on this machine', async () => {
    const other = await WebServer.listen({ pages: join(folder, 'page'), port: 0, attach: () => undefined })
    const [ours = ''] = (await enter()).split('=')
    expect(ours).toBe(`orrery-session-${server.port}`)
    expect(other.port).not.toBe(server.port)
    await other.close()
  })

  it('serves the page to a session, with its policy', async () => {
    const cookie = await enter()
    const page = await get('/', { cookie })
    expect([page.status, page.body]).toEqual([200, '<title>Orrery</title>'])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect((await get('/assets/a.js', { cookie })).headers['content-type']).toContain('text/javascript')
  })

  it.each([
    ['127.0.0.1', 'localhost'],
    ['localhost', '127.0.0.1'],
  ])('served under %s, lets in frames of no other name than %s', async (own, other) => {
    const { headers } = await get('/', { cookie: await enter(), host: `${own}:${server.port}` })
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy.filter((rule) => rule.startsWith('frame-src'))).toEqual([`frame-src http://${other}:*`])
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it.each([
    ['no session', '/', {}, 401],
    ['a made-up session', '/', { cookie: 'orrery-session=guess' }, 401],
    ['a wrong token', '/?token=guess', {}, 401],
  ])('turns away %s', async (_name, path, headers, status) => {
    expect((await get(path, headers as Record<string, string>)).status).toBe(status)
  })

  it.each([
    ['a rebound host name', { host: 'evil.example' }],
    ['our name on another port', { host: '127.0.0.1:1' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the null origin', { origin: 'null' }],
  ])('refuses %s even with a session', async (_name, headers) => {
    const cookie = await enter()
    expect((await get('/', { cookie, ...headers })).status).toBe(403)
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/%00',
    '/nothing',
    '/assets',
  ])('does not leave its folder for %s', async (path) => {
    const answer = await get(path, { cookie: await enter() })
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).not.toContain('secret')
  })

  it('serves only GET', async () => {
    expect((await get('/', { cookie: await enter() }, 'POST')).status).toBe(405)
  })

  it('opens the channel to its own page alone', async () => {
    const { cookie, key } = await enterWithKey()
    const own = ['orrery', key]
    const origin = `http://127.0.0.1:${server.port}`
    const before = attached
    expect(await openChannel({ cookie, origin }, own)).toBe(101)
    expect(attached).toBe(before + 1)
    expect(await openChannel({ origin }, own)).toBe(403)
    expect(await openChannel({ cookie }, own)).toBe(403)
    expect(await openChannel({ cookie, origin: 'https://evil.example' }, own)).toBe(403)
    expect(await openChannel({ cookie, origin, host: 'evil.example' }, own)).toBe(403)
    expect(await openChannel({ cookie, origin }, own, '/other')).toBe(403)
    expect(attached).toBe(before + 1)
  })

  it('opens no channel to the cookie without the key that belongs to it', async () => {
    const { cookie } = await enterWithKey()
    const another = await enterWithKey()
    const origin = `http://127.0.0.1:${server.port}`
    const before = attached
    for (const protocols of [[], ['orrery'], ['orrery', 'guess'], ['orrery', another.key], [another.key]])
      expect(await openChannel({ cookie, origin }, protocols)).toBe(403)
    expect(await openChannel({ cookie: 'orrery-session=guess', origin }, ['orrery', another.key])).toBe(403)
    expect(attached).toBe(before)
  })

  it('opens its door to the key of the data folder alone, for one more address', async () => {
    const { url, key } = server.door
    const path = new URL(url).pathname
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { 'x-orrery-door': 'guess' })).status).toBe(401)
    expect((await get(path, { cookie: await enter() })).status).toBe(401)
    expect((await get(path, { 'x-orrery-door': key, origin: 'https://evil.example' })).status).toBe(403)
    expect((await get(path, { 'x-orrery-door': key, host: 'evil.example' })).status).toBe(403)
    const { status, body } = await get(path, { 'x-orrery-door': key })
    expect(status).toBe(200)
    expect((await get(`/${new URL(body).search}`)).status).toBe(303)
  })

  it.each([
    ['a header', { 'x-long': 'x'.repeat(100_000) }, 'GET', 431],
    ['an announced body', { 'content-length': String(2 ** 40) }, 'POST', 405],
  ])('refuses %s that is too large, unread', async (_what, headers, method, status) => {
    const answer = await new Promise<number>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port: server.port, method, headers }, (response) => {
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      request.once('error', reject)
      request.flushHeaders()
    })
    expect(answer).toBe(status)
  })

  it('closes a channel whose message is too large, and serves the others', async () => {
    const { cookie, key } = await enterWithKey()
    const headers = { cookie, origin: `http://127.0.0.1:${server.port}` }
    const open = async (): Promise<WebSocket> => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/channel`, ['orrery', key], { headers })
      await once(socket, 'open')
      return socket
    }
    const [bad, good] = await Promise.all([open(), open()])
    bad.on('error', () => undefined)
    const closed = once(bad, 'close')
    bad.send(Buffer.alloc(65 * 1024 * 1024, 0x20), { binary: false })
    const [code] = (await closed) as [number]
    expect([1006, 1009]).toContain(code)
    const pong = once(good, 'pong')
    good.ping()
    await pong
    good.terminate()
  })

  it('says that a port is taken', async () => {
    const taken = WebServer.listen({ pages: folder, port: server.port, attach: () => undefined })
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attachment, WebServer } from '../../../electron/web/server.ts'
import { Downloads, type Source } from '../../../electron/workbench/sandboxes/downloads.ts'
import { sharedFolder } from '../../temporary-folder.ts'

const PART = Buffer.alloc(64 * 1024, 'x')

const folder = sharedFolder()
let server: WebServer
let downloads: Downloads
let cookie: string
/** The result reported to the requesting page. */
let ended: Promise<unknown>
let ticket: string
let sent: number
let cancel: AbortController

beforeAll(async () => {
  await mkdir(join(folder, 'page'))
  await writeFile(join(folder, 'page', 'index.html'), '<title>Orrery</title>')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  downloads = new Downloads()
  server = await WebServer.listen({
    pages: join(folder, 'page'),
    port: 0,
    downloads,
    attach: () => undefined,
  })
  const { headers } = await ask(`/${new URL(server.newAddress()).search}`, { cookie: '' })
  cookie = (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
})

afterAll(() => server.close())

/** The response head, before its body. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<IncomingMessage> {
  const request = httpRequest({
    host: '127.0.0.1',
    port: server.port,
    path,
    method,
    headers: { cookie: cookie ?? '', ...headers },
  }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  return (await buffer(response)).toString()
}

function offer(source: Partial<Source> = {}): void {
  cancel = new AbortController()
  sent = 0
  const whole = { name: 'data.bin', size: 5, parts: () => one('hello'), ...source }
  ended = downloads
    .offer(whole, cancel.signal, { ticket: (given) => (ticket = given), sent: (bytes) => (sent = bytes) })
    .then(
      () => 'whole',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

beforeEach(() => offer())

afterEach(async () => {
  cancel.abort()
  await ended
})

describe('a download of the web host', () => {
  it('is an attachment that no browser shows as a page', async () => {
    offer({ name: 'page.html', size: 30, parts: () => one('<script>alert(document)</script>') })
    const response = await ask(`/download/${ticket}`, { 'sec-fetch-site': 'same-origin' })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '30',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/)
    // It grew after it was offered: only the promised bytes are sent.
    expect(await bodyOf(response)).toBe('<script>alert(document)</scrip')
    expect(await ended).toBe('whole')
    expect(sent).toBe(30)
  })

  it('promises no length of an archive that is made while it is sent, and breaks where that breaks', async () => {
    offer({ name: 'set.tar', size: undefined })
    const response = await ask(`/download/${ticket}`)
    expect(response.headers['content-length']).toBeUndefined()
    expect(await bodyOf(response)).toBe('hello')
    expect(await ended).toBe('whole')
    offer({
      size: undefined,
      parts: async function* () {
        yield PART
        throw new Error('tar was killed')
      },
    })
    await expect(bodyOf(await ask(`/download/${ticket}`))).rejects.toThrow('aborted')
    expect(await ended).toBe('tar was killed')
  })

  it('works once', async () => {
    expect(await bodyOf(await ask(`/download/${ticket}`))).toBe('hello')
    expect((await ask(`/download/${ticket}`)).statusCode).toBe(404)
  })

  it('ends with the call of the page that asked', async () => {
    cancel.abort()
    expect(await ended).toBe('CANCELLED')
    expect((await ask(`/download/${ticket}`)).statusCode).toBe(404)
  })

  it.each([
    ['no session', { cookie: '' }, 'GET', 401],
    ['a made-up session', { cookie: 'orrery-session=guess' }, 'GET', 401],
    ['a rebound host name', { host: 'evil.example' }, 'GET', 403],
    ['our name on another port', { host: '127.0.0.1:1' }, 'GET', 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 'GET', 403],
    ['a program on another port of this machine', { 'sec-fetch-site': 'same-site' }, 'GET', 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'GET', 403],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 'GET', 403],
    ['HEAD', {}, 'HEAD', 405],
    ['POST', {}, 'POST', 405],
  ])('is refused to %s, and the ticket stays good', async (_who, headers, method, status) => {
    const refused = await ask(`/download/${ticket}`, headers as Record<string, string>, method)
    expect(refused.statusCode).toBe(status)
    expect(await bodyOf(refused)).not.toContain('hello')
    expect(await bodyOf(await ask(`/download/${ticket}`))).toBe('hello')
  })

  it.each(['guess', '', '..%2fsecret.txt', '../secret.txt', '..%2f..%2fsecret.txt', '%00', '__proto__'])(
    'is nothing under the ticket %j',
    async (guess) => {
      const response = await ask(`/download/${guess}`)
      expect([400, 404]).toContain(response.statusCode)
      expect(await bodyOf(response)).not.toMatch(/secret|hello/)
    },
  )

  it.each([
    [
      'is shorter than promised',
      'FILE_SHORT',
      async function* () {
        yield PART
      },
    ],
    [
      'cannot be read to its end',
      'the sandbox is gone',
      async function* () {
        yield PART
        throw new Error('the sandbox is gone')
      },
    ],
  ])('breaks off when the file %s, so that it is not mistaken for complete', async (_what, told, parts) => {
    offer({ size: 10 * PART.length, parts })
    await expect(bodyOf(await ask(`/download/${ticket}`))).rejects.toThrow('aborted')
    expect(await ended).toBe(told)
  })

  it('is read no faster than the browser takes it, and no further when it hangs up', async () => {
    let read = 0
    const size = 1024 ** 3
    let closed = false
    offer({
      size,
      async *parts() {
        try {
          for (; ; read += PART.length) yield PART
        } finally {
          closed = true
        }
      },
    })
    const response = await ask(`/download/${ticket}`)
    await once(response, 'readable')
    response.destroy()
    expect(await ended).toBe('DOWNLOAD_ENDED')
    expect(closed).toBe(true)
    // The system's connection buffers hold that much, not the file.
    expect(read).toBeLessThan(size / 16)
  })

  it('stops when the user cancels it in the page', async () => {
    offer({
      size: 1024 ** 3,
      async *parts() {
        for (;;) yield PART
      },
    })
    const response = await ask(`/download/${ticket}`)
    await once(response, 'readable')
    cancel.abort()
    await expect(bodyOf(response)).rejects.toThrow('aborted')
    expect(await ended).toBe('CANCELLED')
  })
})

describe('the name of an attachment', () => {
  it.each([
    ['plain.txt', 'plain.txt', 'plain.txt'],
    ['a b.txt', 'a b.txt', 'a%20b.txt'],
    ['日本.txt', '__.txt', '%E6%97%A5%E6%9C%AC.txt'],
    ['"; x="y', '_; x=_y', '%22%3B%20x%3D%22y'],
    ['line\r\nset-cookie: a=b', 'line__set-cookie: a=b', 'line%0D%0Aset-cookie%3A%20a%3Db'],
    ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
    ['half \ud800', 'half _', 'half%20%EF%BF%BD'],
    ['100%.txt', '100_.txt', '100%25.txt'],
  ])('%j keeps to its place in the header', (name, plain, whole) => {
    expect(attachment(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
  })
})

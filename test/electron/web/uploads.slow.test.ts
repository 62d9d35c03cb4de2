import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebServer } from '../../../electron/web/server.ts'
import type { Platforms } from '../../../electron/workbench/sandboxes/platforms.ts'
import { sandboxCalls } from '../../../electron/workbench/sandboxes/sandbox-calls.ts'
import { Uploads } from '../../../electron/workbench/sandboxes/uploads.ts'
import { sharedFolder } from '../../temporary-folder.ts'
import { startServer, type TestServer } from '../sandbox-server/support/server.ts'
import { noLoans } from '../workbench/sandboxes/no-loans.ts'

const MB = 1024 ** 2

const folder = sharedFolder()
const uploads = new Uploads()
let platform: TestServer
let sandboxId: string
let server: WebServer
let cookie: string
let calls: ReturnType<typeof sandboxCalls>

beforeAll(async () => {
  platform = await startServer()
  sandboxId = await platform.platform.start({ image: 'local' })
  await mkdir(join(folder, 'page'))
  await writeFile(join(folder, 'page', 'index.html'), '<title>Orrery</title>')
  server = await WebServer.listen({
    pages: join(folder, 'page'),
    port: 0,
    uploads,
    attach: () => undefined,
  })
  const opened = httpRequest(server.newAddress()).end()
  const [{ headers }] = (await once(opened, 'response')) as [IncomingMessage]
  cookie = (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
  calls = sandboxCalls({
    platforms: {
      use: (_id: string, _signal: unknown, act: (one: unknown) => unknown) => act(platform.platform),
    } as unknown as Platforms,
    uploads,
    downloads: {} as never,
    loans: noLoans(),
    emit: () => undefined,
    noteSandboxes: () => undefined,
  })
})

afterAll(async () => {
  await server.close()
  await platform.close()
})

/** A page's request, before its body. */
function post(upload: string, size: number, headers: Record<string, string> = {}): ClientRequest {
  return httpRequest({
    host: '127.0.0.1',
    port: server.port,
    path: `/upload/${upload}`,
    method: 'POST',
    headers: { cookie, 'content-length': size, ...headers },
  })
}

async function statusOf(request: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

function begin(path: string, size: number) {
  const cancel = new AbortController()
  const { upload } = calls.beginUpload({ platform: 'p', sandboxId, path }, {} as never) as { upload: string }
  let sent = 0
  const ended = Promise.resolve(
    calls.endUpload({ upload, streamed: size }, {
      signal: cancel.signal,
      report: (told: { sent: number }) => (sent = told.sent),
    } as never),
  ).then(
    (written) => written.size,
    (error: { code: string }) => error.code,
  )
  return { upload, ended, cancel, sent: () => sent }
}

const inside = async (script: string): Promise<string> =>
  (await platform.platform.execute(sandboxId, ['sh', '-c', script])).stdout.trim()

it('takes 300 MB to the byte, as they come, and holds none of them', async () => {
  const part = randomBytes(MB)
  const size = 300 * MB
  const { upload, ended, sent } = begin('/root/large.bin', size)
  const request = post(upload, size)
  const status = statusOf(request)
  const hash = createHash('sha256')
  const before = process.memoryUsage().rss
  let most = 0
  for (let index = 0; index < 300; index++) {
    part.writeUInt32BE(index)
    hash.update(part)
    if (!request.write(Buffer.from(part))) await once(request, 'drain')
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  request.end()
  expect(await ended).toBe(size)
  expect(await status).toBe(204)
  expect(sent()).toBe(size)
  expect(await inside('sha256sum /root/large.bin')).toContain(hash.digest('hex'))
  expect(most).toBeLessThan(200 * MB)
})

it('takes a body once, from its own page alone, with nothing in it too', async () => {
  const { upload, ended } = begin('/root/empty', 0)
  for (const [headers, code] of [
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://127.0.0.1:1' }, 403],
    [{ cookie: '' }, 401],
  ] as const)
    expect(await statusOf(post(upload, 0, headers).end())).toBe(code)
  expect(await statusOf(post('other', 0).end())).toBe(404)
  expect(await statusOf(post(upload, 0, { 'sec-fetch-site': 'same-origin' }).end())).toBe(204)
  expect(await ended).toBe(0)
  expect(await statusOf(post(upload, 0).end())).toBe(404)
})

it('ends where the page cancels, or breaks off, and says which', async () => {
  const cancelled = begin('/root/cancelled', 300 * MB)
  const request = post(cancelled.upload, 300 * MB)
  request.on('error', () => undefined)
  request.write(Buffer.alloc(MB))
  await expect.poll(() => cancelled.sent()).toBeGreaterThan(0)
  cancelled.cancel.abort()
  expect(await cancelled.ended).toBe('ABORTED')
  expect(await statusOf(request)).toBe(409)

  const broken = begin('/root/broken', 300 * MB)
  const half = post(broken.upload, 300 * MB)
  half.on('error', () => undefined)
  half.write(Buffer.alloc(MB))
  await expect.poll(() => broken.sent()).toBeGreaterThan(0)
  half.destroy()
  expect(await broken.ended).toBe('UPLOAD_ENDED')

  // An upload whose request never comes is cancelled by the page.
  const absent = begin('/root/absent', 5)
  await calls.cancelUpload({ upload: absent.upload }, {} as never)
  expect(await absent.ended).toBe('UNKNOWN_UPLOAD')
})

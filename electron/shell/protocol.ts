import { net, protocol, type Session } from 'electron'
import { stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Workbench } from '../workbench/core.ts'

/** The page's origin. We do not use `file:`, whose origin would be shared by every file on the machine. */
export const APP_ORIGIN = 'app://orrery'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  // Sandbox pages in a panel, on forwarded ports. The frame's `sandbox` attribute restricts them.
  'frame-src http://127.0.0.1:*',
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Resolves an `app://` address to a file in the page's folder; undefined when it escapes the folder. */
export function pageFile(pages: string, address: string): string | undefined {
  const url = new URL(address)
  if (url.origin !== APP_ORIGIN && `${url.protocol}//${url.host}` !== APP_ORIGIN) return undefined
  const name = url.pathname === '/' ? 'index.html' : decodeURIComponent(url.pathname).replace(/^\/+/, '')
  const file = normalize(join(pages, name))
  return file.startsWith(pages + sep) && !name.includes('\0') ? file : undefined
}

/** Where a page downloads a file by ticket, and uploads the chunks of one by id. */
const FILES = /^\/(download|upload)\/([\w-]+)$/

const refuse = (status: number, sentence: string): Response => new Response(sentence, { status })

/** Transfers a file between the page and a sandbox; undefined for any other address. */
async function passFile(request: Request, { downloads, uploads }: Transfers): Promise<Response | undefined> {
  const { host, pathname } = new URL(request.url)
  const [, way, id = ''] = FILES.exec(pathname) ?? []
  if (way === undefined || `app://${host}` !== APP_ORIGIN) return undefined
  const origin = request.headers.get('origin')
  // Frames of the page show sandbox pages, which are other origins.
  if (origin !== null && origin !== APP_ORIGIN) return refuse(403, 'Requests from other sites are refused.')
  if (way === 'upload') {
    if (request.method !== 'POST') return refuse(405, 'An upload is sent with POST.')
    const bytes = Buffer.from(await request.arrayBuffer())
    return uploads.add(id, bytes).then(
      () => new Response(null, { status: 204 }),
      () => refuse(404, 'There is no such upload.'),
    )
  }
  if (request.method !== 'GET') return refuse(405, 'A download is fetched once, with GET.')
  const download = downloads.take(id)
  if (!download) return refuse(404, 'There is no such download.')
  const content = new PassThrough()
  void download.sendTo(content)
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: { 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' },
  })
}

/** Looks up tickets and upload ids. */
type Transfers = Pick<Workbench, 'downloads' | 'uploads'>

/** Serves the built page, and its downloads and uploads, under {@link APP_ORIGIN}; nothing else. */
export function servePages(session: Session, pages: string, desk: Transfers): void {
  session.protocol.handle('app', async (request) => {
    const passed = await passFile(request, desk)
    if (passed) return passed
    const file = pageFile(pages, request.url)
    const found = file === undefined ? undefined : await stat(file).catch(() => undefined)
    if (file === undefined || !found?.isFile()) return new Response('There is no such page.', { status: 404 })
    const response = await net.fetch(pathToFileURL(file).href)
    const headers = new Headers(response.headers)
    headers.set('content-security-policy', POLICY)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'no-referrer')
    return new Response(response.body, { status: 200, headers })
  })
}

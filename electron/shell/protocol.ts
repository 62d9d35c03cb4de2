import { net, protocol, type Session } from 'electron'
import { stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The page's own origin. `file:` is never used: it would share its origin with every file of the machine. */
export const APP_ORIGIN = 'app://orrery'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  // Pages of sandboxes, in a panel: forwarded ports. What a frame may do, its `sandbox` attribute says.
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

/** The file that an `app://` address names inside the page's folder, or nothing when it leaves it. */
export function pageFile(pages: string, address: string): string | undefined {
  const url = new URL(address)
  if (url.origin !== APP_ORIGIN && `${url.protocol}//${url.host}` !== APP_ORIGIN) return undefined
  const name = url.pathname === '/' ? 'index.html' : decodeURIComponent(url.pathname).replace(/^\/+/, '')
  const file = normalize(join(pages, name))
  return file.startsWith(pages + sep) && !name.includes('\0') ? file : undefined
}

/** Serves the built page, and only it, under {@link APP_ORIGIN}. */
export function servePages(session: Session, pages: string): void {
  session.protocol.handle('app', async (request) => {
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

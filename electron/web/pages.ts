import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * What the page may do; the same text as the desktop app's, but for the WebSocket and the pages of sandboxes.
 * @param frame whose pages may be shown in a panel: forwarded ports under the loopback name that the workbench is not open under
 */
export function pagePolicy(connect: string, frame: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    `frame-src ${frame}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Sends one file of the built page, or 404. Paths cannot leave the folder. */
export async function sendPage(
  root: string,
  path: string,
  response: ServerResponse,
  policy: string,
): Promise<void> {
  const name = path === '/' ? 'index.html' : decodeURIComponent(path).replace(/^\/+/, '')
  const file = normalize(join(root, name))
  const inside = file.startsWith(root.endsWith(sep) ? root : root + sep)
  const found = inside && !name.includes('\0') ? await stat(file).catch(() => undefined) : undefined
  if (!found?.isFile()) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n')
    return
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': found.size,
    'content-security-policy': policy,
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  createReadStream(file).pipe(response)
}

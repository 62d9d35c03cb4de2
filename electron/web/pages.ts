import { type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** Serves the built page. Paths cannot leave its folder. */
export function servePages(
  folder: string,
  port: () => number,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return serveStatic({
    root: folder,
    onFound(_path, call) {
      const other = call.req.header('host') === `localhost:${port()}` ? '127.0.0.1' : 'localhost'
      const connect = `'self' ws://127.0.0.1:${port()} ws://localhost:${port()}`
      call.header('Content-Security-Policy', pagePolicy(connect, `http://${other}:*`))
      const isHashed = call.req.path.startsWith('/assets/')
      call.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      call.header('X-Content-Type-Options', 'nosniff')
      call.header('Referrer-Policy', 'no-referrer')
      call.header('Cross-Origin-Opener-Policy', 'same-origin')
      call.header('Cross-Origin-Resource-Policy', 'same-origin')
    },
  })
}

/**
 * What the page may do; the same text as the desktop app's, but for the WebSocket and the pages of sandboxes.
 * @param frame whose pages may be shown in a panel: forwarded ports under the loopback name that the workbench is not open under
 */
function pagePolicy(connect: string, frame: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    `frame-src ${frame}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

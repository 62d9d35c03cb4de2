import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Channel } from '#shared/workbench/wire.ts'
import { foreignHeader, type OwnAddress } from '../node/guard.ts'
import type { Download } from '../workbench/sandboxes/downloads.ts'
import { Access } from './access.ts'
import { doorPage } from './door-page.ts'
import { SessionStore } from './session-store.ts'

/** Where a page downloads a file by ticket. */
const DOWNLOADS = '/download/'

/** Where a page uploads a file by id. */
const UPLOADS = '/upload/'

/** Looks up download tickets. */
interface DownloadTickets {
  take(ticket: string): Download | undefined
}

/** Consumes the bytes of uploads; resolves when no more are needed. */
interface UploadReceiver {
  receive(upload: string, body: Readable): Promise<void> | undefined
}

/**
 * Whether a request can come from our own page. Checks the browser's fetch metadata: another program on this
 * machine in the same browser is the same *site* and receives our cookie, but is not the same origin.
 */
function isOwnFetch({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined || from === 'same-origin'
}

/**
 * Streams a file as a download. Sent as an attachment of a generic type so that it is never rendered as a
 * page; if it were, its policy would forbid scripts.
 */
async function sendDownload(download: Download, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    ...(download.size === undefined ? {} : { 'content-length': download.size }),
    'content-disposition': attachment(download.name),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  })
  await download.sendTo(response)
}

/**
 * Returns a `Content-Disposition` (RFC 6266) with the name twice: in ASCII, and encoded (RFC 8187). No name
 * can end the header early.
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(Buffer.from(name).toString()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Wraps a WebSocket as a channel, one JSON text per message. */
export function socketChannel(socket: WebSocket): Channel {
  return {
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        if (isBinary) return
        try {
          listener(JSON.parse((data as Buffer).toString('utf8')))
        } catch {
          socket.close(1007, 'A message was not JSON.')
        }
      })
    },
    onClose(listener) {
      socket.once('close', listener)
    },
    close() {
      socket.close()
    },
  }
}

/** Serves the built page. Paths cannot leave its folder. */
function servePages(folder: string, port: () => number): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return serveStatic({
    root: folder,
    // The build writes them (electron/tooling/build.mjs).
    precompressed: true,
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
 * Returns the page's content security policy; the same as the desktop app's except for the WebSocket and
 * sandbox pages.
 * @param frame origins allowed in a panel: forwarded ports, under the loopback name that the workbench itself
 *   is not using
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

/** Where a second start requests a new address, since the printed one works only once. */
const DOOR = '/door'
/** Default port, tried first so that bookmarks can work. */
const USUAL_PORT = 4870
/** Maximum message size; uploads use chunks far below this. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024
/** A socket that does not answer a ping within this time is dead (laptop lid, lost tunnel). */
const HEARTBEAT_MS = 30_000

interface WebServerOptions {
  /** Folder of the built page. */
  readonly pages: string
  /** -1: the default port, or any free one when it is taken. Otherwise exactly this port. */
  readonly port: number
  /** File that stores sessions across restarts; absent: sessions end with the process. */
  readonly sessions?: string
  /** Called when that file was unreadable and has been renamed. */
  readonly onSetAside?: (path: string, movedTo: string) => void
  /** Pending downloads; absent: none are served. */
  readonly downloads?: DownloadTickets
  /** Receiver of uploads; absent: none are accepted. */
  readonly uploads?: UploadReceiver
  attach(channel: Channel): void
}

type Call = Context<{ Bindings: HttpBindings }>

/** The web host's server: the page over HTTP, calls over a WebSocket, on loopback only. */
export class WebServer {
  readonly access: Access
  readonly #sessions: SessionStore
  readonly #options: WebServerOptions
  readonly #http: Server
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  readonly #heartbeat: NodeJS.Timeout

  private constructor(options: WebServerOptions, sessions: SessionStore) {
    this.#options = options
    this.#sessions = sessions
    this.access = new Access(() => this.port, sessions)
    const listener = getRequestListener(this.#app().fetch, {
      errorHandler: () => refuse(400, 'The request could not be understood.'),
    })
    this.#http = createServer((request, response) => void listener(request, response))
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    this.#heartbeat = setInterval(() => this.#dropDead(), HEARTBEAT_MS)
  }

  /** @throws Error (EADDRINUSE) when the requested port is taken */
  static async listen(options: WebServerOptions): Promise<WebServer> {
    const server = new WebServer(options, await SessionStore.open(options.sessions, options.onSetAside))
    if (options.port >= 0) await server.#bind(options.port)
    else await server.#bind(USUAL_PORT).catch(() => server.#bind(0))
    return server
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  /** Returns an address that logs in once. */
  newAddress(): string {
    return `http://127.0.0.1:${this.port}/?token=${this.access.issue()}`
  }

  /** What a second start with the same data folder needs to request an address. */
  get door(): { url: string; key: string } {
    return { url: `http://127.0.0.1:${this.port}${DOOR}`, key: this.access.doorKey }
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    for (const client of this.#sockets.clients) client.terminate()
    this.#http.closeAllConnections()
    await this.#sessions.settled()
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve())
    })
  }

  #bind(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once('error', reject)
      this.#http.listen(port, '127.0.0.1', () => {
        this.#http.off('error', reject)
        resolve()
      })
    })
  }

  #app(): Hono<{ Bindings: HttpBindings }> {
    const app = new Hono<{ Bindings: HttpBindings }>()
    app.use(async ({ req, env }, next) => {
      const foreign = foreignHeader(env.incoming.headers, this.#own)
      if (foreign === 'host') return refuse(403, 'This address belongs to another host.')
      if (foreign === 'origin') return refuse(403, 'Requests from other sites are refused.')
      const isUpload = req.method === 'POST' && req.path.startsWith(UPLOADS)
      if (!isUpload && req.method !== 'GET' && req.method !== 'HEAD')
        return refuse(405, 'Only GET is served here.')
      return next()
    })
    app.get(DOOR, ({ env }) =>
      this.access.hasDoorKey(env.incoming)
        ? new Response(this.newAddress(), { headers: { ...PLAIN_TEXT, 'Cache-Control': 'no-store' } })
        : refuse(401, 'The key of the data folder is missing.'),
    )
    app.use(async (call, next) => {
      const token = call.req.query('token')
      if (token !== undefined) return this.#enter(call, token)
      if (this.access.hasSession(call.env.incoming)) return next()
      return doorPage(call.req.header('accept-language'), 'closed')
    })
    app.get(`${DOWNLOADS}:ticket`, (call) => this.#hand(call, call.req.param('ticket')))
    app.post(`${UPLOADS}:upload`, (call) => this.#take(call, call.req.param('upload')))
    // Only index.html can change under the same name; all other file names contain a hash.
    app.use('/', etag())
    app.use(servePages(this.#options.pages, () => this.port))
    app.notFound(() => refuse(404, 'There is no such page.'))
    app.onError(() => refuse(400, 'The request could not be understood.'))
    return app
  }

  /** Accept only our own host names, against DNS rebinding. */
  get #own(): OwnAddress {
    return { isOwnName: (name) => name === '127.0.0.1' || name === 'localhost', port: this.port }
  }

  #enter({ req, env }: Call, token: string): Response {
    // HEAD must not consume the one-time token.
    if (req.method === 'HEAD') return refuse(405, 'This address is opened with GET.')
    const entry = this.access.redeem(token)
    if (entry === undefined && !this.access.hasSession(env.incoming)) {
      return doorPage(req.header('accept-language'), 'used')
    }
    // The page removes the key from its address immediately; without the cookie the key is useless.
    const headers = new Headers({ Location: entry ? `/?key=${entry.key}` : '/' })
    if (entry) headers.set('Set-Cookie', entry.cookie)
    return new Response(null, { status: 303, headers })
  }

  /** Streams a file to the browser for its ticket. */
  async #hand({ req, env }: Call, ticket: string): Promise<Response> {
    if (req.method !== 'GET') return refuse(405, 'A download is fetched once, with GET.')
    if (!isOwnFetch(env.incoming)) return refuse(403, 'Requests from other sites are refused.')
    const download = this.#options.downloads?.take(ticket)
    if (download === undefined) return refuse(404, 'There is no such download.')
    await sendDownload(download, env.outgoing)
    return RESPONSE_ALREADY_SENT
  }

  /** Receives the bytes of an upload from the page that started it. The page learns the result through its call. */
  async #take({ env: { incoming, outgoing } }: Call, upload: string): Promise<Response> {
    if (!isOwnFetch(incoming)) return refuse(403, 'Requests from other sites are refused.')
    const used = this.#options.uploads?.receive(upload, incoming)
    if (used === undefined) return refuse(404, 'There is no such upload.')
    await used
    // Do not wait for bytes that are no longer wanted.
    if (!incoming.readableEnded) outgoing.setHeader('connection', 'close')
    outgoing.writeHead(incoming.readableEnded ? 204 : 409).end(() => incoming.destroy())
    return RESPONSE_ALREADY_SENT
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Browsers always send an Origin with a WebSocket; a request without one is not from our page.
    const allowed =
      request.headers.origin !== undefined &&
      foreignHeader(request.headers, this.#own) === undefined &&
      this.access.hasKey(request) &&
      request.url === '/channel'
    if (!allowed) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      // ws closes the connection on oversized or malformed messages; without a listener the error would end
      // the process.
      client.on('error', () => undefined)
      let answered = true
      client.on('pong', () => {
        answered = true
      })
      client.on('ping-due', () => {
        if (!answered) return client.terminate()
        answered = false
        client.ping()
      })
      this.#options.attach(socketChannel(client))
    })
  }

  #dropDead(): void {
    for (const client of this.#sockets.clients) client.emit('ping-due')
  }
}

const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' }

const refuse = (status: number, sentence: string): Response =>
  new Response(`${sentence}\n`, { status, headers: PLAIN_TEXT })

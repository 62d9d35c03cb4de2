import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Channel } from '#shared/workbench/wire.ts'
import { Access, isOwnHost, isOwnOrigin } from './access.ts'
import { DOWNLOADS, isOwnFetch, sendDownload, type TicketDesk } from './downloads.ts'
import { pagePolicy, sendPage } from './pages.ts'
import { socketChannel } from './socket-channel.ts'

/** Where a second start asks for an address, since the one that was printed works once. */
const DOOR = '/door'
/** The port that is tried first, so that a bookmark has a chance to work. */
const USUAL_PORT = 4870
/** The largest message from a page: a file that is uploaded comes in pieces far below this. Bytes. */
const MAX_MESSAGE = 64 * 1024 * 1024
/** A socket that does not answer a ping within this is gone (laptop lid, lost tunnel). Milliseconds. */
const HEARTBEAT = 30_000

export interface WebServerOptions {
  /** Folder of the built page. */
  readonly pages: string
  /** -1: the usual port, or any free one when it is taken. Otherwise this very port. */
  readonly port: number
  /** Files that wait for the browser; without it there are none. */
  readonly downloads?: TicketDesk
  attach(channel: Channel): void
}

/** Answers with a status and a sentence. */
type Refuse = (status: number, text: string) => void

/** The web host's server: the page over HTTP, the contract over a WebSocket, both on loopback only. */
export class WebServer {
  readonly access = new Access()
  readonly #options: WebServerOptions
  readonly #http: Server
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE })
  readonly #heartbeat: NodeJS.Timeout

  private constructor(options: WebServerOptions) {
    this.#options = options
    this.#http = createServer((request, response) => void this.#answer(request, response))
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    this.#heartbeat = setInterval(() => this.#dropDead(), HEARTBEAT)
  }

  /** @throws Error (EADDRINUSE) when a port was asked for and is taken. */
  static async listen(options: WebServerOptions): Promise<WebServer> {
    const server = new WebServer(options)
    if (options.port >= 0) await server.#bind(options.port)
    else await server.#bind(USUAL_PORT).catch(() => server.#bind(0))
    return server
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  /** An address that opens the workbench once. */
  newAddress(): string {
    return `http://127.0.0.1:${this.port}/?token=${this.access.issue()}`
  }

  /** What a second start with the same data folder needs to be let in. */
  get door(): { url: string; key: string } {
    return { url: `http://127.0.0.1:${this.port}${DOOR}`, key: this.access.doorKey }
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    for (const client of this.#sockets.clients) client.terminate()
    this.#http.closeAllConnections()
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse: Refuse = (status, text) => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
    }
    try {
      if (!isOwnHost(request, this.port)) return refuse(403, 'This address belongs to another host.')
      if (!isOwnOrigin(request, this.port, false))
        return refuse(403, 'Requests from other sites are refused.')
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return refuse(405, 'Only GET is served here.')
      const url = new URL(request.url ?? '/', `http://127.0.0.1:${this.port}`)
      if (url.pathname === DOOR) {
        if (!this.access.hasDoorKey(request)) return refuse(401, 'The key of the data folder is missing.')
        response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        return void response.end(this.newAddress())
      }
      const token = url.searchParams.get('token')
      if (token !== null) return this.#enter(request, response, token, refuse)
      if (!this.access.hasSession(request)) {
        return refuse(
          401,
          'Open the address that Orrery printed. It works once; press Enter in its terminal for a new one.',
        )
      }
      if (url.pathname.startsWith(DOWNLOADS)) {
        return await this.#hand(request, response, url.pathname.slice(DOWNLOADS.length), refuse)
      }
      const other = request.headers.host === `localhost:${this.port}` ? '127.0.0.1' : 'localhost'
      const policy = pagePolicy(
        `'self' ws://127.0.0.1:${this.port} ws://localhost:${this.port}`,
        `http://${other}:*`,
      )
      await sendPage(this.#options.pages, url.pathname, response, policy)
    } catch {
      if (!response.headersSent) refuse(400, 'The request could not be understood.')
    }
  }

  #enter(request: IncomingMessage, response: ServerResponse, token: string, refuse: Refuse): void {
    const entry = this.access.redeem(token)
    if (entry === undefined && !this.access.hasSession(request)) {
      return refuse(
        401,
        'This address was used already. Press Enter in the terminal where Orrery runs for a new one.',
      )
    }
    // The page takes the key out of its address at once; without the cookie it opens nothing.
    response
      .writeHead(
        303,
        entry ? { location: `/?key=${entry.key}`, 'set-cookie': entry.cookie } : { location: '/' },
      )
      .end()
  }

  /** Hands a file to the browser that came with its ticket. */
  async #hand(
    request: IncomingMessage,
    response: ServerResponse,
    ticket: string,
    refuse: Refuse,
  ): Promise<void> {
    if (request.method !== 'GET') return refuse(405, 'A download is fetched once, with GET.')
    if (!isOwnFetch(request)) return refuse(403, 'Requests from other sites are refused.')
    const download = this.#options.downloads?.take(ticket)
    if (download === undefined) return refuse(404, 'There is no such download.')
    await sendDownload(download, response)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { port } = this
    const allowed =
      isOwnHost(request, port) &&
      isOwnOrigin(request, port, true) &&
      this.access.hasKey(request) &&
      request.url === '/channel'
    if (!allowed) return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      // A message that is too large or malformed ends its channel, which ws does itself; unheard, it would end us all.
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

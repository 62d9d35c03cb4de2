import {
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Envelope, failed } from '#shared/sandbox/envelope.ts'
import { callScope } from '../../node/operation/call-scope.ts'
import type { Isolate } from '../runtime/runtime.ts'
import type { Platform } from './platform.ts'
import type { Streams } from './streams.ts'
import { type PortTarget, MIN_FORWARD_PORT, MAX_FORWARD_PORT, TargetError } from './port-target.ts'
import { CREDENTIAL_HEADERS, PROXY_SECRET_HEADER } from './guard.ts'

/** Close codes of RFC 6455 §7.4.1: client error and server error. */
const POLICY = 1008
const TROUBLE = 1011
/** Idle timeout of a forward (docs/sandbox-platform.md#limits). */
const IDLE_MS = 300_000
/** Bytes buffered for a slow reader before the other side is paused. */
const HIGH_WATER_BYTES = 1024 ** 2

/**
 * WebSocket upgrades to ports inside sandboxes. Port forwards are accepted, then closed on error; proxies refuse with HTTP
 * 403.
 */
export class SocketProxy {
  readonly #platform: Platform
  readonly #streams: Streams
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  constructor(platform: Platform, streams: Streams) {
    this.#platform = platform
    this.#streams = streams
    this.#server.on('wsClientError', refuseMalformed)
  }

  async upgrade(target: PortTarget, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (target.kind === 'portforward') return this.#forward(target, request, socket, head)
    try {
      const inner = await this.#reach(target)
      splice(target, request, socket, head, inner)
    } catch {
      refuseUpgrade(socket, 403, 'Forbidden')
    }
  }

  /** A port given twice: accepted, then closed, so that the client sees the reason. */
  reject(request: IncomingMessage, socket: Duplex, head: Buffer, error: TargetError): void {
    this.#server.handleUpgrade(request, socket, head, (ws) => ws.close(POLICY, error.message))
  }

  #forward(target: PortTarget, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (Number.isNaN(target.port)) return refuseUpgrade(socket, 403, 'Forbidden')
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      const refused = portRefusal(target.port)
      if (refused) return ws.close(POLICY, refused)
      this.#streams.add(ws)
      void this.#connect(target, ws)
    })
  }

  async #connect(target: PortTarget, ws: WebSocket): Promise<void> {
    const early: Buffer[] = []
    const keep = (data: Buffer) => early.push(data)
    ws.on('message', keep)
    try {
      const isolate = this.#platform.sandboxes.isolateOf(target.sandboxId)
      if (!isolate) return ws.close(TROUBLE, `Proxy error: sandbox ${target.sandboxId} not started`)
      if (this.#platform.sandboxes.find(target.sandboxId)?.isPaused)
        return ws.close(TROUBLE, `Proxy error: sandbox ${target.sandboxId} is paused: resume it first`)
      const inner = await isolate.connect(target.port)
      ws.off('message', keep)
      join(ws, inner, early)
    } catch (error) {
      ws.close(TROUBLE, `Failed to connect to port ${target.port}: ${(error as Error).message}`.slice(0, 120))
    }
  }

  #reach(target: PortTarget): Promise<Duplex> {
    const isolate = this.#platform.sandboxes.isolateOf(target.sandboxId)
    if (!isolate || portRefusal(target.port)) throw new TargetError('refused')
    return isolate.connect(target.port)
  }
}

function portRefusal(port: number): string | undefined {
  if (port < MIN_FORWARD_PORT) return `Port ${port} is below minimum allowed port ${MIN_FORWARD_PORT}`
  if (port > MAX_FORWARD_PORT) return `Port ${port} is above maximum allowed port ${MAX_FORWARD_PORT}`
  return undefined
}

/** Relays bytes in both directions with backpressure. */
function join(ws: WebSocket, inner: Duplex, early: readonly Buffer[]): void {
  let idle = setTimeout(() => ws.close(TROUBLE, 'idle for 300 seconds'), IDLE_MS)
  const active = () => {
    clearTimeout(idle)
    idle = setTimeout(() => ws.close(TROUBLE, 'idle for 300 seconds'), IDLE_MS)
  }
  const toInner = (data: Buffer) => {
    active()
    if (!inner.write(data)) {
      ws.pause()
      inner.once('drain', () => ws.resume())
    }
  }
  for (const data of early) toInner(data)
  ws.on('message', toInner)
  inner.on('data', (chunk: Buffer) => {
    active()
    ws.send(chunk, { binary: true }, () => {
      if (inner.isPaused() && ws.bufferedAmount < HIGH_WATER_BYTES) inner.resume()
    })
    if (ws.bufferedAmount > HIGH_WATER_BYTES) inner.pause()
  })
  inner.once('end', () => ws.close(1000))
  inner.once('error', (error) => ws.close(TROUBLE, error.message.slice(0, 120)))
  ws.once('close', () => {
    clearTimeout(idle)
    inner.destroy()
  })
  ws.once('error', () => inner.destroy())
}

/**
 * Forwards the original upgrade request to the inner service and connects both sockets, so that subprotocols and frames pass
 * unchanged.
 */
function splice(
  target: PortTarget,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  inner: Duplex,
): void {
  const lines = [`${request.method} ${innerPath(target.path, target.secrets)} HTTP/1.1`]
  for (const [name, value] of innerHeaders(request.rawHeaders, target.secrets))
    lines.push(`${name}: ${value}`)
  inner.write(`${lines.join('\r\n')}\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`)
  if (head.length > 0) inner.write(head)
  // The first answer of the inner service decides whether the upgrade succeeds.
  inner.once('data', (first: Buffer) => {
    if (!first.toString('latin1', 0, 16).startsWith('HTTP/1.1 101 ')) {
      inner.destroy()
      return refuseUpgrade(socket, 403, 'Forbidden')
    }
    socket.write(first)
    inner.pipe(socket)
  })
  socket.pipe(inner)
  inner.once('error', () => socket.destroy())
  inner.once('close', () => socket.destroy())
  socket.once('error', () => inner.destroy())
  socket.once('close', () => inner.destroy())
}

export function refuseUpgrade(socket: Duplex, status: number, text: string): void {
  const scope = callScope()
  if (scope) scope.refusedWith = status
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Refuses a malformed WebSocket handshake. */
export const refuseMalformed = (_error: Error, socket: Duplex): void =>
  refuseUpgrade(socket, 400, 'Bad Request')

/** Hop-by-hop headers (RFC 9110 §7.6.1), and the encoding that changes the length, as upstream. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Timeout of the inner service's answer (docs/sandbox-platform.md#ports). */
const ANSWER_MS = 120_000

/** Forwards a request to a port inside the sandbox and streams the response. */
export async function proxyHttp(
  platform: Platform,
  target: PortTarget,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const message = target.kind === 'vnc' ? 'vnc http proxy failed' : 'http proxy failed'
  try {
    await platform.sandboxes.use(target.sandboxId, async (isolate) => {
      const connection = await reach(isolate, target.port)
      await exchange(connection, target, incoming, outgoing)
    })
  } catch (error) {
    incoming.resume()
    if (outgoing.headersSent) outgoing.destroy()
    else answerFailure(outgoing, target, failed(message, (error as Error).message))
  }
}

async function reach(isolate: Isolate, port: number): Promise<Duplex> {
  try {
    return await isolate.connect(port)
  } catch (cause) {
    throw new Error('All connection attempts failed', { cause })
  }
}

function exchange(
  connection: Duplex,
  target: PortTarget,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const inner: ClientRequest = httpRequest({
      createConnection: () => connection,
      method: incoming.method,
      path: innerPath(target.path, target.secrets),
      headers: headersFor(incoming, target),
    })
    const late = setTimeout(() => done(new Error(`no answer within ${ANSWER_MS / 1000} seconds`)), ANSWER_MS)
    const done = (error?: Error) => {
      clearTimeout(late)
      connection.destroy()
      if (error) reject(error)
      else resolve()
    }
    inner.once('error', done)
    inner.once('response', (answer) => {
      clearTimeout(late)
      outgoing.writeHead(answer.statusCode ?? 502, outerHeaders(answer, target))
      answer.once('error', done)
      answer.pipe(outgoing)
    })
    outgoing.once('close', () => done())
    incoming.pipe(inner)
  })
}

function headersFor(incoming: IncomingMessage, { port, secrets }: PortTarget): Record<string, string[]> {
  // Without a prototype: a header may be named `constructor`.
  const headers = Object.create(null) as Record<string, string[]>
  for (const [name, value] of innerHeaders(incoming.rawHeaders, secrets)) {
    const key = name.toLowerCase()
    if (!HOP.has(key)) headers[key] = [...(headers[key] ?? []), value]
  }
  return { ...headers, host: [`127.0.0.1:${port}`], connection: ['close'] }
}

function outerHeaders(answer: IncomingMessage, target: PortTarget): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || HOP.has(name)) continue
    headers[name] = name === 'location' ? rewritten(String(value), target) : value
  }
  return headers
}

/** Keeps redirects of the inner service below the proxy's prefix. */
function rewritten(location: string, { port, prefix }: PortTarget): string {
  const own = new RegExp(`^https?://(?:127\\.0\\.0\\.1|localhost|0\\.0\\.0\\.0)(?::${port})?(?=/|$)`)
  if (own.test(location)) return prefix + location.replace(own, '')
  return location.startsWith('/') && !location.startsWith('//') ? prefix + location : location
}

/** The platform's clients read the envelope; clients that use a host name per port only see the status. */
function answerFailure(outgoing: ServerResponse, { kind }: PortTarget, envelope: Envelope): void {
  const status = kind === 'host' ? 502 : 200
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
}

/** Headers meant for this server, not for a service inside. */
const OWN_HEADERS = new Set([
  ...CREDENTIAL_HEADERS,
  'e2b-traffic-access-token',
  PROXY_SECRET_HEADER,
  'host',
  'origin',
  'x-rock-target-port',
])

/** The workbench's cookies, which browsers send to every port of a host. */
const OWN_COOKIES = /^orrery-/

/**
 * The request headers to forward to a service inside a sandbox: without this server's own, and without any that contain its credentials in
 * whatever form, because a program inside could use them to call this server.
 */
function innerHeaders(rawHeaders: readonly string[], secrets: readonly string[]): [string, string][] {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', given = ''] = rawHeaders.slice(at, at + 2)
    if (OWN_HEADERS.has(name.toLowerCase())) continue
    const value = name.toLowerCase() === 'cookie' ? otherCookies(given, secrets) : given
    if (value !== '' && !carries(value, secrets)) headers.push([name, value])
    else if (given === '') headers.push([name, given])
  }
  return headers
}

/** The same for path and query: parameters that contain the token are removed. */
function innerPath(path: string, secrets: readonly string[]): string {
  const [place, query] = split(path, '?')
  if (query === undefined) return path
  const remaining = query.split('&').filter((parameter) => !carries(parameter, secrets))
  return remaining.length > 0 ? `${place}?${remaining.join('&')}` : place
}

const otherCookies = (header: string, secrets: readonly string[]): string =>
  header
    .split(/;\s*/)
    .filter((cookie) => !OWN_COOKIES.test(cookie) && !carries(cookie, secrets))
    .join('; ')

/** Whether a text contains a secret: plain, percent-encoded, or in Base64 as in basic authentication. */
function carries(text: string, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false
  const plain = decoded(text)
  const words = plain.match(/[\w+/-]{8,}/g) ?? []
  const forms = [text, plain, ...words.map((word) => Buffer.from(word, 'base64'))]
  return secrets.some((secret) => forms.some((form) => form.includes(secret)))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function split(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

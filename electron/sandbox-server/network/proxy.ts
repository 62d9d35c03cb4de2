import { lookup } from 'node:dns/promises'
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isLoopbackAddress, isPublic } from './addresses.ts'
import type { Connection, ConnectionLog } from './connection-log.ts'
import { judgeHost, type NetworkPolicy } from '#shared/sandbox/network-policy.ts'

interface ProxyOptions {
  /** Called for every connection, since it may change. */
  readonly policy: () => NetworkPolicy
  readonly log: ConnectionLog
  /** Resolves all addresses of a name. */
  readonly resolve?: (host: string) => Promise<string[]>
}

/** Maximum concurrent connections per sandbox. */
const MAX_CONNECTIONS = 256
const CONNECT_MS = 30_000

/** Hop-by-hop headers (RFC 9110 §7.6.1). */
const HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** An address that the sandbox may not or cannot reach. */
class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly verdict: 'refused' | 'failed'

  constructor(verdict: 'refused' | 'failed', message: string) {
    super(message)
    this.verdict = verdict
  }
}

/**
 * An HTTP proxy for a sandbox with a private network; supports CONNECT and forwarding. It resolves a name once, checks the addresses and
 * connects to a checked one, so that a different later DNS answer (rebinding) has no effect.
 */
export function createProxy(options: ProxyOptions): Server {
  const server = createServer((request, response) => void forward(options, request, response))
  server.maxConnections = MAX_CONNECTIONS
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy())
    void tunnel(options, request, client, head)
  })
  server.on('clientError', (_error, client) => client.destroy())
  return server
}

async function tunnel(
  options: ProxyOptions,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(request.url ?? '') ?? []
  try {
    const { socket, connection } = await reach(options, host, Number(port))
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.write(head)
    options.log.count(connection, head.length, 0)
    client.on('data', (chunk: Buffer) => options.log.count(connection, chunk.length, 0))
    socket.on('data', (chunk: Buffer) => options.log.count(connection, 0, chunk.length))
    client.pipe(socket).pipe(client)
    client.once('close', () => socket.destroy())
    socket.once('close', () => client.destroy())
  } catch (error) {
    const text = sentence(error)
    const lines = [
      `HTTP/1.1 ${status(error)}`,
      'Content-Type: text/plain; charset=utf-8',
      'Connection: close',
    ]
    client.end(`${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
}

async function forward(
  options: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const url = absolute(request.url)
    const { socket, connection } = await reach(options, bare(url.hostname), Number(url.port || 80))
    const headers = Object.entries(request.headers).filter(([name]) => !HOP.test(name))
    const inner = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
    })
    const end = () => {
      if (!response.headersSent) answer(response, '502 Bad Gateway', 'The connection was lost.\n')
      else response.destroy()
    }
    inner.once('error', end)
    inner.once('response', (result) => {
      const forwarded = Object.entries(result.headers).filter(([name]) => !HOP.test(name))
      response.writeHead(result.statusCode ?? 502, Object.fromEntries(forwarded))
      result.on('data', (chunk: Buffer) => options.log.count(connection, 0, chunk.length))
      result.once('error', end)
      result.pipe(response)
    })
    response.once('close', () => socket.destroy())
    request.on('data', (chunk: Buffer) => options.log.count(connection, chunk.length, 0))
    request.pipe(inner)
  } catch (error) {
    request.resume()
    answer(response, status(error), sentence(error))
  }
}

/** @throws Unreachable */
function absolute(text: string | undefined): URL {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : undefined
  if (url?.protocol === 'http:') return url
  throw new Unreachable('failed', 'This is a proxy for http:// addresses and for CONNECT.')
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Connects to a host that the policy allows. @throws Unreachable after logging the reason */
async function reach(
  { policy, log, resolve = resolved }: ProxyOptions,
  given: string,
  port: number,
): Promise<{ socket: Socket; connection: Connection }> {
  const host = bare(given)
  const entry = { time: Date.now(), host, port, sent: 0, received: 0 }
  try {
    if (!host || !(port > 0 && port < 65_536))
      throw new Unreachable('failed', 'A host and a port are needed.')
    const addresses = await judged(policy(), host, port, resolve)
    const socket = await connected(addresses, port)
    return { socket, connection: log.add({ ...entry, verdict: 'allowed' }) }
  } catch (error) {
    const verdict = error instanceof Unreachable ? error.verdict : 'failed'
    log.add({ ...entry, verdict, reason: sentence(error).trim() })
    throw error
  }
}

/** Resolves and checks the addresses to connect to. @throws Unreachable */
async function judged(
  policy: NetworkPolicy,
  host: string,
  port: number,
  resolve: (host: string) => Promise<string[]>,
): Promise<string[]> {
  const verdict = judgeHost(policy, host, port)
  if (verdict === 'refused') {
    throw new Unreachable('refused', `${host}:${port} is not on the list of this sandbox’s network.`)
  }
  const addresses = isIP(host) ? [host] : await resolve(host)
  // A single non-public address disqualifies the name, because a mixed answer indicates an attack.
  const isFit = (address: string) =>
    verdict === 'public-addresses' ? isPublic(address) : !isLoopbackAddress(address)
  if (addresses.every(isFit)) return addresses
  throw new Unreachable(
    'refused',
    `${host} belongs to this machine or its network, which this sandbox’s network does not reach.`,
  )
}

async function resolved(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  if (found.length === 0) throw new Unreachable('failed', `The name ${host} is not known.`)
  return found.map(({ address }) => address)
}

/** Tries the addresses in order. */
async function connected(addresses: readonly string[], port: number): Promise<Socket> {
  let reason = 'no address'
  for (const address of addresses) {
    try {
      return await opened(address, port)
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    }
  }
  throw new Unreachable('failed', `There is no connection (${reason}).`)
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('no answer within 30 seconds')))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', reject)
      socket.on('error', () => socket.destroy())
      resolve(socket)
    })
  })
}

const status = (error: unknown): string =>
  error instanceof Unreachable && error.verdict === 'refused' ? '403 Forbidden' : '502 Bad Gateway'

const sentence = (error: unknown): string =>
  `${error instanceof Unreachable ? error.message : 'The connection failed.'}\n`

function answer(response: ServerResponse, line: string, text: string): void {
  const code = Number(line.slice(0, 3))
  response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text)
}

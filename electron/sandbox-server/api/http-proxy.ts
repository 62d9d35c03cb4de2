import {
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { failed } from '#shared/sandbox/envelope.ts'
import type { Box } from '../runtime/runtime.ts'
import { innerHeaders, innerPath } from './inner-request.ts'
import type { Platform } from './platform.ts'
import type { PortTarget } from './port-target.ts'

/** Headers that belong to one connection only (RFC 9110 §7.6.1), and the length-changing encoding as upstream. */
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

/** Seconds the inner service may take to answer (docs/sandbox-platform.md#ports). */
const ANSWER_MS = 120_000

/** Passes a request on to a port inside the sandbox and streams the answer back. */
export async function proxyHttp(
  platform: Platform,
  target: PortTarget,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const message = target.kind === 'vnc' ? 'vnc http proxy failed' : 'http proxy failed'
  try {
    await platform.sandboxes.use(target.sandboxId, async (box) => {
      const connection = await reach(box, target.port)
      await exchange(connection, target, incoming, outgoing)
    })
  } catch (error) {
    incoming.resume()
    if (outgoing.headersSent) outgoing.destroy()
    else answerFailure(outgoing, message, (error as Error).message)
  }
}

async function reach(box: Box, port: number): Promise<Duplex> {
  try {
    return await box.connect(port)
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
      path: innerPath(target.path, target.token),
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

function headersFor(incoming: IncomingMessage, { port, token }: PortTarget): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const [name, value] of innerHeaders(incoming.rawHeaders, token)) {
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

/** A redirect of the inner service stays below the proxy's prefix. */
function rewritten(location: string, { port, prefix }: PortTarget): string {
  const own = new RegExp(`^https?://(?:127\\.0\\.0\\.1|localhost|0\\.0\\.0\\.0)(?::${port})?(?=/|$)`)
  if (own.test(location)) return prefix + location.replace(own, '')
  return location.startsWith('/') && !location.startsWith('//') ? prefix + location : location
}

function answerFailure(outgoing: ServerResponse, message: string, error: string): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(failed(message, error)))
}

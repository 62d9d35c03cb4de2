import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(root, process.env['ORRERY_DIST'] ?? 'dist')

/** Our server's extensions of the base API, which a plain platform lacks. */
const EXTRAS = /\/(all_sandboxes|(follow|interrupt|write|resize)_session|sessions|images)\b/
/** It does not forward WebSockets either. */
const PROXIES = /\/sandboxes\/[^/]+\/(proxy|portforward|vnc)\b/
/** Optional parts of the base API that this deployment lacks by default. */
const ABSENT = ['get_sandbox_statistics', 'commit']
/**
 * Everything the seed does not list with its path (docs/sandbox-platform.md#a-plain-platform), and what a
 * small deployment may omit.
 */
export const SEED_ONLY = [...ABSENT, 'sandboxes', 'restart', 'delete', 'stop', 'upload']

export interface PlainPlatform {
  readonly url: string
  /** Makes the platform unreachable for a while; its sandboxes keep running. */
  away(): void
  back(): Promise<void>
  stop(): Promise<void>
}

/**
 * Our server behind a proxy that passes only the base dialect (docs/sandbox-platform.md#a-plain-platform): no
 * extensions, no raw output, no working directory in answers, our fields removed from records, and without
 * paths that end in `absent`.
 */
export async function startPlainPlatform(
  data: string,
  absent: readonly string[] = ABSENT,
): Promise<PlainPlatform> {
  const lacks = new RegExp(`/(?:${absent.join('|')})(?=[/?]|$)`)
  const isAbsent: IsAbsent = (path) => EXTRAS.test(path) || PROXIES.test(path) || lacks.test(path)
  const args = ['--addr', '127.0.0.1:0', '--no-auth', '--runtime', 'process', '--data', data]
  const child = spawn(process.execPath, [join(dist, 'sandbox-server.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  while (!/"url":\s*"[^"]+"/.test(text)) text += String((await once(child.stdout, 'data'))[0])
  const target = new URL(/"url":\s*"([^"]+)"/.exec(text)?.[1] ?? '')
  const server = createServer((request, response) => void pass(request, response, target, isAbsent))
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    away() {
      server.close()
      server.closeAllConnections()
    },
    back: () => listen(port),
    async stop() {
      server.close()
      server.closeAllConnections()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

type IsAbsent = (path: string) => boolean

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  isAbsent: IsAbsent,
): Promise<void> {
  const path = request.url ?? '/'
  if (isAbsent(path)) {
    request.resume()
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}')
    return
  }
  const body = await bytesOf(request)
  const sent = /run_in_session|create_session/.test(path) ? withoutExtensions(body) : body
  const headers = { ...request.headers, host: target.host, 'content-length': String(sent.length) }
  const onward = httpRequest(
    { host: target.hostname, port: target.port, path, method: request.method, headers },
    (answer) => void back(path, answer, response, isAbsent),
  )
  onward.on('error', () => response.destroy())
  onward.end(sent)
}

async function back(
  path: string,
  answer: IncomingMessage,
  response: ServerResponse,
  isAbsent: IsAbsent,
): Promise<void> {
  const body = await bytesOf(answer)
  const plain = /json/.test(answer.headers['content-type'] ?? '') ? plainAnswer(path, body, isAbsent) : body
  response.writeHead(answer.statusCode ?? 502, {
    'content-type': answer.headers['content-type'] ?? 'application/json',
    'content-length': plain.length,
  })
  response.end(plain)
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Fields the base dialect ignores. */
function withoutExtensions(body: Buffer): Buffer {
  const {
    raw: _,
    cwd: __,
    rows: ___,
    cols: ____,
    ...rest
  } = JSON.parse(body.toString()) as Record<string, unknown>
  return Buffer.from(JSON.stringify(rest))
}

function plainAnswer(path: string, body: Buffer, isAbsent: IsAbsent): Buffer {
  const answer = JSON.parse(body.toString()) as {
    paths?: Record<string, unknown>
    result?: Record<string, unknown>
  }
  if (path.startsWith('/openapi') && answer.paths) {
    const known = Object.entries(answer.paths).filter(([name]) => !isAbsent(name))
    answer.paths = Object.fromEntries(known)
  } else if (answer.result && typeof answer.result === 'object') {
    // Its list omits the stop time; a status request returns it, and also renews it.
    if (path.includes('/sandboxes'))
      for (const item of (answer.result['items'] ?? []) as Record<string, unknown>[])
        item['auto_stop_time'] = null
    for (const ours of ['cwd', 'isolated', 'runtime', 'notices', 'idle_minutes']) delete answer.result[ours]
  }
  return Buffer.from(JSON.stringify(answer))
}

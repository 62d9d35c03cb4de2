import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { isFields } from '#shared/json/fields.ts'
import { APP_MIME_TYPE } from '#shared/model/mcp-apps.ts'
import { isLoopback, isLoopbackUrl } from '#shared/net/loopback.ts'
import type { OpenedApp } from '#shared/workbench/areas/console.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { foreignHeader } from '../../node/guard.ts'
import type { ModelConnection } from '../models/model-connection.ts'
import { APP_SANDBOX, policyOf } from './app-policy.ts'

const MEGABYTE = 1024 * 1024
/** Maximum size of an app's page. */
const MAX_APP_BYTES = 10 * MEGABYTE
/** Pages waiting for their frame; each can be fetched once and is requested immediately. */
const MAX_WAITING = 8
/** How long a server may take to return its page. */
const MAX_WAIT_MS = 60_000

interface Waiting {
  /** Origin of the page that embeds the frame. */
  readonly embedder: string
  readonly html: string
  readonly policy: string
}

/** The request to open an app. */
interface Opening {
  readonly target: ModelConnection
  readonly uri: string
  readonly embedder: string
  readonly signal: AbortSignal
}

/**
 * Serves pages of third-party MCP servers, each in two nested frames (MCP Apps, "Sandbox proxy"). It listens on its own port under the
 * other loopback name than the workbench, which makes it a different origin that receives no cookie of the workbench. The outer frame is
 * Orrery's and relays messages; the inner one holds the app, with an opaque origin and its policy in a response header.
 */
export class Apps {
  readonly #waiting = new Map<string, Waiting>()
  #listening: Promise<Server> | undefined

  /** @throws WorkbenchError when the server returns no page */
  async open({ target, uri, embedder, signal }: Opening): Promise<OpenedApp> {
    const page = await readPage(target, uri, signal)
    const { address } = target.info
    const isHere = address === undefined || isLoopbackUrl(new URL(address))
    const { policy, allowed, refused } = policyOf(page.meta, isHere)
    const { port } = (await this.#listen()).address() as AddressInfo
    const ticket = randomBytes(24).toString('base64url')
    this.#waiting.set(ticket, {
      embedder: new URL(embedder).href.replace(/\/$/, ''),
      html: page.html,
      policy,
    })
    for (const oldest of [...this.#waiting.keys()].slice(0, -MAX_WAITING)) this.#waiting.delete(oldest)
    return { port, path: `/${ticket}/`, allowed, refused: [...refused] }
  }

  async dispose(): Promise<void> {
    const server = await this.#listening
    server?.closeAllConnections()
    server?.close()
  }

  #listen(): Promise<Server> {
    this.#listening ??= new Promise((resolve, reject) => {
      const server = createServer((request, response) => this.#answer(request, response))
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => resolve(server))
      server.unref()
    })
    return this.#listening
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '/', socket } = request
    const foreign = foreignHeader(headers, { isOwnName: isLoopback, port: socket.localPort ?? 0 })
    // Browsers send Sec-Fetch-Dest: these pages are only loaded as frames, never by a script or as a
    // top-level window.
    const isFrame = (headers['sec-fetch-dest'] ?? 'iframe') === 'iframe'
    const [, ticket = '', part] = url.split('/')
    const waiting = this.#waiting.get(ticket)
    if (foreign || !isFrame || method !== 'GET' || !waiting || (part !== '' && part !== 'app'))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such app.\n')
    if (part === 'app') {
      this.#waiting.delete(ticket)
      return send(response, waiting.html, waiting.policy)
    }
    const nonce = randomBytes(16).toString('base64')
    const frame = `http://${headers.host ?? ''}/${ticket}/app`
    send(response, outerPage(waiting.embedder, nonce), outerPolicy(nonce, frame))
  }
}

function send(response: ServerResponse, html: string, policy: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
  })
  response.end(html)
}

/** The inner frame can only show its page: an app that navigates elsewhere could send data along. */
const outerPolicy = (nonce: string, frame: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `frame-src ${frame}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * Relays messages between the workbench and the app, checking window and origin of each. Messages meant for this frame itself are
 * not relayed.
 */
const outerPage = (embedder: string, nonce: string): string => `<!doctype html>
<meta charset="utf-8">
<title>App</title>
<style nonce="${nonce}">html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; overflow: hidden }</style>
<body>
<iframe title="App" sandbox="${APP_SANDBOX}" referrerpolicy="no-referrer"></iframe>
<script nonce="${nonce}">
const embedder = ${JSON.stringify(embedder).replaceAll('<', '\\u003c')}
const app = document.querySelector('iframe')
const isOwn = (data) => String(data?.method).startsWith('ui/notifications/sandbox-')
addEventListener('message', ({ source, origin, data }) => {
  if (isOwn(data)) return
  if (source === parent && origin === embedder) app.contentWindow.postMessage(data, '*')
  else if (source === app.contentWindow && origin === 'null') parent.postMessage(data, embedder)
})
app.src = 'app'
</script>
`

/** Reads the page of a resource and its metadata. */
async function readPage(
  target: ModelConnection,
  uri: string,
  signal: AbortSignal,
): Promise<{ html: string; meta: unknown }> {
  const { result } = await target
    .request('resources/read', { uri }, { signal, timeout: MAX_WAIT_MS })
    .catch((error: unknown) => {
      if (!(error instanceof McpError)) throw error
      const reason = error.message.replace(`MCP error ${error.code}: `, '')
      throw workbenchError('APP_UNREADABLE', { uri, reason })
    })
  const contents: unknown[] = Array.isArray(result['contents']) ? result['contents'] : []
  const content = contents.filter(isFields).find((one) => one['uri'] === uri) ?? contents.find(isFields) ?? {}
  const { mimeType, text, blob, _meta: meta } = content
  const kind = typeof mimeType === 'string' ? mimeType.replaceAll(' ', '').toLowerCase() : '?'
  if (kind !== APP_MIME_TYPE) throw workbenchError('APP_NOT_PAGE', { uri, type: kind.slice(0, 100) })
  const bytes = Buffer.from(
    typeof text === 'string' ? text : typeof blob === 'string' ? blob : '',
    typeof text === 'string' ? 'utf8' : 'base64',
  )
  if (bytes.length > MAX_APP_BYTES) {
    const megabytes = Math.ceil(bytes.length / MEGABYTE)
    throw workbenchError('APP_LARGE', { megabytes, limit: MAX_APP_BYTES / MEGABYTE })
  }
  return { html: bytes.toString('utf8'), meta }
}

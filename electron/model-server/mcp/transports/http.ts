import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '#shared/model/json.ts'
import { isJsonObject } from '#shared/model/json.ts'
import { dispatch } from '../dispatcher.ts'
import { PROTOCOL_VERSIONS } from '../methods/initialize.ts'
import {
  RPC,
  RpcError,
  type RpcResponse,
  decodeMessage,
  encodeAnswer,
  errorResponse,
  parseMessage,
} from '../rpc.ts'
import type { Service } from '../service.ts'
import { Session } from '../session.ts'
import { BodyTooLarge, readBody } from './http-body.ts'
import { type GuardOptions, refusalOf } from './http-guard.ts'
import { EventStream, type HttpSession, HttpSessions } from './http-sessions.ts'

export interface HttpOptions extends GuardOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly mcpPath: string
  readonly maxMessageBytes: number
  readonly sessionIdleMs: number
  readonly onError: (error: unknown) => void
}

export interface HttpServer {
  /** Where clients connect, such as `http://127.0.0.1:8090/mcp`. */
  readonly url: string
  close(): Promise<void>
}

/** Messages of one batch; older protocol versions have them. */
const MAX_BATCHED = 100

const SESSION_HEADER = 'mcp-session-id'

class HttpFront {
  readonly #service: Service
  readonly #options: HttpOptions
  readonly #sessions: HttpSessions
  /** Legacy streams by the id in their endpoint. */
  readonly #legacy = new Map<string, HttpSession>()

  constructor(service: Service, options: HttpOptions) {
    this.#service = service
    this.#options = options
    this.#sessions = new HttpSessions(options.sessionIdleMs)
  }

  close(): void {
    this.#sessions.close()
    for (const one of this.#legacy.values()) one.stream?.end()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, this.#options)
    if (refusal) return fail(response, refusal.status, refusal.message, refusal.headers)
    const url = targetOf(request.url ?? '/')
    if (!url) return fail(response, 400, 'The address that was asked for cannot be read.')
    switch (url.pathname) {
      case '/healthz':
        if (allow(request, response, ['GET', 'HEAD'])) json(response, 200, { status: 'ok' })
        return
      case this.#options.mcpPath:
        return this.#checked(request, response, ['POST', 'GET', 'DELETE'], () => this.#mcp(request, response))
      case '/sse':
        return this.#checked(request, response, ['GET'], () => this.#sse(response))
      case '/messages':
        return this.#checked(request, response, ['POST'], () => this.#messages(request, response, url))
    }
    fail(response, 404, `There is nothing at ${url.pathname}; the MCP endpoint is ${this.#options.mcpPath}.`)
  }

  async #checked(
    request: IncomingMessage,
    response: ServerResponse,
    methods: readonly string[],
    run: () => void | Promise<void>,
  ): Promise<void> {
    if (!allow(request, response, methods)) return
    const version = request.headers['mcp-protocol-version']
    if (version !== undefined && !PROTOCOL_VERSIONS.some((known) => known === version)) {
      return fail(
        response,
        400,
        `Protocol version ${String(version)} is not spoken; use ${PROTOCOL_VERSIONS.join(', ')}.`,
      )
    }
    return run()
  }

  #mcp(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const id = request.headers[SESSION_HEADER]
    const session = typeof id === 'string' ? this.#sessions.find(id) : undefined
    if (id !== undefined && !session) {
      return fail(response, 404, 'This session has ended or never was; initialize again.', {}, -32_001)
    }
    if (request.method === 'POST') return this.#post(request, response, session)
    if (request.method === 'DELETE') {
      if (session) this.#sessions.delete(session.id)
      response.writeHead(session ? 200 : 202).end()
      return
    }
    if (session?.stream) return fail(response, 409, 'This session has an open stream already.')
    const stream = new EventStream(response, session ? { 'Mcp-Session-Id': session.id } : {})
    if (!session) return
    session.stream = stream
    stream.onClose(() => {
      session.stream = undefined
      session.lastUsed = Date.now()
    })
  }

  async #post(
    request: IncomingMessage,
    response: ServerResponse,
    known: HttpSession | undefined,
  ): Promise<void> {
    const message = await this.#read(request, response)
    if (message === undefined) return
    const starts = isJsonObject(message) && message['method'] === 'initialize' && 'id' in message
    const session = known ?? (starts ? this.#sessions.create() : undefined)
    const answer = await this.#answer(
      session?.session ?? new Session(),
      message,
      response,
      session === undefined,
    )
    const headers: { readonly [name: string]: string } = session ? { 'Mcp-Session-Id': session.id } : {}
    if (answer === undefined) response.writeHead(202, headers).end()
    else json(response, 200, answer, headers)
  }

  /** The message in the body, or undefined when the answer was given already. */
  async #read(request: IncomingMessage, response: ServerResponse): Promise<Json | undefined> {
    try {
      return parseMessage(decodeMessage(await readBody(request, this.#options.maxMessageBytes)))
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        const limit = this.#options.maxMessageBytes
        fail(response, 413, `A message may have at most ${limit} bytes; --max-message-bytes raises that.`, {
          Connection: 'close',
        })
      } else if (error instanceof RpcError) json(response, 400, errorResponse(error))
      else response.destroy()
      return undefined
    }
  }

  /** As `answerAll`; the requests end when their connection does. */
  #answer(
    session: Session,
    message: Json,
    response: ServerResponse,
    own: boolean,
  ): Promise<object | undefined> {
    response.on('close', () => {
      if (response.writableFinished) return
      if (own) session.close()
      else for (const one of listOf(message)) cancelOne(session, one)
    })
    return this.#answerAll(session, message)
  }

  /** The answer or, to a batch, the answers in order; undefined when none is due. */
  async #answerAll(session: Session, message: Json): Promise<object | undefined> {
    const messages = listOf(message)
    if (Array.isArray(message) && (messages.length === 0 || messages.length > MAX_BATCHED)) {
      return errorResponse(new RpcError(RPC.invalidRequest, `a batch has 1 to ${MAX_BATCHED} messages`))
    }
    const answers: RpcResponse[] = []
    for (const one of messages) {
      const answer = await dispatch(this.#service, session, one, this.#options.onError)
      if (answer) answers.push(answer)
    }
    return Array.isArray(message) ? (answers.length > 0 ? answers : undefined) : answers[0]
  }

  #sse(response: ServerResponse): void {
    const holder = this.#sessions.create()
    const stream = new EventStream(response)
    holder.stream = stream
    this.#legacy.set(holder.id, holder)
    stream.onClose(() => {
      this.#legacy.delete(holder.id)
      this.#sessions.delete(holder.id)
    })
    stream.send('endpoint', `/messages?session=${holder.id}`)
  }

  async #messages(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const id = url.searchParams.get('session') ?? url.searchParams.get('sessionId')
    const holder = id === null ? undefined : this.#legacy.get(id)
    if (id !== null && !holder) return fail(response, 404, 'This stream has ended; open /sse again.')
    const message = await this.#read(request, response)
    if (message === undefined) return
    if (!holder) {
      const answer = await this.#answer(new Session(), message, response, true)
      if (answer === undefined) response.writeHead(202).end()
      else json(response, 200, answer)
      return
    }
    response.writeHead(202, { 'Content-Type': 'text/plain' }).end('Accepted')
    const answer = await this.#answerAll(holder.session, message)
    if (answer) holder.stream?.send('message', encodeAnswer(answer))
  }
}

/** A path, or a whole address as proxies send it. */
function targetOf(target: string): URL | undefined {
  try {
    return new URL(target.startsWith('/') ? `http://local${target}` : target)
  } catch {
    return undefined
  }
}

const listOf = (message: Json): readonly Json[] => (Array.isArray(message) ? message : [message])

function cancelOne(session: Session, message: Json): void {
  const id = isJsonObject(message) ? message['id'] : undefined
  if (typeof id === 'string' || typeof id === 'number') session.cancel(id, 'The connection was closed.')
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: { readonly [name: string]: string } = {},
): void {
  if (response.destroyed) return
  const text = encodeAnswer(body)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** An error of the transport, in the shape of a JSON-RPC error without id. */
function fail(
  response: ServerResponse,
  status: number,
  message: string,
  headers: { readonly [name: string]: string } = {},
  code = -32_000,
): void {
  json(response, status, { jsonrpc: '2.0', error: { code, message } }, headers)
}

function allow(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): boolean {
  if (methods.includes(request.method ?? '')) return true
  fail(response, 405, `Use ${methods.join(' or ')} here.`, { Allow: methods.join(', ') })
  return false
}

/** Serves Streamable HTTP with JSON answers, the older HTTP+SSE transport, and a health check. Resolves when it listens. */
export async function serveHttp(service: Service, options: HttpOptions): Promise<HttpServer> {
  const front = new HttpFront(service, options)
  const server: Server = createServer((request, response) => {
    front.handle(request, response).catch((error: unknown) => {
      options.onError(error)
      if (response.headersSent) response.destroy()
      else fail(response, 500, 'The server failed; its log says why.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}${options.mcpPath}`,
    async close() {
      front.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

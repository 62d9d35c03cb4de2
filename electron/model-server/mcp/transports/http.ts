import { type HttpBindings, RequestError, getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono, type Next } from 'hono'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '#shared/model/json.ts'
import { isJsonObject } from '#shared/model/json.ts'
import { LOOPBACK, bearerOf, foreignHeader, isSecret } from '../../../node/guard.ts'
import { BodyTooLarge, readBody } from '../../../node/http-body.ts'
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
import { EventStream, type HttpSession, HttpSessions } from './http-sessions.ts'

export interface HttpOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Whether the server listens on loopback only. */
  readonly loopback: boolean
  readonly token: string | undefined
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

type Env = { Bindings: HttpBindings }
type Call = Context<Env>
type Answer = Response | Promise<Response>
type Handler = (call: Call) => Answer
type Headers = { readonly [name: string]: string }

/** Streamable HTTP with JSON answers, the older HTTP+SSE transport, and a health check. */
class HttpFront {
  readonly app = new Hono<Env>()
  readonly #service: Service
  readonly #options: HttpOptions
  readonly #sessions: HttpSessions
  /** Legacy streams by the id in their endpoint. */
  readonly #legacy = new Map<string, HttpSession>()

  constructor(service: Service, options: HttpOptions) {
    this.#service = service
    this.#options = options
    this.#sessions = new HttpSessions(options.sessionIdleMs)
    const { mcpPath } = options
    this.app.use((call, next) => this.#guard(call, next))
    const healthy = (): Response => json(200, { status: 'ok' })
    this.#serve('/healthz', { GET: healthy, HEAD: healthy })
    this.#serve(mcpPath, {
      POST: (call) => this.#withSession(call, (session) => this.#post(call, session)),
      GET: (call) => this.#withSession(call, (session) => this.#stream(call, session)),
      DELETE: (call) => this.#withSession(call, (session) => this.#end(session)),
    })
    this.#serve('/sse', { GET: (call) => this.#sse(call) })
    this.#serve('/messages', { POST: (call) => this.#messages(call) })
    this.app.notFound(({ req }) =>
      fail(404, `There is nothing at ${req.path}; the MCP endpoint is ${mcpPath}.`),
    )
    this.app.onError((error) => {
      options.onError(error)
      return fail(500, 'The server failed; its log says why.')
    })
  }

  close(): void {
    this.#sessions.close()
    for (const one of this.#legacy.values()) one.stream?.end()
  }

  /** Who may ask (MCP 2025-11-25, Streamable HTTP, Security Warning). */
  async #guard({ req, env }: Call, next: Next): Promise<Response | void> {
    const { loopback, token } = this.#options
    const { headers } = env.incoming
    const foreign = foreignHeader(headers, loopback ? LOOPBACK : undefined)
    if (foreign === 'host') {
      return fail(403, 'The Host header names another machine; use 127.0.0.1 or localhost.')
    }
    if (foreign === 'origin') return fail(403, 'Requests from this Origin are not served.')
    const isOpen = token === undefined || req.path === '/healthz'
    if (isOpen || isSecret(bearerOf(headers.authorization), token)) return next()
    return fail(401, 'A bearer token is needed; send Authorization: Bearer <token>.', {
      'WWW-Authenticate': 'Bearer',
    })
  }

  /** One path with its methods. Everything but the health check speaks a version of the protocol. */
  #serve(path: string, methods: { readonly [method: string]: Handler }): void {
    const allowed = Object.keys(methods)
    this.app.all(path, (call) => {
      const handle = methods[call.req.method]
      if (!handle) return fail(405, `Use ${allowed.join(' or ')} here.`, { Allow: allowed.join(', ') })
      const version = call.req.header('mcp-protocol-version')
      const isSpoken = path === '/healthz' || PROTOCOL_VERSIONS.some((known) => known === version)
      if (version === undefined || isSpoken) return handle(call)
      return fail(400, `Protocol version ${version} is not spoken; use ${PROTOCOL_VERSIONS.join(', ')}.`)
    })
  }

  #withSession(call: Call, run: (session: HttpSession | undefined) => Answer): Answer {
    const id = call.req.header(SESSION_HEADER)
    const session = id === undefined ? undefined : this.#sessions.find(id)
    if (id === undefined || session) return run(session)
    return fail(404, 'This session has ended or never was; initialize again.', {}, -32_001)
  }

  #end(session: HttpSession | undefined): Response {
    if (session) this.#sessions.delete(session.id)
    return new Response(null, { status: session ? 200 : 202 })
  }

  #stream({ env }: Call, session: HttpSession | undefined): Response {
    if (session?.stream) return fail(409, 'This session has an open stream already.')
    const stream = new EventStream(env.outgoing, sessionHeader(session))
    if (session) {
      session.stream = stream
      stream.onClose(() => {
        session.stream = undefined
        session.lastUsed = Date.now()
      })
    }
    return RESPONSE_ALREADY_SENT
  }

  async #post(call: Call, known: HttpSession | undefined): Promise<Response> {
    const message = await this.#read(call)
    if (message instanceof Response) return message
    const starts = isJsonObject(message) && message['method'] === 'initialize' && 'id' in message
    const session = known ?? (starts ? this.#sessions.create() : undefined)
    if (starts && !session) return busy()
    return this.#answer(call, message, session)
  }

  /** The message in the body, or why there is none. */
  async #read({ req }: Call): Promise<Json | Response> {
    const { maxMessageBytes } = this.#options
    // What a page of another site may send without asking has another type.
    if (!/^application\/json(?:\s*;|$)/i.test(req.header('content-type') ?? '')) {
      return fail(415, 'A message is JSON; send it with Content-Type: application/json.')
    }
    try {
      return parseMessage(decodeMessage(await readBody(req.raw, maxMessageBytes)))
    } catch (error) {
      if (error instanceof RpcError) return json(400, errorResponse(error))
      if (!(error instanceof BodyTooLarge)) throw error
      const sentence = `A message may have at most ${maxMessageBytes} bytes; --max-message-bytes raises that.`
      return fail(413, sentence, { Connection: 'close' })
    }
  }

  /** The answer to the request; what it asked for ends when its connection does. */
  async #answer({ env }: Call, message: Json, held: HttpSession | undefined): Promise<Response> {
    const session = held?.session ?? new Session()
    env.outgoing.on('close', () => {
      if (env.outgoing.writableFinished) return
      if (held) for (const one of listOf(message)) cancelOne(session, one)
      else session.close()
    })
    const answer = await this.#answerAll(session, message)
    const headers = sessionHeader(held)
    return answer === undefined ? new Response(null, { status: 202, headers }) : json(200, answer, headers)
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

  #sse({ env }: Call): Response {
    const holder = this.#sessions.create()
    if (!holder) return busy()
    const stream = new EventStream(env.outgoing)
    holder.stream = stream
    this.#legacy.set(holder.id, holder)
    stream.onClose(() => {
      this.#legacy.delete(holder.id)
      this.#sessions.delete(holder.id)
    })
    stream.send('endpoint', `/messages?session=${holder.id}`)
    return RESPONSE_ALREADY_SENT
  }

  async #messages(call: Call): Promise<Response> {
    const id = call.req.query('session') ?? call.req.query('sessionId')
    const holder = id === undefined ? undefined : this.#legacy.get(id)
    if (id !== undefined && !holder) return fail(404, 'This stream has ended; open /sse again.')
    const message = await this.#read(call)
    if (message instanceof Response) return message
    if (!holder) return this.#answer(call, message, undefined)
    void this.#answerAll(holder.session, message).then((answer) => {
      if (answer) holder.stream?.send('message', encodeAnswer(answer))
    }, this.#options.onError)
    return new Response('Accepted', { status: 202, headers: { 'Content-Type': 'text/plain' } })
  }
}

const listOf = (message: Json): readonly Json[] => (Array.isArray(message) ? message : [message])

const sessionHeader = (session: HttpSession | undefined): Headers =>
  session ? { 'Mcp-Session-Id': session.id } : {}

function cancelOne(session: Session, message: Json): void {
  const id = isJsonObject(message) ? message['id'] : undefined
  if (typeof id === 'string' || typeof id === 'number') session.cancel(id, 'The connection was closed.')
}

const json = (status: number, body: object, headers: Headers = {}): Response =>
  new Response(encodeAnswer(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** An error of the transport, in the shape of a JSON-RPC error without id. */
const fail = (status: number, message: string, headers?: Headers, code = -32_000): Response =>
  json(status, { jsonrpc: '2.0', error: { code, message } }, headers)

const busy = (): Response =>
  fail(503, 'There are as many sessions as this server keeps; end one, or try again later.', {
    'Retry-After': '10',
  })

/** Serves the protocol over HTTP. Resolves when it listens. */
export async function serveHttp(service: Service, options: HttpOptions): Promise<HttpServer> {
  const front = new HttpFront(service, options)
  const listener = getRequestListener(front.app.fetch, {
    errorHandler(error) {
      if (error instanceof RequestError) return fail(400, 'The address that was asked for cannot be read.')
      options.onError(error)
      return fail(500, 'The server failed; its log says why.')
    },
  })
  const server: Server = createServer((request, response) => void listener(request, response))
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

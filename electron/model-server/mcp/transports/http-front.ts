import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono, type Next } from 'hono'
import { type Json, type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import type { KeyRing } from '../../../node/access/key-ring.ts'
import { TOKEN_HOLDER, type Key } from '../../../node/access/keys.ts'
import type { SharedUsage } from '../../../node/access/shared-usage.ts'
import type { AuditLog } from '../../../node/access/audit.ts'
import { alsoNamed, bearerOf, foreignHeader, hostRefusal, LOOPBACK } from '../../../node/guard.ts'
import { callScope } from '../../../node/operation/call-scope.ts'
import { BodyTooLarge, readBody } from '../../../node/http-body.ts'
import { dispatch, dispatchBatch } from '../dispatcher.ts'
import { isStateless, readEnvelope } from '../envelope.ts'
import {
  RPC,
  RpcError,
  type RpcNotification,
  decodeMessage,
  encodeAnswer,
  errorResponse,
  idOf,
  parseMessage,
} from '../rpc.ts'
import type { Service } from '../service.ts'
import { Session } from '../session.ts'
import { type Caller, Callers } from './callers.ts'
import { busy, draining, fail, gone, type Headers, isSpoken, json, notSpoken } from './http-answers.ts'
import { EventStream, type HttpSession, HttpSessions } from './http-sessions.ts'
import { SessionCaps } from './session-caps.ts'
import { answerOperation, isOpen, isOperationPath, OPERATION_PATHS, type Operating } from './operation.ts'
import { headerMismatch } from './request-headers.ts'

export interface HttpOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Whether the server listens on loopback only. */
  readonly loopback: boolean
  /** Further host names under which it is reached. */
  readonly allowedHosts?: readonly string[]
  readonly token: string | undefined
  /** Additional API keys; absent: only the token is accepted. */
  readonly keys?: KeyRing | undefined
  readonly audit?: AuditLog | undefined
  /** What model servers of the same keys count together. */
  readonly usage?: (() => SharedUsage | undefined) | undefined
  /** Default: a private one that is never read. */
  readonly operating?: Operating
  readonly mcpPath: string
  readonly maxMessageBytes: number
  readonly sessionIdleMs: number
  readonly onError: (error: unknown) => void
  /** Answers messages. Default: the service's methods. */
  readonly dispatch?: typeof dispatch
}

/** HTTP statuses of errors in the stateless revision; other errors have status 200. */
const STATUS: { readonly [code: number]: number } = {
  [RPC.parseError]: 400,
  [RPC.invalidRequest]: 400,
  [RPC.methodNotFound]: 404,
  [RPC.headerMismatch]: 400,
  [RPC.missingCapability]: 400,
  [RPC.unsupportedVersion]: 400,
}

const SESSION_HEADER = 'mcp-session-id'
const VERSION_HEADER = 'mcp-protocol-version'

type Env = { Bindings: HttpBindings; Variables: { caller: Caller } }
type Call = Context<Env>
type Answer = Response | Promise<Response>
type Handler = (call: Call) => Answer

/** Streamable HTTP with JSON answers, the older HTTP+SSE transport, and a health check. */
export class HttpFront {
  readonly app = new Hono<Env>()
  readonly #callers: Callers
  readonly #options: HttpOptions
  readonly #operating: Operating
  readonly #sessions: HttpSessions
  readonly #caps: SessionCaps | undefined
  /** Sessions of running stateless requests and of requests outside a session, with their keys. */
  readonly #single = new Map<Session, Key | undefined>()
  readonly #unwatch: () => void
  /** Legacy streams by the id in their endpoint URL. */
  readonly #legacy = new Map<string, HttpSession>()

  constructor(service: Service, options: HttpOptions, operating: Operating) {
    this.#operating = operating
    const { token, keys, audit, usage } = options
    this.#callers = new Callers(service, { token, keys, audit, usage })
    this.#options = options
    this.#sessions = new HttpSessions(options.sessionIdleMs, (key) => this.#caps?.publish(key))
    this.#caps =
      keys && new SessionCaps(keys, usage ?? (() => undefined), (isMeant) => this.#sessions.count(isMeant))
    this.#unwatch = this.#callers.watch(() => this.#endInvalid())
    const { mcpPath } = options
    this.app.use((call, next) => this.#guard(call, next))
    for (const path of OPERATION_PATHS) {
      const answer = (call: Call): Answer =>
        answerOperation(path, operating, {
          caller: call.get('caller'),
          store: service.store,
          query: (name) => call.req.query(name),
        })
      this.#serve(path, { GET: answer, HEAD: answer })
    }
    this.#serve(mcpPath, {
      POST: (call) => this.#post(call),
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

  get sessions(): number {
    return this.#sessions.size
  }

  /** Notifies open streams that the server is shutting down. */
  endStreams(): void {
    for (const session of this.#single.keys()) session.end()
    this.#sessions.endStreams()
  }

  close(): void {
    this.#unwatch()
    this.endStreams()
    this.#sessions.close()
    for (const one of this.#legacy.values()) one.stream?.end()
  }

  /** Closes what a no longer valid key opened. */
  #endInvalid(): void {
    const holds = (key: Key | undefined) => this.#callers.holds(key)
    this.#sessions.endInvalid(holds)
    for (const [session, key] of this.#single) if (!holds(key)) session.close()
  }

  /** Authenticates a request (MCP 2025-11-25, Streamable HTTP, Security Warning). */
  async #guard(call: Call, next: Next): Promise<Response | void> {
    const { loopback, allowedHosts = [] } = this.#options
    const { headers } = call.env.incoming
    const foreign = foreignHeader(headers, alsoNamed(loopback ? LOOPBACK : undefined, allowedHosts))
    if (foreign === 'host') return fail(403, `${hostRefusal(headers.host)}.`)
    if (foreign === 'origin') return fail(403, 'Requests from this Origin are not served.')
    const caller = this.#callers.find(headers)
    if (caller) call.set('caller', caller)
    const scope = callScope()
    if (scope && caller && this.#options.keys) scope.key = caller.key?.name ?? TOKEN_HOLDER
    const late = caller && this.#callers.tooSoon(caller)
    if (late) return fail(429, late.reason, { 'Retry-After': String(late.seconds) })
    if (caller || isOpen(call.req.path, this.#operating)) return next()
    return bearerOf(headers.authorization) === undefined
      ? fail(401, 'A bearer token is needed; send Authorization: Bearer <token>.', {
          'WWW-Authenticate': 'Bearer',
        })
      : fail(
          401,
          'The token or key that was sent is unknown, has expired or was revoked; ask the owner of the server for a new one.',
          { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
        )
  }

  /**
   * Registers a path with its methods. Except for operational paths, requests must state a supported protocol
   * version.
   */
  #serve(path: string, methods: { readonly [method: string]: Handler }): void {
    const allowed = Object.keys(methods)
    this.app.all(path, (call) => {
      const handle = methods[call.req.method]
      if (!handle) return fail(405, `Use ${allowed.join(' or ')} here.`, { Allow: allowed.join(', ') })
      const version = call.req.header(VERSION_HEADER)
      const readsFirst = path === this.#options.mcpPath && call.req.method === 'POST'
      return isOperationPath(path) || readsFirst || isSpoken(version) ? handle(call) : notSpoken(version)
    })
  }

  #withSession(call: Call, run: (session: HttpSession | undefined) => Answer): Answer {
    const id = call.req.header(SESSION_HEADER)
    const session = id === undefined ? undefined : this.#sessions.find(id, call.get('caller').key)
    if (id === undefined || session) return run(session)
    return gone()
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
        session.lastUsed = performance.now()
      })
    }
    return RESPONSE_ALREADY_SENT
  }

  async #post(call: Call): Promise<Response> {
    const { key } = call.get('caller')
    const id = call.req.header(SESSION_HEADER)
    const known = id === undefined ? undefined : this.#sessions.find(id, key)
    const message = await this.#read(call)
    if (message instanceof Response) return message
    if (this.#isOver(message)) return draining()
    const version = call.req.header(VERSION_HEADER)
    if (isJsonObject(message) && (isStateless(message['params']) || version === STATELESS_VERSION)) {
      return this.#answerStateless(call, message)
    }
    if (!isSpoken(version)) return notSpoken(version)
    if (id !== undefined && !known) return gone()
    const starts = isJsonObject(message) && message['method'] === 'initialize' && 'id' in message
    const refused = starts && !known ? this.#refusal(key) : undefined
    if (refused !== undefined) return fail(429, refused)
    if (known) this.#sessions.received(known, message)
    const session = known ?? (starts ? this.#sessions.create(key) : undefined)
    if (starts && !session) return this.#busy(key)
    return this.#answer(call, message, session)
  }

  /** Why a key may not open another session. One of its own that it left alone makes room. */
  #refusal(key: Key | undefined): string | undefined {
    const refused = this.#caps?.refusal(key)
    const hasRoom = refused !== undefined && key !== undefined && this.#sessions.endLeft(key)
    return hasRoom ? this.#caps?.refusal(key) : refused
  }

  /** The session that was admitted could not be opened. */
  #busy(key: Key | undefined): Response {
    this.#caps?.publish(key)
    return busy()
  }

  /** Whether the server is shutting down and the message would start new work. */
  #isOver(message: Json): boolean {
    return (
      this.#operating.drain.isDraining &&
      listOf(message).some(
        (one) => isJsonObject(one) && 'method' in one && 'id' in one && one['method'] !== 'ping',
      )
    )
  }

  /** Reads the message in the body, or returns an error response. */
  async #read({ req }: Call): Promise<Json | Response> {
    const { maxMessageBytes } = this.#options
    // A cross-origin page can send other content types without a CORS preflight.
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

  /** Answers a request, and aborts its work when the connection closes. */
  async #answer(call: Call, message: Json, held: HttpSession | undefined): Promise<Response> {
    const { env } = call
    const { key, service } = call.get('caller')
    const session = held?.session ?? new Session()
    if (!held) this.#single.set(session, key)
    env.outgoing.on('close', () => {
      if (env.outgoing.writableFinished) return
      if (held) for (const one of listOf(message)) cancelOne(session, one)
      else session.close()
    })
    const answer = await this.#answerAll(service, session, message).finally(() => {
      this.#single.delete(session)
      if (held) held.lastUsed = performance.now()
    })
    const headers = sessionHeader(held)
    return answer === undefined ? new Response(null, { status: 202, headers }) : json(200, answer, headers)
  }

  /** Answers a request of the stateless revision, which is self-contained and may reach any replica. */
  async #answerStateless(call: Call, message: JsonObject): Promise<Response> {
    const id = idOf(message)
    const mismatch = headerMismatch((name) => call.req.header(name), message)
    if (mismatch) return json(400, errorResponse(mismatch, id))
    if (id !== undefined) {
      try {
        readEnvelope(isJsonObject(message['params']) ? message['params'] : {})
      } catch (error) {
        if (error instanceof RpcError) return json(400, errorResponse(error, id))
        throw error
      }
    }
    const { outgoing } = call.env
    let stream: EventStream | undefined
    const isLong = message['method'] === 'subscriptions/listen'
    const notifications: RpcNotification[] = []
    const session = new Session((one) => {
      if (isLong) stream ??= new EventStream(outgoing)
      if (stream) stream.send('message', JSON.stringify(one))
      else notifications.push(one)
    })
    session.era = 'stateless'
    const { key, service } = call.get('caller')
    this.#single.set(session, key)
    outgoing.on('close', () => session.close())
    try {
      const answer = await this.#dispatch(service, session, message)
      if (notifications.length > 0) stream = new EventStream(outgoing)
      for (const one of notifications) stream?.send('message', JSON.stringify(one))
      if (!stream) {
        if (answer === undefined) return new Response(null, { status: 202 })
        return json('error' in answer ? (STATUS[answer.error.code] ?? 200) : 200, answer)
      }
      if (answer) stream.send('message', encodeAnswer(answer))
      stream.end()
      return RESPONSE_ALREADY_SENT
    } finally {
      this.#single.delete(session)
    }
  }

  /** Returns the answer, or for a batch the answers in order; undefined when none is due. */
  #answerAll(service: Service, session: Session, message: Json): Promise<object | undefined> {
    return Array.isArray(message)
      ? dispatchBatch(service, session, message, this.#options.onError)
      : this.#dispatch(service, session, message)
  }

  #dispatch(service: Service, session: Session, message: Json): ReturnType<typeof dispatch> {
    return (this.#options.dispatch ?? dispatch)(service, session, message, this.#options.onError)
  }

  #sse(call: Call): Response {
    const { env } = call
    const { key } = call.get('caller')
    const refused = this.#refusal(key)
    if (refused !== undefined) return fail(429, refused)
    const holder = this.#sessions.create(key)
    if (!holder) return this.#busy(key)
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
    const { key, service } = call.get('caller')
    const connection = id === undefined ? undefined : this.#legacy.get(id)
    const holder = connection?.key?.id === key?.id ? connection : undefined
    if (id !== undefined && !holder) return fail(404, 'This stream has ended; open /sse again.')
    const message = await this.#read(call)
    if (message instanceof Response) return message
    if (this.#isOver(message)) return draining()
    if (!holder) return this.#answer(call, message, undefined)
    void this.#answerAll(service, holder.session, message).then((answer) => {
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { writeBytes } from '../api/isolate-files.ts'
import type { Scope, Scopes } from '../access/scopes.ts'
import { openPath, sendOpened } from '../api/download.ts'
import type { Caller } from '../api/guard.ts'
import type { Platform } from '../api/platform.ts'
import { SERVER_ENDS, type Streams } from '../api/streams.ts'
import { receiveForm } from '../api/upload.ts'
import type { Isolate } from '../runtime/runtime.ts'
import type { Access } from './access.ts'
import {
  isStreamCall,
  readCall,
  type RpcCode,
  RpcError,
  rpcError,
  RpcStream,
  sendAnswer,
  sendFailure,
} from './connect.ts'
import { Files } from './entries.ts'
import { fileService } from './file-service.ts'
import { processService } from './process-service.ts'
import type { RpcCall, Service } from './service.ts'

/** Seconds between keep-alive messages on an idle stream, unless the caller chooses an interval. */
const KEEP_ALIVE_SECONDS = 90
const MAX_FORM_FILES = 1_000

/** HTTP status of `/files` failures, as the libraries expect it. */
const FILE_STATUS: Partial<Readonly<Record<RpcCode, number>>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  resource_exhausted: 507,
  unavailable: 502,
}

/** A sandbox, and the platform as its caller sees it. */
interface Inside {
  readonly id: string
  readonly platform: Platform
}

/**
 * E2B's API inside a sandbox: processes, files and health. The sandbox is given by a header or by a signed URL; accepts the
 * sandbox's own token or this server's.
 */
export class SandboxInterface {
  readonly #scopes: Scopes
  readonly #access: Access
  readonly #streams: Streams
  readonly #whole: Platform
  readonly #services: Readonly<Record<string, Service>> = {
    'process.Process': processService(),
    'filesystem.Filesystem': fileService,
  }

  constructor(whole: Platform, scopes: Scopes, access: Access, streams: Streams) {
    this.#streams = streams
    this.#whole = whole
    this.#scopes = scopes
    this.#access = access
  }

  /** Whether the URL belongs to this API. */
  serves(url: string): boolean {
    return /^\/(?:(?:process\.Process|filesystem\.Filesystem)\/\w+|files|health)(?:\?|$)/.test(url)
  }

  /** @param caller set for this server's own token, or a key */
  async serve(request: IncomingMessage, response: ServerResponse, caller: Caller | undefined): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://server')
    try {
      const opened = this.#sandboxOf(request, url.searchParams, caller)
      const scope = this.#scopes.of(opened.caller)
      this.#scopes.hold(scope, request.socket, response)
      await this.#enter(scope, opened.id, request, url.pathname)
      const inside = { id: opened.id, platform: scope.platform }
      if (url.pathname === '/health') this.#health(inside, response)
      else if (url.pathname === '/files') await this.#files(inside, request, response, url.searchParams)
      else await this.#call(inside, request, response, url.pathname)
    } catch (error) {
      request.resume()
      const known = rpcError(error)
      if (!known) this.#whole.log(`${request.method} ${url.pathname}: ${String(error)}`)
      const failure = known ?? new RpcError('internal', String(error))
      if (response.headersSent) response.destroy()
      else if (url.pathname.includes('.')) sendFailure(response, failure)
      else sendStatus(response, FILE_STATUS[failure.code] ?? 500, failure.message)
    }
  }

  /**
   * Most of these calls stream, so they are recorded at their start. @throws RpcError when the caller lacks permission or exceeds
   * the rate limit
   */
  async #enter(scope: Scope, id: string, { method }: IncomingMessage, path: string): Promise<void> {
    const late = this.#scopes.tooSoon(scope.caller)
    if (late) throw new RpcError('resource_exhausted', late.detail)
    const isRead = path === '/health' || (path === '/files' && method === 'GET')
    const endsSomething = /\/(?:SendSignal|SendInput|CloseStdin)$/.test(path)
    const operation = path.includes('.') && !this.#named(path) ? 'e2b unknown' : `e2b ${path}`
    const visit = scope.desk.enter(operation, isRead ? 'viewer' : 'user', { object: id, endsSomething })
    await visit.ended(visit.refused ? 'refused' : 'begun')
    if (!visit.refused) return
    const { status, detail } = visit.refused
    throw new RpcError(status === 403 ? 'permission_denied' : 'unavailable', detail)
  }

  /** @throws RpcError for a caller without the sandbox's token */
  #sandboxOf(
    { headers, method }: IncomingMessage,
    query: URLSearchParams,
    caller: Caller | undefined,
  ): { readonly id: string; readonly caller: Caller } {
    const named = headers['e2b-sandbox-id']
    if (typeof named === 'string') {
      const opener = caller ?? this.#access.opener(named, headers)
      if (opener) return { id: named, caller: opener }
      throw new RpcError('unauthenticated', `the token of sandbox ${named} is needed as X-Access-Token`)
    }
    const signed = this.#access.signedFor(
      this.#whole.sandboxes.all().map(({ id }) => id),
      {
        path: query.get('path') ?? '',
        operation: method === 'GET' ? 'read' : 'write',
        user: query.get('username') ?? '',
        signature: query.get('signature') ?? '',
        expiration: query.get('signature_expiration') ?? undefined,
      },
    )
    if (signed !== undefined) return signed
    throw new RpcError(
      'unauthenticated',
      'the header E2b-Sandbox-Id, or a signature that is valid, is needed',
    )
  }

  /** @throws RpcError when it is not running */
  #use<Result>({ id, platform }: Inside, work: (isolate: Isolate) => Promise<Result>): Promise<Result> {
    if (!runs({ id, platform })) throw new RpcError('unavailable', `sandbox ${id} does not run`)
    return platform.sandboxes.use(id, work)
  }

  #health(inside: Inside, response: ServerResponse): void {
    if (runs(inside)) response.writeHead(204).end()
    else sendStatus(response, 502, `sandbox ${inside.id} does not run`)
  }

  async #call(
    inside: Inside,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    const named = this.#named(path)
    const message = await readCall(request)
    const call = callOf(request, response, message)
    if (isStreamCall(request)) {
      const stream = named?.stream
      const answer = new RpcStream(response)
      if (!stream) return answer.end(new RpcError('unimplemented', `${path} is not served as a stream`))
      return this.#stream(request, answer, () =>
        this.#use(inside, (isolate) => stream(isolate, call, answer)),
      )
    }
    const unary = named?.unary
    if (!unary) throw new RpcError('unimplemented', `${path} is not served`)
    sendAnswer(response, await this.#use(inside, async (isolate) => unary(isolate, call)))
  }

  /** The call of a path such as `/process.Process/Start`. Callers choose the name: only own members count. */
  #named(path: string) {
    const [, service = '', name = ''] = path.split('/')
    const { calls = {}, streams = {} } = this.#services[service] ?? {}
    const unary = Object.hasOwn(calls, name) ? calls[name] : undefined
    const stream = Object.hasOwn(streams, name) ? streams[name] : undefined
    return unary || stream ? { unary, stream } : undefined
  }

  async #stream(request: IncomingMessage, answer: RpcStream, work: () => Promise<void>): Promise<void> {
    const seconds = Number(request.headers['keepalive-ping-interval']) || KEEP_ALIVE_SECONDS
    const isWatch = request.url?.includes('WatchDir')
    const sign = isWatch ? { keepalive: {} } : { event: { keepalive: {} } }
    const timer = setInterval(() => void answer.send(sign), Math.max(1, seconds) * 1000)
    // Shutdown waits for running programs, not for watchers.
    const release = request.url?.endsWith('/Start') ? this.#scopes.drain?.hold() : undefined
    const forget = this.#streams.hold(() => answer.end(new RpcError('unavailable', SERVER_ENDS)))
    try {
      await work()
      answer.end()
    } catch (error) {
      const known = rpcError(error)
      if (!known) this.#whole.log(`${request.url}: ${String(error)}`)
      answer.end(known ?? new RpcError('internal', String(error)))
    } finally {
      clearInterval(timer)
      release?.()
      forget()
    }
  }

  async #files(
    inside: Inside,
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): Promise<void> {
    const user = query.get('username') ?? undefined
    const path = query.get('path') ?? ''
    if (request.method === 'GET')
      return this.#use(inside, (isolate) => sendFile(isolate, new Files(isolate, user), path, response))
    if (request.method !== 'POST')
      throw new RpcError('invalid_argument', `${request.method} is not served here`)
    if (Object.keys(request.headers).some((name) => name.startsWith('x-metadata-'))) {
      throw new RpcError('invalid_argument', 'files keep no metadata here: leave it out')
    }
    const written = await this.#use(inside, (isolate) =>
      this.#receive(new Files(isolate, user), isolate, path, request),
    )
    sendAnswer(response, written)
  }

  async #receive(files: Files, isolate: Isolate, path: string, request: IncomingMessage) {
    const write = async (to: string, content: Readable) => {
      const target = await files.absolute(to)
      await writeBytes(isolate, target, content, files.user)
      const { name } = await files.entry(target)
      return { name, type: 'file', path: target }
    }
    if (!request.headers['content-type']?.startsWith('multipart/')) {
      if (path === '') throw new RpcError('invalid_argument', 'path is needed')
      const isPacked = request.headers['content-encoding'] === 'gzip'
      return [await write(path, isPacked ? pipeline(request, createGunzip(), () => undefined) : request)]
    }
    const written: unknown[] = []
    await receiveForm(this.#whole, request, {
      schema: z.object({}),
      names: [],
      maxFiles: MAX_FORM_FILES,
      keepsPaths: true,
      take: async (_fields, { name, content }) => {
        written.push(await write(path || name, content))
      },
    })
    return written
  }
}

const runs = ({ id, platform }: Inside): boolean => {
  const record = platform.sandboxes.find(id)
  return record?.kind === 'sandbox' && record.state === 'running' && !record.isPaused
}

async function sendFile(
  isolate: Isolate,
  files: Files,
  path: string,
  response: ServerResponse,
): Promise<void> {
  const target = await files.absolute(path)
  const { type } = await files.entry(target)
  if (type === 'FILE_TYPE_DIRECTORY') throw new RpcError('invalid_argument', `${target} is a directory`)
  const opened = await openPath(isolate, target, files.user)
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  })
  await sendOpened(opened, response)
}

function sendStatus(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: status, message }))
}

function callOf({ headers }: IncomingMessage, response: ServerResponse, message: unknown): RpcCall {
  const given = Number(headers['connect-timeout-ms'])
  const timeoutMs = given > 0 && given < 2 ** 31 ? given : undefined
  const gone = new Promise<'late' | undefined>((resolve) => {
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => resolve('late'), timeoutMs)
    response.once('close', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
  return { message, user: userOf(headers.authorization), timeoutMs, gone }
}

/** The libraries send the user name as basic authentication without a password. */
function userOf(authorization = ''): string | undefined {
  const basic = /^Basic\s+(.+)$/i.exec(authorization)?.[1]
  const name = basic && /^([^:]*)/.exec(Buffer.from(basic, 'base64').toString())?.[1]
  return name || undefined
}

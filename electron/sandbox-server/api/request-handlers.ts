import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { GEM_BASE } from '#shared/gem/rest.ts'
import type { Role } from '#shared/sandbox/own-key.ts'
import { DRAIN_RETRY_SECONDS } from '../../node/operation/drain.ts'
import type { Scope, Scopes } from '../access/scopes.ts'
import type { Access } from '../e2b/access.ts'
import { controlRoutes } from '../e2b/control.ts'
import { GemService, standAloneHost } from '../gem/index.ts'
import { Registry } from '../gem/registry.ts'
import { auditOperations } from './audit-operations.ts'
import { enveloped } from './answer.ts'
import { BASE_PATH, sandboxApp } from './app.ts'
import { commandOperations } from './command-operations.ts'
import { docsPage } from './docs-page.ts'
import { sendDownload } from './download.ts'
import { fileOperations } from './file-operations.ts'
import { followOperations } from './follow-operations.ts'
import { gemOf, gemRoutes } from './gem.ts'
import type { Caller } from './guard.ts'
import { imageOperations } from './image-operations.ts'
import { lifecycleOperations } from './lifecycle-operations.ts'
import { openApi } from './openapi.ts'
import type { Platform } from './platform.ts'
import { proxyHttp, refuseUpgrade, SocketProxy } from './port-proxy.ts'
import { portTarget, type PortTarget, TargetError } from './port-target.ts'
import { queryOperations } from './query-operations.ts'
import type { Streams } from './streams.ts'
import { terminalAddress, TerminalSockets } from './terminal-socket.ts'
import { receiveImage, receiveUpload } from './upload.ts'

interface HandlerContext {
  readonly gem: GemService
  readonly access: Access
  readonly scopes: Scopes
  readonly streams: Streams
  readonly version: string
}

/** The request handlers of all callers, each for the part of the platform that its caller may access. */
export class RequestHandlers {
  readonly #house: HandlerContext & { readonly noGem: GemService }
  readonly #doors = new WeakMap<Scope, RequestHandler>()

  constructor(house: HandlerContext) {
    const noGem = new GemService({ registry: new Registry([]), host: standAloneHost() })
    this.#house = { ...house, noGem }
  }

  of(caller: Caller): RequestHandler {
    const scope = this.#house.scopes.of(caller)
    const door = this.#doors.get(scope) ?? new RequestHandler(scope, this.#house)
    this.#doors.set(scope, door)
    return door
  }
}

/** Operations with a streamed body. */
const uploads: Readonly<Record<string, Upload>> = {
  [`${BASE_PATH}/upload`]: { receive: receiveUpload, failure: 'upload file failed', role: 'user' },
  [`${BASE_PATH}/images/import`]: { receive: receiveImage, failure: 'import image failed', role: 'admin' },
}

interface Upload {
  readonly receive: (
    platform: Platform,
    request: IncomingMessage,
    onNamed: (object: string) => void,
  ) => Promise<unknown>
  readonly failure: string
  readonly role: Role
}

/** Handles the requests of one caller. */
class RequestHandler {
  readonly #scope: Scope
  readonly #sockets: SocketProxy
  readonly #terminals: TerminalSockets
  readonly #listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>

  constructor(scope: Scope, house: HandlerContext & { readonly noGem: GemService }) {
    this.#scope = scope
    this.#sockets = new SocketProxy(scope.platform, house.streams)
    this.#terminals = new TerminalSockets(scope.platform, house.streams)
    this.#listener = getRequestListener(rootApp(scope, house).fetch)
  }

  /** Streams are handled separately; everything else is an operation. */
  async serve(request: IncomingMessage, response: ServerResponse, secrets: readonly string[]): Promise<void> {
    const { platform } = this.#scope
    const { method, url = '/' } = request
    try {
      const target = portTarget(BASE_PATH, url, request.headers, secrets)
      if (target && target.kind !== 'portforward') return await this.port(target, request, response)
      const upload = method === 'POST' ? uploads[url] : undefined
      if (upload) return await this.#upload(upload, request, response)
      if (method === 'GET' && url.startsWith(`${BASE_PATH}/download?`)) {
        const envelope = await sendDownload(platform, request, response)
        if (!response.headersSent) sendJson(response, 200, envelope)
        else if (envelope.status === 'Failed') response.destroy()
        return
      }
      await this.#listener(request, response)
    } catch (error) {
      if (error instanceof TargetError) return sendJson(response, 400, { detail: error.message })
      if (error instanceof URIError || error instanceof TypeError) {
        return sendJson(response, 404, { detail: 'Not Found' })
      }
      platform.log(`${method} ${url}: ${String(error)}`)
      if (!response.headersSent) sendJson(response, 500, { detail: String(error) })
    }
  }

  /** A request to a port of a sandbox. */
  async port(target: PortTarget, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = await this.#enterPort(target, request)
    if (refused) return sendRefused(response, refused)
    return proxyHttp(this.#scope.platform, target, request, response)
  }

  /**
   * @param where a port given by the host name, or what must not be passed on to the one given by the path
   */
  async upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    where: PortTarget | readonly string[],
  ): Promise<void> {
    const { url = '/', headers } = request
    try {
      const terminal = isTarget(where) ? undefined : terminalAddress(BASE_PATH, url)
      const target = isTarget(where) ? where : portTarget(BASE_PATH, url, headers, where)
      if (!terminal && !target) return refuseUpgrade(socket, 404, 'Not Found')
      const refused = await (terminal
        ? this.#enter('/terminal', terminal.sandboxId)
        : this.#enterPort(target as PortTarget, request))
      if (refused)
        return refuseUpgrade(socket, refused.status, refused.status === 403 ? 'Forbidden' : 'Unavailable')
      if (terminal) this.#terminals.upgrade(terminal, request, socket, head)
      else await this.#sockets.upgrade(target as PortTarget, request, socket, head)
    } catch (error) {
      if (error instanceof TargetError) this.#sockets.reject(request, socket, head, error)
      else refuseUpgrade(socket, 400, 'Bad Request')
    }
  }

  async #upload({ receive, failure, role }: Upload, request: IncomingMessage, response: ServerResponse) {
    const { platform, desk } = this.#scope
    const { url = '' } = request
    const visit = desk.enter(url.slice(BASE_PATH.length), role)
    if (visit.refused) {
      await visit.ended('refused')
      request.resume()
      return sendRefused(response, visit.refused)
    }
    let object: string | undefined
    const receiving = () => receive(platform, request, (named) => (object = named))
    const envelope = await enveloped(failure, url, receiving, platform.log)
    await visit.ended(envelope.status === 'Success' ? 'ok' : 'failed', object)
    return sendJson(response, 200, envelope)
  }

  /** Reads from a port are not audited, since they change nothing that the sandbox's owner could notice. */
  #enterPort({ sandboxId, port, kind }: PortTarget, request: IncomingMessage): Promise<Refused | undefined> {
    const { upgrade } = request.headers
    const isRead = upgrade === undefined && ['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '')
    return this.#enter(`${kind} ${port}`, sandboxId, isRead)
  }

  /** Records the start of a stream. @returns why it is refused */
  async #enter(operation: string, sandboxId: string, isRead = false): Promise<Refused | undefined> {
    // Viewers may not use ports.
    const visit = this.#scope.desk.enter(operation, 'user', { object: sandboxId, isChange: !isRead })
    await visit.ended(visit.refused ? 'refused' : 'begun')
    return visit.refused
  }
}

type Refused = NonNullable<ReturnType<Scope['desk']['enter']>['refused']>

const isTarget = (where: PortTarget | readonly string[]): where is PortTarget => !Array.isArray(where)

function sendRefused(response: ServerResponse, { status, detail }: Refused): void {
  if (status === 503) response.setHeader('retry-after', String(DRAIN_RETRY_SECONDS))
  sendJson(response, status, { detail })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A page without scripts and external resources. */
const DOCS_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }

function rootApp(
  scope: Scope,
  { gem, noGem, access, version }: HandlerContext & { readonly noGem: GemService },
): Hono {
  const { platform, desk } = scope
  const operations = [
    ...lifecycleOperations(platform),
    ...commandOperations(platform),
    ...fileOperations(platform),
    ...followOperations(platform),
    ...queryOperations(platform),
    ...imageOperations(platform),
    ...auditOperations(platform),
  ]
  const document = openApi(operations, version)
  const app = new Hono()
  app.get('/', (context) =>
    context.json({
      message: 'Orrery sandbox server is running',
      version,
      runtime: platform.runtime.info.name,
      isolated: platform.runtime.info.isolated,
    }),
  )
  app.get('/openapi.json', (context) => context.json(document))
  const page = docsPage(document)
  app.get('/docs', (context) => context.html(page, 200, DOCS_HEADERS))
  for (const path of Object.keys(uploads)) {
    app.all(path, (context) => context.json({ detail: 'Method Not Allowed' }, 405))
  }
  app.route(BASE_PATH, sandboxApp(operations, desk, platform.log))
  app.route(GEM_BASE, gemRoutes(gemOf(platform, gem, noGem), desk))
  app.route('/', controlRoutes(scope, access))
  app.notFound((context) => context.json({ detail: 'Not Found' }, 404))
  app.onError((error, context) => {
    platform.log(`${context.req.method} ${context.req.path}: ${error.stack ?? error.message}`)
    return context.json({ detail: error.message }, 500)
  })
  return app
}

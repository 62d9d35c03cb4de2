import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { GEM_BASE } from '#shared/gem/rest.ts'
import type { OwnAddress } from '../../node/guard.ts'
import { type GemHost, type GemService, openGem } from '../gem/index.ts'
import type { PluginBoxes } from '../gem/plugin-boxes.ts'
import type { Sandboxes } from '../lifecycle/sandboxes.ts'
import { E2bFront } from '../e2b/front.ts'
import { enveloped } from './answer.ts'
import { docsPage } from './docs-page.ts'
import { sendDownload } from './download.ts'
import { BASE_PATH, sandboxApp } from './app.ts'
import { commandOperations } from './command-operations.ts'
import { fileOperations } from './file-operations.ts'
import { followOperations } from './follow-operations.ts'
import { gemRoutes } from './gem.ts'
import { type GuardOptions, refusal } from './guard.ts'
import { proxyHttp, refuseUpgrade, SocketProxy } from './port-proxy.ts'
import { imageOperations } from './image-operations.ts'
import { lifecycleOperations } from './lifecycle-operations.ts'
import { openApi } from './openapi.ts'
import type { Platform } from './platform.ts'
import { portTarget, TargetError } from './port-target.ts'
import { queryOperations } from './query-operations.ts'
import { terminalAddress, TerminalSockets } from './terminal-socket.ts'
import { receiveImage, receiveUpload } from './upload.ts'

/** GEM environments as light sandboxes: listed, kept alive, expired and stopped like any other, without processes. */
const gemHost = (sandboxes: Sandboxes): GemHost => ({
  open: (envId) => ({ sandboxId: sandboxes.openLight(envId).id }),
  touch: (id) => sandboxes.touch(id),
  close: (id) => sandboxes.stop(id),
  onClosed: (listener) => sandboxes.onClosed(listener),
})

interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly token: string | undefined
  readonly version: string
  readonly gemPlugins?: string | undefined
  readonly gemPython?: string | undefined
  readonly gemCallSeconds?: number
  /** Where environments in Python run. */
  readonly boxes?: PluginBoxes
}

export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves both APIs. Resolves when it listens. @throws the socket's error, for example EADDRINUSE */
export async function serve(platform: Platform, options: HttpOptions): Promise<RunningServer> {
  const { gemPlugins: plugins, gemPython: python, gemCallSeconds = 90, boxes } = options
  const gem = await openGem({
    host: gemHost(platform.sandboxes),
    plugins,
    python,
    boxes,
    limitMs: gemCallSeconds * 1000,
    onProblem: (file, reason) => platform.log(`GEM plugin left out: ${file}: ${reason}`),
  })
  const e2b = new E2bFront(platform, options.token)
  const listener = getRequestListener(rootApp(platform, gem, e2b, options).fetch)
  const sockets = new SocketProxy(platform)
  const terminals = new TerminalSockets(platform)
  // Nobody is welcome before the port is known.
  let guard: GuardOptions = { token: options.token, own: { isOwnName: () => false } }
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, (request, response) => {
    response.on('error', () => undefined)
    if (e2b.handle(request, response, guard)) return
    const refused = isPublic(request) ? undefined : refusal(request.headers, guard)
    if (refused) return refuse(response, refused.status, refused.detail)
    void dispatch(platform, options.token, request, response, listener)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const target = e2b.portTarget(request, guard)
    const refused = target ? e2b.portRefusal(target, request, guard) : refusal(request.headers, guard)
    if (refused) return refuseUpgrade(socket, refused.status, 'Refused')
    if (target) return void sockets.upgrade(target, request, socket, head)
    const address = terminalAddress(BASE_PATH, request.url ?? '/')
    if (address) terminals.upgrade(address, request, socket, head)
    else upgrade(sockets, options.token, request, socket, head)
  })
  const { port } = await listen(server, options)
  guard = { token: options.token, own: ownAddress(options.host, port) }
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await gem.dispose()
      sockets.close()
      terminals.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** What streams goes its own way; everything else is an operation. */
async function dispatch(
  platform: Platform,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  try {
    const target = portTarget(BASE_PATH, request.url ?? '/', request.headers, token)
    if (target && target.kind !== 'portforward') return await proxyHttp(platform, target, request, response)
    const upload = request.method === 'POST' ? uploads[request.url ?? ''] : undefined
    if (upload) {
      const work = () => upload.receive(platform, request)
      return sendJson(response, 200, await enveloped(upload.failure, request.url ?? '', work, platform.log))
    }
    if (request.method === 'GET' && request.url?.startsWith(`${BASE_PATH}/download?`)) {
      const envelope = await sendDownload(platform, request, response)
      if (!response.headersSent) sendJson(response, 200, envelope)
      else if (envelope.status === 'Failed') response.destroy()
      return
    }
    await listener(request, response)
  } catch (error) {
    if (error instanceof TargetError) return sendJson(response, 400, { detail: error.message })
    if (error instanceof URIError || error instanceof TypeError) {
      return sendJson(response, 404, { detail: 'Not Found' })
    }
    platform.log(`${request.method} ${request.url}: ${String(error)}`)
    if (!response.headersSent) sendJson(response, 500, { detail: String(error) })
  }
}

/** Operations whose body streams. */
const uploads: Readonly<
  Record<
    string,
    { receive: (platform: Platform, request: IncomingMessage) => Promise<unknown>; failure: string }
  >
> = {
  [`${BASE_PATH}/upload`]: { receive: receiveUpload, failure: 'upload file failed' },
  [`${BASE_PATH}/images/import`]: { receive: receiveImage, failure: 'import image failed' },
}

function upgrade(
  sockets: SocketProxy,
  token: string | undefined,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  try {
    const target = portTarget(BASE_PATH, request.url ?? '/', request.headers, token)
    if (target) void sockets.upgrade(target, request, socket, head)
    else refuseUpgrade(socket, 404, 'Not Found')
  } catch (error) {
    if (error instanceof TargetError) sockets.reject(request, socket, head, error)
    else refuseUpgrade(socket, 400, 'Bad Request')
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The health answer and the description of the operations tell nothing that is worth a token. */
const isPublic = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && (url === '/' || url === '/docs')

/** A page without scripts, that loads nothing. */
const DOCS_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }

function rootApp(platform: Platform, gem: GemService, e2b: E2bFront, options: HttpOptions): Hono {
  const operations = [
    ...lifecycleOperations(platform),
    ...commandOperations(platform),
    ...fileOperations(platform),
    ...followOperations(platform),
    ...queryOperations(platform),
    ...imageOperations(platform),
  ]
  const document = openApi(operations, options.version)
  const app = new Hono()
  app.get('/', (context) =>
    context.json({
      message: 'Orrery sandbox server is running',
      version: options.version,
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
  app.route(BASE_PATH, sandboxApp(operations, platform.log))
  app.route(GEM_BASE, gemRoutes(gem))
  app.route('/', e2b.routes())
  app.notFound((context) => context.json({ detail: 'Not Found' }, 404))
  app.onError((error, context) => {
    platform.log(`${context.req.method} ${context.req.path}: ${error.stack ?? error.message}`)
    return context.json({ detail: error.message }, 500)
  })
  return app
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  sendJson(response, status, { detail })
}

function listen(server: Server, { host, port }: HttpOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

/** Names under which the server may be called: anything else is a page that guessed our port. */
function ownAddress(host: string, port: number): OwnAddress | undefined {
  if (['0.0.0.0', '::'].includes(host)) return undefined
  const names = new Set([host.toLowerCase(), 'localhost', '127.0.0.1', '::1'])
  return { isOwnName: (name) => names.has(name), port }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { alsoNamed, type OwnAddress } from '../../node/guard.ts'
import { HEALTH_PATHS } from '../../node/operation/health.ts'
import { type ServerAccess, Scopes } from '../access/scopes.ts'
import { Access } from '../e2b/access.ts'
import { SandboxInterface } from '../e2b/envd.ts'
import { isControl, NO_PORT_TOKEN, portPageRefusal, sendRefusal } from '../e2b/front.ts'
import { portHostTarget } from '../e2b/ports.ts'
import { type GemHost, openGem } from '../gem/index.ts'
import type { PluginIsolates } from '../gem/plugin-isolates.ts'
import type { Sandboxes } from '../lifecycle/sandboxes.ts'
import { RequestHandlers } from './request-handlers.ts'
import {
  type Caller,
  foreignRefusal,
  type GuardOptions,
  identify,
  OWNER,
  type ProxyTrust,
  type Refusal,
  secretsOf,
  unknownCaller,
} from './guard.ts'
import {
  addPlatformMetrics,
  answerHealth,
  answerMetrics,
  isProbe,
  METRICS_PATH,
  type Operating,
} from './operating.ts'
import type { WholePlatform } from './platform.ts'
import { refuseUpgrade } from './port-proxy.ts'
import type { PortTarget } from './port-target.ts'
import { Streams } from './streams.ts'

/** GEM environments as sandboxes without processes: listed, kept alive, expired and stopped like any other. */
const gemHost = (sandboxes: Sandboxes): GemHost => ({
  open: (envId) => ({ sandboxId: sandboxes.openLight(envId).id }),
  touch: (id) => sandboxes.touch(id),
  close: (id) => sandboxes.stop(id),
  onClosed: (listener) => sandboxes.onClosed(listener),
})

interface HttpOptions {
  readonly host: string
  readonly port: number
  /** Further host names under which it is reached. */
  readonly allowedHosts?: readonly string[]
  readonly token: string | undefined
  readonly version: string
  readonly gemPlugins?: string | undefined
  readonly gemPython?: string | undefined
  readonly gemCallSeconds?: number
  /** Where Python environments run. */
  readonly isolates?: PluginIsolates
  readonly proxy?: ProxyTrust | undefined
  /** Keys, limits and audit log; without it only the token is accepted. */
  readonly keeping?: ServerAccess | undefined
  readonly operating: Operating
}

export interface RunningServer {
  readonly url: string
  /** Notifies the clients of open streams of a shutdown, and ends the streams. */
  endStreams(): void
  close(): Promise<void>
}

/** Serves both APIs. Resolves once it listens. @throws the socket's error, for example EADDRINUSE */
export async function serve(platform: WholePlatform, options: HttpOptions): Promise<RunningServer> {
  const {
    gemPlugins: plugins,
    gemPython: python,
    gemCallSeconds = 90,
    isolates,
    token,
    proxy,
    keeping,
    operating,
  } = options
  const gem = await openGem({
    host: gemHost(platform.sandboxes),
    plugins,
    python,
    isolates,
    limitMs: gemCallSeconds * 1000,
    onProblem: (file, reason) => platform.log(`GEM plugin left out: ${file}: ${reason}`),
  })
  const scopes = new Scopes(platform, keeping, operating.drain)
  const access = new Access(token, keeping?.keys)
  const streams = new Streams()
  addPlatformMetrics(operating, platform, streams)
  const inside = new SandboxInterface(platform, scopes, access, streams)
  const doors = new RequestHandlers({ gem, access, scopes, streams, version: options.version })
  // No request is accepted before the port is known.
  let guard: GuardOptions = { token, own: { isOwnName: () => false }, keys: keeping?.keys, proxy }

  /**
   * The target of a request whose host name is that of a sandbox's port; if the caller may not access the sandbox, the host counts as
   * unknown.
   */
  const portAsked = (request: IncomingMessage): PortAsked | undefined => {
    const target = portHostTarget(request, secretsOf(request.headers, guard))
    if (!target) return undefined
    const { headers } = request
    const caller = identify(headers, guard) ?? access.opener(target.sandboxId, headers)
    const reached = caller ? scopes.of(caller).platform : platform
    return reached.sandboxes.find(target.sandboxId) && { target, caller }
  }
  const portRefusal = ({ target, caller }: PortAsked, request: IncomingMessage): Refusal | undefined =>
    portPageRefusal(target, request, guard) ?? (caller ? scopes.tooSoon(caller) : NO_PORT_TOKEN)
  const welcome = (request: IncomingMessage): Caller | Refusal => {
    const { headers, url } = request
    if (isPublic(request) || (operating.openMetrics && url === METRICS_PATH)) return OWNER
    const foreign = foreignRefusal(headers, guard.own)
    if (foreign) return foreign
    const caller = identify(headers, guard)
    return caller ? (scopes.tooSoon(caller) ?? caller) : unknownCaller(headers, guard)
  }

  const serveCall = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/', headers, socket } = request
    if (isHealth(request)) return void answerHealth(operating, url, response)
    const port = portAsked(request)
    if (port) {
      const refused = portRefusal(port, request)
      if (refused || !port.caller) return sendRefusal(response, refused ?? NO_PORT_TOKEN)
      scopes.hold(scopes.of(port.caller), socket, response)
      return void doors.of(port.caller).port(port.target, request, response)
    }
    if (inside.serves(url)) {
      const refused = foreignRefusal(headers, guard.own)
      if (refused) return sendRefusal(response, refused)
      return void inside.serve(request, response, identify(headers, guard))
    }
    const caller = welcome(request)
    if ('status' in caller) return isControl(url) ? sendRefusal(response, caller) : refuse(response, caller)
    if (isRead(request) && url === METRICS_PATH) return answerMetrics(operating, caller, response)
    scopes.hold(scopes.of(caller), socket, response)
    void doors.of(caller).serve(request, response, secretsOf(headers, guard))
  }
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, (request, response) => {
    response.on('error', () => undefined)
    operating.calls.serve(request, response, !isProbe(request.url ?? ''), () =>
      caughtUp(request, () => serveCall(request, response)),
    )
  })
  /** A sandbox that another server changed is seen by the next call here. */
  const caughtUp = (request: IncomingMessage, then: () => void): void => {
    const waiting = isPublic(request) || isProbe(request.url ?? '') ? undefined : platform.sandboxes.catchUp()
    if (waiting) void waiting.then(then)
    else then()
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const port = portAsked(request)
    const caller = port ? (portRefusal(port, request) ?? port.caller ?? NO_PORT_TOKEN) : welcome(request)
    if ('status' in caller) return refuseUpgrade(socket, caller.status, 'Refused')
    scopes.hold(scopes.of(caller), socket, socket)
    void doors.of(caller).upgrade(request, socket, head, port?.target ?? secretsOf(request.headers, guard))
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    operating.calls.upgrade(request, socket, () => caughtUp(request, () => upgrade(request, socket, head))),
  )
  const { port } = await listen(server, options)
  guard = { ...guard, own: alsoNamed(ownAddress(options.host, port), options.allowedHosts ?? []) }
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    endStreams: () => streams.end(),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await gem.dispose()
      scopes.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface PortAsked {
  readonly target: PortTarget
  /** Undefined if not authenticated. */
  readonly caller: Caller | undefined
}

/** Health and API description are public, since they reveal nothing confidential. */
const isPublic = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && (url === '/' || url === '/docs')

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** Probes use host names that the server does not know. */
const isHealth = (request: IncomingMessage): boolean =>
  isRead(request) && HEALTH_PATHS.some((path) => path === request.url)

function refuse(response: ServerResponse, { status, detail, retryAfter, challenge }: Refusal): void {
  if (challenge !== undefined) response.setHeader('www-authenticate', challenge)
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }))
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

/** Accepted host names: any other indicates DNS rebinding. */
function ownAddress(host: string, port: number): OwnAddress | undefined {
  if (['0.0.0.0', '::'].includes(host)) return undefined
  const names = new Set([host.toLowerCase(), 'localhost', '127.0.0.1', '::1'])
  return { isOwnName: (name) => names.has(name), port }
}

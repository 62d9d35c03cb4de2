import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openGem, type GemService } from '../gem/index.ts'
import { BASE_PATH, sandboxApp } from './app.ts'
import { commandOperations } from './command-operations.ts'
import { gemHost } from './gem-host.ts'
import { gemRoutes } from './gem.ts'
import { type GuardOptions, refusal } from './guard.ts'
import { lifecycleOperations } from './lifecycle-operations.ts'
import type { Platform } from './platform.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly token: string | undefined
  readonly version: string
}

export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

const GEM_PATH = '/apis/v1/envs/gem'

/** Serves both APIs. Resolves when it listens. @throws the socket's error, for example EADDRINUSE */
export async function serve(platform: Platform, options: HttpOptions): Promise<RunningServer> {
  const gem = await openGem({ host: gemHost(platform.sandboxes) })
  const app = rootApp(platform, gem, options)
  const listener = getRequestListener(app.fetch)
  const guard: { options: GuardOptions } = { options: { token: options.token, hosts: new Set() } }
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const refused = isPublic(request) ? undefined : refusal(request.headers, guard.options)
    if (refused) return refuse(response, refused.status, refused.detail)
    void listener(request, response)
  })
  const { port } = await listen(server, options)
  guard.options = { token: options.token, hosts: servedHosts(options.host, port) }
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await gem.dispose()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The health answer tells nothing that is worth a token. */
const isPublic = (request: IncomingMessage): boolean => request.method === 'GET' && request.url === '/'

function rootApp(platform: Platform, gem: GemService, options: HttpOptions): Hono {
  const operations = [...lifecycleOperations(platform), ...commandOperations(platform)]
  const app = new Hono()
  app.get('/', (context) =>
    context.json({
      message: 'Orrery sandbox server is running',
      version: options.version,
      runtime: platform.runtime.info.name,
      isolated: platform.runtime.info.isolated,
    }),
  )
  app.route(BASE_PATH, sandboxApp(operations, platform.log))
  app.route(GEM_PATH, gemRoutes(gem))
  app.notFound((context) => context.json({ detail: 'Not Found' }, 404))
  app.onError((error, context) => {
    platform.log(`${context.req.method} ${context.req.path}: ${error.stack ?? error.message}`)
    return context.json({ detail: error.message }, 500)
  })
  return app
}

function refuse(response: ServerResponse, status: number, detail: string): void {
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

/** Names under which a loopback server may be called: anything else is a page that guessed our port. */
function servedHosts(host: string, port: number): ReadonlySet<string> | undefined {
  if (['0.0.0.0', '::'].includes(host)) return undefined
  const names = new Set([host, 'localhost', '127.0.0.1', '[::1]'])
  return new Set([...names].map((name) => `${name}:${port}`.toLowerCase()))
}

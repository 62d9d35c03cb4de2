import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { Service } from '../service.ts'
import { fail } from './http-answers.ts'
import { HttpFront, type HttpOptions } from './http-front.ts'
import { isOperationPath, OPERATION_PATHS, operatingAlone } from './operation.ts'

export interface HttpServer {
  /** URL for clients, such as `http://127.0.0.1:8090/mcp`. */
  readonly url: string
  /** Notifies subscribers that the server is shutting down. */
  endStreams(): void
  close(): Promise<void>
}

/** Serves the protocol over HTTP. Resolves when listening. */
export async function serveHttp(service: Service, options: HttpOptions): Promise<HttpServer> {
  const { mcpPath, operating = operatingAlone() } = options
  const front = new HttpFront(service, options, operating)
  const listener = getRequestListener(front.app.fetch, {
    errorHandler(error) {
      if (error instanceof RequestError) return fail(400, 'The address that was asked for cannot be read.')
      options.onError(error)
      return fail(500, 'The server failed; its log says why.')
    },
  })
  operating.metrics.gauge('orrery_mcp_sessions', 'Sessions over HTTP that are open.', () => front.sessions)
  const known = new Set([mcpPath, '/sse', '/messages', ...OPERATION_PATHS])
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    operating.calls.serve(request, response, !isOperationPath(path), (scope) => {
      if (known.has(path)) scope.operation = path
      void listener(request, response)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}${mcpPath}`,
    endStreams: () => front.endStreams(),
    async close() {
      front.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

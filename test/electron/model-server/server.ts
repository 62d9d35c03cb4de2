import type { Json, JsonObject } from '#shared/model/json.ts'
import { openMemoryStore } from '../../../electron/model-server/graphstore/memory/index.ts'
import type { GraphStore } from '../../../electron/model-server/graphstore/store.ts'
import { Changes } from '../../../electron/model-server/mcp/changes.ts'
import { dispatch } from '../../../electron/model-server/mcp/dispatcher.ts'
import type { Service } from '../../../electron/model-server/mcp/service.ts'
import { Session } from '../../../electron/model-server/mcp/session.ts'
import { type HttpServer, serveHttp } from '../../../electron/model-server/mcp/transports/http.ts'
import type { HttpOptions } from '../../../electron/model-server/mcp/transports/http-front.ts'
import { importSample } from '../../../electron/model-server/samples/import.ts'

/** The protocol without a transport, over an in-memory store. */
export interface TestServer {
  readonly service: Service
  readonly store: GraphStore
  readonly session: Session
  /** The response to a message; undefined for a notification. */
  send(message: Json): Promise<JsonObject | undefined>
  /** The result of a method. */
  call(method: string, params?: JsonObject): Promise<JsonObject>
  /** The structured content of a tool call. */
  tool(name: string, args?: JsonObject, workspace?: string): Promise<JsonObject>
  /** The rows of a query; fails the test if the query is refused. */
  rows(query: string, args?: JsonObject): Promise<readonly JsonObject[]>
}

export async function testServer(
  options: Partial<Service> & { readonly sample?: string } = {},
): Promise<TestServer> {
  const store = options.store ?? (await openMemoryStore({}))
  if (options.sample) await importSample(store, 'demo', options.sample)
  const service: Service = {
    store,
    defaultWorkspace: 'demo',
    writesEnabled: true,
    importRoot: process.cwd(),
    version: '0.0.0-test',
    changes: new Changes(),
    ...options,
  }
  const session = new Session()
  let id = 0
  const send = async (message: Json): Promise<JsonObject | undefined> => {
    const answer = await dispatch(service, session, message, (error) => {
      throw error
    })
    return answer && (JSON.parse(JSON.stringify(answer)) as JsonObject)
  }
  const call = async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const answer = await send({ jsonrpc: '2.0', id: ++id, method, params })
    if (!answer || !('result' in answer)) throw new Error(JSON.stringify(answer))
    return answer['result'] as JsonObject
  }
  const tool = async (name: string, args: JsonObject = {}, workspace = 'demo'): Promise<JsonObject> =>
    (await call('tools/call', { name, arguments: args, workspace }))['structuredContent'] as JsonObject
  return {
    service,
    store,
    session,
    send,
    call,
    tool,
    async rows(query, args = {}) {
      const content = await tool('query_spl_execute', { query, ...args })
      if (content['ok'] !== true) throw new Error(`${query}: ${JSON.stringify(content)}`)
      return (content['output'] as unknown as { rows: readonly JsonObject[] }).rows
    },
  }
}

/** A service over HTTP at a free port of loopback; without options it needs no token and keeps failures to itself. */
export function serveTest(service: Service, options: Partial<HttpOptions> = {}): Promise<HttpServer> {
  return serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    loopback: true,
    token: undefined,
    mcpPath: '/mcp',
    maxMessageBytes: 1_000_000,
    sessionIdleMs: 60_000,
    onError: () => undefined,
    ...options,
  })
}

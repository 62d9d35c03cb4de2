import type { Json, JsonObject } from '#shared/model/json.ts'
import { complete } from './methods/completion.ts'
import { discovery } from './methods/discovery.ts'
import { initialize } from './methods/initialize.ts'
import { getPrompt, listPrompts } from './methods/prompts.ts'
import { callTool, listTools } from './methods/tools.ts'
import { listResources, listTemplates, readResource } from './resources/index.ts'
import {
  RPC,
  RpcError,
  type RpcRequest,
  type RpcResponse,
  errorResponse,
  idOf,
  isResponse,
  readRequest,
  stringParam,
} from './rpc.ts'
import { type Service, WORKSPACE_ID } from './service.ts'
import { LOG_LEVELS, type Session } from './session.ts'

type Method = (call: Call) => object | Promise<object>

/** A request on its way to its method. */
interface Call {
  readonly service: Service
  readonly session: Session
  readonly workspace: string
  /** Whether the request itself named the workspace. */
  readonly workspaceGiven: boolean
  readonly params: JsonObject
  /** Stops the request; a notification has none. */
  readonly stop: AbortController | undefined
}

const EMPTY = {}

const methods: { readonly [name: string]: Method } = {
  initialize: ({ service, session, workspace, params }) => initialize(service, session, workspace, params),
  'notifications/initialized': () => EMPTY,
  'notifications/cancelled': ({ session, params }) => {
    const { requestId, reason } = params
    if (typeof requestId === 'string' || typeof requestId === 'number') {
      session.cancel(requestId, typeof reason === 'string' ? reason : undefined)
    }
    return EMPTY
  },
  ping: () => EMPTY,
  'logging/setLevel': ({ session, params }) => {
    const level = LOG_LEVELS.find((name) => name === params['level'])
    if (!level) throw new RpcError(RPC.invalidParams, `level must be one of ${LOG_LEVELS.join(', ')}`)
    session.logLevel = level
    return EMPTY
  },
  'tools/list': ({ service }) => listTools(service),
  'tools/call': ({ service, session, workspace, params, stop }) =>
    callTool(service, session, workspace, params, stop),
  'resources/list': ({ workspace }) => listResources(workspace),
  'resources/templates/list': ({ service }) => listTemplates(service),
  'resources/read': ({ service, workspace, workspaceGiven, params, stop }) =>
    readResource(service, workspaceGiven ? workspace : undefined, stringParam(params, 'uri'), stop?.signal),
  'prompts/list': () => listPrompts(),
  'prompts/get': ({ workspace, params }) => getPrompt(workspace, params),
  'completion/complete': ({ service, workspace, params, stop }) =>
    complete(service, workspace, params, stop?.signal),
  discovery: ({ service, workspace }) => discovery(service, workspace),
  'model/discovery': ({ service, workspace }) => discovery(service, workspace),
}

/** Every method of docs/model-service.md#methods, and the alias that the real service has. */
export const METHOD_NAMES: readonly string[] = Object.keys(methods)

function workspaceOf(service: Service, params: JsonObject): string {
  const value = params['workspace']
  if (value === undefined || value === null || value === '') return service.defaultWorkspace
  if (typeof value !== 'string' || !WORKSPACE_ID.test(value)) {
    throw new RpcError(
      RPC.invalidParams,
      'workspace must be 1 to 64 lower-case letters, digits, - and _, with a letter or digit at both ends',
    )
  }
  return value
}

async function run(service: Service, session: Session, request: RpcRequest): Promise<object> {
  const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!method) throw new RpcError(RPC.methodNotFound, request.method)
  const { params, id } = request
  const stop = id === undefined ? undefined : session.begin(id)
  try {
    const workspace = workspaceOf(service, params)
    const workspaceGiven = typeof params['workspace'] === 'string' && params['workspace'] !== ''
    return await method({ service, session, workspace, workspaceGiven, params, stop })
  } finally {
    if (id !== undefined) session.end(id)
  }
}

/** True when the request was cancelled by its client, who then expects no answer. */
const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/**
 * Answers one message; undefined when none is due (notifications, responses, cancelled requests). Never throws.
 */
export async function dispatch(
  service: Service,
  session: Session,
  message: Json,
  onError: (error: unknown) => void,
): Promise<RpcResponse | undefined> {
  if (isResponse(message)) return undefined
  const id = idOf(message)
  let request: RpcRequest
  try {
    request = readRequest(message)
  } catch (error) {
    return error instanceof RpcError ? errorResponse(error, id) : undefined
  }
  try {
    const result = await run(service, session, request)
    return request.id === undefined ? undefined : { jsonrpc: '2.0', id: request.id, result }
  } catch (error) {
    if (request.id === undefined || isCancelled(error)) return undefined
    if (error instanceof RpcError) return errorResponse(error, request.id)
    onError(error)
    const reason = error instanceof Error ? error.message : String(error)
    return errorResponse(new RpcError(RPC.internalError, reason), request.id)
  }
}

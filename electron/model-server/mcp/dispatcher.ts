import { isJsonObject, type Json, type JsonObject } from '#shared/model/json.ts'
import { watched } from './watched.ts'
import { type Envelope, isStateless, META, readEnvelope, unsupported } from './envelope.ts'
import { complete } from './methods/completion.ts'
import { discover, serverInfo } from './methods/discover.ts'
import { discovery } from './methods/discovery.ts'
import { initialize } from './methods/initialize.ts'
import { listen } from './methods/listen.ts'
import { getPrompt, listPrompts } from './methods/prompts.ts'
import { callTool, listTools } from './methods/tools.ts'
import { showsApps } from './resources/app.ts'
import { listResources, listTemplates, readResource } from './resources/index.ts'
import {
  errorResponse,
  idOf,
  isResponse,
  readRequest,
  type RequestId,
  RPC,
  RpcError,
  type RpcRequest,
  type RpcResponse,
  stringParam,
} from './rpc.ts'
import { otherWorkspace, type Service, WORKSPACE_ID } from './service.ts'
import { LOG_LEVELS, type LogLevel, type Session } from './session.ts'

/**
 * How long and by whom answers may be cached. Lists change only with a restart; what is read may change at
 * any time.
 */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const
const FRESH = { ttlMs: 0, cacheScope: 'private' } as const

/** Methods of the stateless revision, with the cache hints for their answers ({@link LISTS} and {@link FRESH}). */
const METHODS: { readonly [method: string]: object } = {
  'server/discover': LISTS,
  'tools/list': LISTS,
  'prompts/list': LISTS,
  'resources/list': LISTS,
  'resources/templates/list': LISTS,
  'resources/read': FRESH,
  'tools/call': {},
  'prompts/get': {},
  'completion/complete': {},
  'subscriptions/listen': {},
  discovery: {},
  'model/discovery': {},
  'notifications/cancelled': {},
}

/** @throws RpcError −32601 for methods that the revision removed, −32602 and −32022 for a wrong envelope */
function checkStateless(method: string, params: JsonObject): ReturnType<typeof readEnvelope> {
  const envelope = readEnvelope(params)
  if (!Object.hasOwn(METHODS, method)) throw new RpcError(RPC.methodNotFound, method)
  return envelope
}

/** Adds the fields that the revision requires in every result: type, server info and cache hints. */
function statelessResult(service: Service, method: string, result: object): object {
  const meta = '_meta' in result && typeof result._meta === 'object' ? result._meta : {}
  return {
    resultType: 'complete',
    ...METHODS[method],
    // An answer for one key must not be shared with others.
    ...(service.key !== undefined && METHODS[method] === LISTS ? { cacheScope: 'private' } : {}),
    ...result,
    _meta: { ...meta, [META.server]: serverInfo(service) },
  }
}

type Method = (call: Call) => object | Promise<object>

/** A request with its context. */
interface Call {
  readonly service: Service
  readonly session: Session
  readonly workspace: string
  /** Whether the request itself named the workspace. */
  readonly workspaceGiven: boolean
  readonly params: JsonObject
  readonly id: RequestId | undefined
  /** Cancels the request; a notification has none. */
  readonly stop: AbortController | undefined
  /** Minimum level of log notifications during the request. */
  readonly logLevel: LogLevel | undefined
  readonly envelope: Envelope | undefined
}

const EMPTY = {}

const methods: { readonly [name: string]: Method } = {
  initialize: ({ service, session, workspace, params }) => initialize(service, session, workspace, params),
  'server/discover': () => discover(),
  'subscriptions/listen': ({ service, session, params, id, stop }) => {
    if (id === undefined || !stop) throw new RpcError(RPC.invalidRequest, 'subscriptions/listen needs an id')
    return listen(service, session, id, params, stop.signal)
  },
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
  'tools/call': (call) => callTool(call),
  'resources/list': ({ service, session, workspace, envelope }) =>
    listResources(service, workspace, envelope ? showsApps(envelope.capabilities) : session.showsApps),
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

/** All methods of docs/model-service.md#methods, and the upstream service's alias. */
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
  const { onlyWorkspace = value } = service
  if (value !== onlyWorkspace) throw new RpcError(RPC.invalidParams, otherWorkspace(onlyWorkspace))
  return value
}

/** Methods of the stateless revision only. */
const STATELESS_ONLY = new Set(['server/discover', 'subscriptions/listen'])

/**
 * Determines the era of a request: stateless when it says so, or when its session began so. After
 * `server/discover` a session may still fall back.
 *
 * @throws RpcError −32022 for an `initialize` in a stateless session
 */
function eraOf(session: Session, { method, params }: RpcRequest): Session['era'] {
  if (session.era === 'stateful') return 'stateful'
  const isClaimed = isStateless(params)
  if (!isClaimed && session.era === 'stateless' && method === 'initialize') {
    throw unsupported(params['protocolVersion'] ?? null)
  }
  const era = isClaimed || session.era === 'stateless' ? 'stateless' : 'stateful'
  if (method !== 'server/discover' && !method.startsWith('notifications/')) session.era = era
  return era
}

async function run(service: Service, session: Session, request: RpcRequest): Promise<object> {
  const { params, id } = request
  const isStateful = eraOf(session, request) === 'stateful'
  // A notification is never refused, and may lack an envelope.
  const envelope = isStateful || id === undefined ? undefined : checkStateless(request.method, params)
  const isKnown =
    Object.hasOwn(methods, request.method) && !(isStateful && STATELESS_ONLY.has(request.method))
  const method = isKnown ? methods[request.method] : undefined
  if (!method) throw new RpcError(RPC.methodNotFound, request.method)
  const stop = id === undefined ? undefined : session.begin(id)
  try {
    const workspace = workspaceOf(service, params)
    const workspaceGiven = typeof params['workspace'] === 'string' && params['workspace'] !== ''
    const logLevel = envelope ? envelope.logLevel : session.logLevel
    const result = await method({
      service,
      session,
      workspace,
      workspaceGiven,
      params,
      id,
      stop,
      logLevel,
      envelope,
    })
    return envelope ? statelessResult(service, request.method, result) : result
  } catch (error) {
    // The stateless revision reports an unknown resource as an invalid parameter.
    if (envelope && error instanceof RpcError && error.code === RPC.resourceNotFound) {
      throw new RpcError(
        RPC.invalidParams,
        `there is no resource ${typeof error.data === 'string' ? error.data : ''}`,
        {
          uri: params['uri'],
        },
      )
    }
    throw error
  } finally {
    if (id !== undefined) session.finish(id)
  }
}

/** Whether the client cancelled the request, in which case it expects no answer. */
const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/**
 * Answers one message; undefined when no answer is due (notifications, responses, cancelled requests). Never
 * throws.
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
  return watched(service, request, async () => {
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
  })
}

/** Maximum messages per batch. */
const MAX_BATCHED = 100

/** Returns the answers to a batch in order; undefined when none is due. Never throws. */
export async function dispatchBatch(
  service: Service,
  session: Session,
  messages: readonly Json[],
  onError: (error: unknown) => void,
): Promise<RpcResponse | readonly RpcResponse[] | undefined> {
  if (messages.length === 0 || messages.length > MAX_BATCHED) {
    return errorResponse(new RpcError(RPC.invalidRequest, `a batch has 1 to ${MAX_BATCHED} messages`))
  }
  const isMixed = messages.some((one) => isJsonObject(one) && isStateless(one['params']))
  if (isMixed)
    return errorResponse(new RpcError(RPC.invalidRequest, 'requests of this revision come one by one'))
  const answers: RpcResponse[] = []
  for (const one of messages) {
    const answer = await dispatch(service, session, one, onError)
    if (answer) answers.push(answer)
  }
  return answers.length > 0 ? answers : undefined
}

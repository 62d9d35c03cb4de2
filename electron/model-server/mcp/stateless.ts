import type { JsonObject } from '#shared/model/json.ts'
import { META, readEnvelope } from './envelope.ts'
import { serverInfo } from './methods/discover.ts'
import { RPC, RpcError } from './rpc.ts'
import type { Service } from './service.ts'

/** How long answers may be kept, in ms, and by whom. They change with a restart only, but for what is read. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const
const FRESH = { ttlMs: 0, cacheScope: 'private' } as const

/** The methods of the stateless revision; {@link LISTS} and {@link FRESH} where an answer says how long it holds. */
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

/** @throws RpcError −32601 for what the revision took away, −32602 and −32022 for a wrong envelope */
export function checkStateless(method: string, params: JsonObject): ReturnType<typeof readEnvelope> {
  const envelope = readEnvelope(params)
  if (!Object.hasOwn(METHODS, method)) throw new RpcError(RPC.methodNotFound, method)
  return envelope
}

/** A result with what the revision wants in each: its type, who made it, and how long it may be kept. */
export function statelessResult(service: Service, method: string, result: object): object {
  const meta = '_meta' in result && typeof result._meta === 'object' ? result._meta : {}
  return {
    resultType: 'complete',
    ...METHODS[method],
    ...result,
    _meta: { ...meta, [META.server]: serverInfo(service) },
  }
}

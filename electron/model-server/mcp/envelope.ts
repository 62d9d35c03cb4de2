import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { type Json, type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { RPC, RpcError } from './rpc.ts'
import { LOG_LEVELS, type LogLevel } from './session.ts'

/** Keys of `_meta` in the stateless revision. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const

/** Metadata of a stateless request. */
export interface Envelope {
  readonly capabilities: JsonObject
  readonly logLevel: LogLevel | undefined
}

const metaOf = (params: Json | undefined): JsonObject => {
  const meta = isJsonObject(params) ? params['_meta'] : undefined
  return isJsonObject(meta) ? meta : {}
}

/**
 * Whether a message claims to be of the stateless revision, or of an unknown one; earlier revisions are not
 * named in messages.
 */
export function isStateless(params: Json | undefined): boolean {
  return Object.hasOwn(metaOf(params), META.version)
}

/** Returns the revision that a message claims. */
export function claimedVersion(params: Json | undefined): Json | undefined {
  return metaOf(params)[META.version]
}

/** @throws RpcError −32602 naming the missing or wrong key, −32022 for an unsupported revision */
export function readEnvelope(params: JsonObject): Envelope {
  const meta = metaOf(params)
  const wrong = (key: string, what: string): RpcError =>
    new RpcError(RPC.invalidParams, `_meta["${key}"] ${what}`)
  const version = meta[META.version]
  if (version === undefined) throw wrong(META.version, `is missing; it is the revision, ${STATELESS_VERSION}`)
  if (typeof version !== 'string') throw wrong(META.version, 'must be a string')
  if (version !== STATELESS_VERSION) throw unsupported(version)
  const capabilities = meta[META.capabilities]
  if (!isJsonObject(capabilities))
    throw wrong(META.capabilities, 'must be an object; {} where there are none')
  const level = meta[META.logLevel]
  const logLevel = LOG_LEVELS.find((name) => name === level)
  if (level !== undefined && !logLevel) throw wrong(META.logLevel, `must be one of ${LOG_LEVELS.join(', ')}`)
  return { capabilities, logLevel }
}

export function unsupported(requested: Json): RpcError {
  const supported = [STATELESS_VERSION]
  const reason = `use ${supported.join(', ')} here, or initialize with an earlier revision`
  return new RpcError(RPC.unsupportedVersion, reason, { supported, requested })
}

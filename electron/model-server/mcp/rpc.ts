import { type AlteredInteger, alteredInteger } from '#shared/model/exact-integers.ts'
import { type Json, type JsonObject, isJsonObject } from '#shared/model/json.ts'

export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const

const MESSAGES: { readonly [code: number]: string } = {
  [RPC.parseError]: 'Parse error',
  [RPC.invalidRequest]: 'Invalid request',
  [RPC.methodNotFound]: 'Method not found',
  [RPC.invalidParams]: 'Invalid params',
  [RPC.internalError]: 'Internal error',
  [RPC.resourceNotFound]: 'Resource not found',
  [RPC.headerMismatch]: 'Header mismatch',
  [RPC.missingCapability]: 'Missing client capability',
  [RPC.unsupportedVersion]: 'Unsupported protocol version',
}

/**
 * A JSON-RPC error. Its message ends with the reason, since many clients show nothing else; `data` is the
 * reason alone, or machine-readable details (docs/model-service.md#json-rpc).
 */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: string | object

  constructor(code: number, reason: string, data: string | object = reason) {
    super(`${MESSAGES[code] ?? 'Error'}: ${reason}`)
    this.code = code
    this.data = data
  }
}

export type RequestId = string | number

export interface RpcRequest {
  readonly method: string
  readonly params: JsonObject
  /** Undefined for a notification. */
  readonly id: RequestId | undefined
}

export type RpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: object }
  | {
      readonly jsonrpc: '2.0'
      readonly id?: RequestId | null
      readonly error: { readonly code: number; readonly message: string; readonly data: string | object }
    }

export interface RpcNotification {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: object
}

export function errorResponse(error: RpcError, id?: RequestId): RpcResponse {
  const body = { code: error.code, message: error.message, data: error.data }
  return id === undefined ? { jsonrpc: '2.0', error: body } : { jsonrpc: '2.0', id, error: body }
}

/**
 * Integers of a message's `params` that lost precision in parsing; stored separately, since the parsed value
 * does not show it.
 */
const altered = new WeakMap<JsonObject, AlteredInteger>()

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes UTF-8 strictly: replacement characters would be stored as data that was never sent. @throws
 * RpcError −32700
 */
export function decodeMessage(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new RpcError(RPC.parseError, 'the message is not UTF-8')
  }
}

/** @throws RpcError −32700 with the parser's reason */
export function parseMessage(text: string): Json {
  let message: Json
  try {
    message = JSON.parse(text) as Json
  } catch (error) {
    throw new RpcError(RPC.parseError, error instanceof Error ? error.message : 'not JSON')
  }
  const integer = alteredInteger(text)
  if (integer) {
    for (const one of Array.isArray(message) ? message : [message]) {
      if (isJsonObject(one) && isJsonObject(one['params'])) altered.set(one['params'], integer)
    }
  }
  return message
}

/** Returns an integer of these `params` that lost precision in parsing. */
export function alteredIn(params: JsonObject): AlteredInteger | undefined {
  return altered.get(params)
}

/**
 * Serialises an answer or a batch of answers. If it exceeds the maximum string length (half a gigabyte),
 * returns an error instead, so that every request is answered.
 */
export function encodeAnswer(answer: object): string {
  try {
    return JSON.stringify(answer)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const id = 'id' in answer && isRequestId(answer.id) ? answer.id : undefined
    const reason = 'the answer is too long for one message; ask for fewer rows or fields'
    return JSON.stringify(errorResponse(new RpcError(RPC.internalError, reason), id))
  }
}

const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

export function idOf(message: Json): RequestId | undefined {
  const id = isJsonObject(message) ? message['id'] : undefined
  return isRequestId(id) ? id : undefined
}

/** Whether a message is a response to a request of ours; responses are not answered. */
export function isResponse(message: Json): boolean {
  return (
    isJsonObject(message) &&
    !('method' in message) &&
    'id' in message &&
    ('result' in message || 'error' in message)
  )
}

/**
 * Validates the envelope. Tolerates a missing `jsonrpc`, like the upstream service.
 *
 * @throws RpcError −32600 or −32602 with a readable reason
 */
export function readRequest(message: Json): RpcRequest {
  if (Array.isArray(message)) {
    throw new RpcError(RPC.invalidRequest, 'batches are not taken here; send one message per line')
  }
  if (!isJsonObject(message)) throw new RpcError(RPC.invalidRequest, 'a message is a JSON object')
  const { jsonrpc, method, params } = message
  if (jsonrpc !== undefined && jsonrpc !== '2.0')
    throw new RpcError(RPC.invalidRequest, 'jsonrpc must be "2.0"')
  if (typeof method !== 'string' || method === '') {
    throw new RpcError(RPC.invalidRequest, 'method is missing; it is a non-empty string')
  }
  if ('id' in message && idOf(message) === undefined) {
    throw new RpcError(RPC.invalidRequest, 'id must be a string or a number')
  }
  if (params !== undefined && params !== null && !isJsonObject(params)) {
    throw new RpcError(RPC.invalidParams, 'params must be an object')
  }
  return { method, params: params ?? {}, id: idOf(message) }
}

/** Returns a required string of `params`. @throws RpcError −32602 */
export function stringParam(params: JsonObject, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') {
    throw new RpcError(RPC.invalidParams, `${name} is missing; it is a non-empty string`)
  }
  return value
}

/** Returns an optional object of `params`. @throws RpcError −32602 for another type */
export function objectParam(params: JsonObject, name: string): JsonObject {
  const value = params[name]
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) throw new RpcError(RPC.invalidParams, `${name} must be an object`)
  return value
}

import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { STATELESS_VERSION } from '#shared/model/stateless-version.ts'
import { claimedVersion, isStateless } from '../envelope.ts'
import { RPC, RpcError } from '../rpc.ts'

/** The parameter that the `Mcp-Name` header repeats. */
const NAMED: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Decodes a header; values that HTTP cannot carry are encoded as `=?base64?…?=`. Undefined when malformed. */
function textOf(header: string): string | undefined {
  const code = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(header)?.[1]
  if (code === undefined) return header.startsWith('=?base64?') ? undefined : header
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(code, 'base64'))
  } catch {
    return undefined
  }
}

/**
 * Returns why the headers of a stateless request do not match its body. Load balancers route by the headers,
 * so both must agree (MCP 2026-07-28, Streamable HTTP). A notification may lack them.
 */
export function headerMismatch(
  header: (name: string) => string | undefined,
  message: JsonObject,
): RpcError | undefined {
  const { method } = message
  const params = isJsonObject(message['params']) ? message['params'] : {}
  const version = header('mcp-protocol-version')
  const claimed = claimedVersion(params)
  if (!isStateless(params)) {
    if (method !== 'initialize') return undefined
    return mismatch(`MCP-Protocol-Version is ${version}, which has no initialize`)
  }
  const isRequest = 'id' in message
  if (version === undefined) {
    return isRequest ? mismatch(`MCP-Protocol-Version is missing; send ${STATELESS_VERSION}`) : undefined
  }
  if (version !== claimed)
    return mismatch(`MCP-Protocol-Version is ${version}, but _meta says ${JSON.stringify(claimed)}`)
  const named = header('mcp-method')
  if (named === undefined && isRequest) return mismatch('Mcp-Method is missing; it repeats the method')
  if (named !== undefined && named !== method) {
    return mismatch(`Mcp-Method is ${named}, but the method is ${JSON.stringify(method)}`)
  }
  const parameter = typeof method === 'string' && Object.hasOwn(NAMED, method) ? NAMED[method] : undefined
  const wanted = parameter === undefined ? undefined : params[parameter]
  if (parameter === undefined || typeof wanted !== 'string') return undefined
  const name = header('mcp-name')
  if (name === undefined) {
    return isRequest ? mismatch(`Mcp-Name is missing; it repeats params.${parameter}`) : undefined
  }
  const text = textOf(name.trim())
  return text === wanted
    ? undefined
    : mismatch(`Mcp-Name is ${text ?? name}, but params.${parameter} is ${wanted}`)
}

const mismatch = (reason: string): RpcError => new RpcError(RPC.headerMismatch, reason)

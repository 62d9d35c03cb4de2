import { type JsonObject, isJsonObject } from '#shared/model/json.ts'
import { META } from '../envelope.ts'
import { resourcesOf } from '../resources/catalogue.ts'
import { RPC, RpcError, type RequestId } from '../rpc.ts'
import type { Service } from '../service.ts'
import type { Session } from '../session.ts'

/** Maximum concurrent subscriptions of a client. */
const MAX_SUBSCRIPTIONS = 64

/** Resources whose content depends on the workspace's data. */
const CHANGING: ReadonlySet<string> = new Set(['schema-index', 'query-templates'])

/** Returns the resources a client wants to watch; nothing else it may subscribe to ever changes here. */
function wantedUris(params: JsonObject): string[] {
  const { notifications } = params
  if (!isJsonObject(notifications)) {
    throw new RpcError(RPC.invalidParams, 'notifications is missing; it says what to listen to')
  }
  const uris = notifications['resourceSubscriptions'] ?? []
  if (!Array.isArray(uris) || uris.some((uri) => typeof uri !== 'string')) {
    throw new RpcError(RPC.invalidParams, 'notifications.resourceSubscriptions must be a list of addresses')
  }
  return uris as string[]
}

/**
 * `subscriptions/listen`: reports changed resources until the client cancels the request or the connection
 * ends. Its first message lists what it will report (MCP 2026-07-28, subscriptions).
 *
 * @throws RpcError −32602, −32603 when there are too many; AbortError when the client cancelled it
 */
export async function listen(
  service: Service,
  session: Session,
  id: RequestId,
  params: JsonObject,
  signal: AbortSignal,
): Promise<object> {
  const uris = wantedUris(params)
  if (session.listening >= MAX_SUBSCRIPTIONS) {
    throw new RpcError(RPC.internalError, `there are ${MAX_SUBSCRIPTIONS} subscriptions already; end one`)
  }
  const _meta = { [META.subscription]: id }
  const tell = (method: string, fields: object): void =>
    session.notify?.({ jsonrpc: '2.0', method, params: { ...fields, _meta } })
  const notifications = uris.length === 0 ? {} : { resourceSubscriptions: uris }
  tell('notifications/subscriptions/acknowledged', { notifications })
  if (uris.length > 0) {
    const unlisten = service.changes.listen((workspace) => {
      for (const { uri, name } of resourcesOf(workspace)) {
        if (CHANGING.has(name) && uris.includes(uri)) tell('notifications/resources/updated', { uri })
      }
    })
    try {
      await session.untilEnd(signal)
    } finally {
      unlisten()
    }
  }
  return { _meta }
}

import { isJsonObject } from '#shared/model/json.ts'
import { callScope, runInScope, placeOf, scopeOf } from '../../node/operation/call-scope.ts'
import type { RpcRequest, RpcResponse } from './rpc.ts'
import type { McpCall, Service } from './service.ts'

/** Lasts as long as the client wants: a shutdown does not wait for it, and its duration is not recorded. */
const ENDLESS = 'subscriptions/listen'

/**
 * Answers a request within the caller's trace (`_meta.traceparent`, else the header), tracks it for a
 * graceful shutdown, and reports the outcome. Without observers it only answers.
 */
export async function watched(
  service: Service,
  request: RpcRequest,
  answer: () => Promise<RpcResponse | undefined>,
): Promise<RpcResponse | undefined> {
  const { onCall, drain } = service
  const { method, params, id } = request
  if (id === undefined || method === ENDLESS || !(onCall || drain)) return answer()
  const release = drain?.hold()
  const began = performance.now()
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {}
  const outer = callScope() ?? scopeOf({})
  const scope = { ...outer, trace: placeOf(meta['traceparent']) ?? outer.trace }
  return runInScope(scope, async () => {
    const given = await answer().finally(release)
    const ms = Math.round(performance.now() - began)
    onCall?.({
      method,
      tool: toolOf(request),
      workspace: workspaceOf(service, request),
      outcome: outcomeOf(given),
      ms,
    })
    return given
  })
}

const toolOf = ({ method, params }: RpcRequest): string | undefined =>
  method === 'tools/call' && typeof params['name'] === 'string' ? params['name'] : undefined

const workspaceOf = ({ defaultWorkspace }: Service, { params }: RpcRequest): string =>
  typeof params['workspace'] === 'string' && params['workspace'] !== ''
    ? params['workspace']
    : defaultWorkspace

function outcomeOf(given: RpcResponse | undefined): McpCall['outcome'] {
  if (!given) return 'cancelled'
  if ('error' in given) return 'failed'
  return 'isError' in given.result && given.result.isError === true ? 'failed' : 'ok'
}

import { refusalText } from '#shared/sandbox/refusals.ts'
import { readAuditQuery, InvalidAuditQuery } from '../../../node/access/audit-query.ts'
import { type AuditPage, type AuditFilter, InvalidCursor } from '../../../node/access/audit-reader.ts'
import { Drain } from '../../../node/operation/drain.ts'
import { healthOf } from '../../../node/operation/health.ts'
import { Metrics, METRICS_TYPE } from '../../../node/operation/metrics.ts'
import { ServedCalls } from '../../../node/operation/served-calls.ts'
import type { GraphStore } from '../../graphstore/store.ts'
import type { Caller } from './callers.ts'

/** Health, metrics and audit for operators. */
export interface Operating {
  readonly metrics: Metrics
  readonly drain: Drain
  readonly calls: ServedCalls
  /** Whether metrics need no token; otherwise they need an admin's. */
  readonly openMetrics: boolean
  /** The audit log; absent without keys. */
  readonly audit?:
    | { readonly isRecorded: () => boolean; readonly read: (wish: AuditFilter) => Promise<AuditPage> }
    | undefined
}

/** Defaults for servers in tests. */
export function operatingAlone(): Operating {
  const metrics = new Metrics()
  return { metrics, drain: new Drain(), calls: new ServedCalls(metrics, () => undefined), openMetrics: false }
}

/** Paths for operators. */
export const OPERATION_PATHS = ['/healthz', '/readyz', '/metrics', '/audit'] as const
type OperationPath = (typeof OPERATION_PATHS)[number]

export const isOperationPath = (path: string): path is OperationPath =>
  OPERATION_PATHS.some((one) => one === path)

/** Whether a path needs no token. */
export const isOpen = (path: string, { openMetrics }: Operating): boolean =>
  path === '/healthz' || path === '/readyz' || (openMetrics && path === '/metrics')

const json = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })

/** @param caller undefined for a path that needs no token */
export async function answerOperation(
  path: OperationPath,
  operating: Operating,
  {
    caller,
    store,
    query,
  }: {
    readonly caller: Caller | undefined
    readonly store: GraphStore
    readonly query: (name: string) => string | undefined
  },
): Promise<Response> {
  const isAvailable = async (): Promise<boolean> => (await store.health()).status !== 'unavailable'
  const health = await healthOf(path, operating.drain, isAvailable)
  if (health) return json(health.status, health.body)
  const { key } = caller ?? {}
  if (key && key.role !== 'admin') {
    const { name, role } = key
    return json(403, {
      detail: refusalText({ kind: 'role', key: name, role, operation: path, needs: 'admin' }),
    })
  }
  if (path === '/metrics') {
    return new Response(operating.metrics.text(), { headers: { 'content-type': METRICS_TYPE } })
  }
  return answerAudit(operating, query)
}

async function answerAudit(
  { audit }: Operating,
  query: (name: string) => string | undefined,
): Promise<Response> {
  try {
    const page = await audit?.read(readAuditQuery(query))
    return json(200, { items: page?.lines ?? [], next: page?.next, is_kept: audit?.isRecorded() ?? false })
  } catch (error) {
    if (error instanceof InvalidAuditQuery || error instanceof InvalidCursor)
      return json(400, { detail: error.message })
    throw error
  }
}

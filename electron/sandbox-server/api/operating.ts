import type { ServerResponse } from 'node:http'
import { refusalText } from '#shared/sandbox/refusals.ts'
import { type SandboxState, sandboxStates } from '#shared/sandbox/states.ts'
import type { Drain } from '../../node/operation/drain.ts'
import { healthOf } from '../../node/operation/health.ts'
import { type Metrics, METRICS_TYPE } from '../../node/operation/metrics.ts'
import type { ServedCalls } from '../../node/operation/served-calls.ts'
import type { Caller } from './guard.ts'
import type { WholePlatform } from './platform.ts'
import type { Streams } from './streams.ts'

/** Health and metrics for operators. */
export interface Operating {
  readonly metrics: Metrics
  readonly drain: Drain
  readonly calls: ServedCalls
  /** Whether metrics are public rather than for admins only. */
  readonly openMetrics: boolean
}

export const METRICS_PATH = '/metrics'

const pathOf = (url: string): string => url.split('?')[0] ?? ''

/** Whether a URL is for probes and collectors, which poll frequently. */
export const isProbe = (url: string): boolean => ['/healthz', '/readyz', METRICS_PATH].includes(pathOf(url))

/** Answers unauthenticated health checks. @returns whether it did */
export async function answerHealth(
  { drain }: Operating,
  url: string,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = (await healthOf(pathOf(url), drain)) ?? { status: 404, body: {} }
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Metrics cover all namespaces, so they are for admins, unless the server was started to serve them publicly. */
export function answerMetrics({ metrics }: Operating, caller: Caller, response: ServerResponse): void {
  const { key, role } = caller
  if (role !== 'admin') {
    const detail = refusalText({
      kind: 'role',
      key: key?.name ?? '',
      role,
      operation: METRICS_PATH,
      needs: 'admin',
    })
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }))
    return
  }
  response.writeHead(200, { 'content-type': METRICS_TYPE }).end(metrics.text())
}

/** States reported even if no sandbox is in them. */
const ALWAYS_TOLD = new Set<SandboxState>(['pending', 'running', 'stopped'])

/** The platform's own metrics, from incremental counts: a request does not iterate over the sandboxes. */
export function addPlatformMetrics(
  { metrics, drain }: Operating,
  { sandboxes: { census } }: WholePlatform,
  streams: Streams,
): void {
  metrics.gauge('orrery_streams', 'Terminals and forwarded ports that are open.', () => streams.size)
  metrics.gauge('orrery_sandboxes', 'Sandboxes that are kept, by state.', () => {
    const counts = sandboxStates
      .filter((state) => state !== 'deleted')
      .map((state) => [{ state }, census.count('sandbox', state)] as const)
    return counts.filter(([{ state }, count]) => count > 0 || ALWAYS_TOLD.has(state))
  })
  metrics.gauge('orrery_environments', 'GEM environments that are open.', () => census.live('gem'))
  metrics.gauge('orrery_sessions', 'Sessions in sandboxes that run.', () => census.sessions)
  metrics.gauge('orrery_draining', 'Whether the server is shutting down: 1 or 0.', () =>
    Number(drain.isDraining),
  )
  metrics.gauge('orrery_work_running', 'Calls that an end of the server waits for.', () => drain.running)
}

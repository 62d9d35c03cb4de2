import type { Exchange, Protocol, TelemetryAnswer } from '#shared/telemetry/answer.ts'
import { readPlan } from '#shared/telemetry/plan.ts'
import type { Span } from '#shared/telemetry/requests.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'
import { useWorkbench, workbench } from '../app/workbench.ts'
import { connectionsFor } from './connections.ts'

/** The outcome of a plan: its answer, or that no connection can run it. */
export type FetchedPlan =
  | {
      readonly state: 'answered'
      readonly answer: TelemetryAnswer
      readonly exchanges: readonly Exchange[]
    }
  /** No connection for its storage; an address from the model is never contacted. */
  | { readonly state: 'unconnected'; readonly protocol: Protocol; readonly storage: string }

/**
 * Runs a plan on the connection of its storage.
 * @throws WorkbenchError for plans that cannot be run and requests the endpoint refuses
 */
export async function fetchPlan(
  plan: unknown,
  { from, to, signal }: Partial<Span> & { readonly signal: AbortSignal },
): Promise<FetchedPlan> {
  const read = readPlan(plan)
  if (!read) throw workbenchError('TELEMETRY_PLAN')
  const { matched } = connectionsFor(read, useWorkbench.getState().connections)
  if (!matched) return { state: 'unconnected', protocol: read.protocol, storage: read.storage }
  const { answer, exchanges, failure } = await workbench.call(
    'telemetry.run',
    { connection: matched.id, plan, from, to },
    { signal },
  )
  if (failure) throw new WorkbenchError(failure)
  if (!answer) throw workbenchError('TELEMETRY_PLAN')
  return { state: 'answered', answer, exchanges }
}

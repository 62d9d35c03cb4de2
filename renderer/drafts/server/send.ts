import { toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'
import { everyOutcome, readOutcomes, type Outcome, type PlannedCall } from '../items/send-plan.ts'
import type { Target } from './target.ts'

/**
 * Sends the calls sequentially; a refused one holds back those after it, so that entities never arrive
 * without their elements.
 *
 * @param onOutcome the outcomes so far, by item, after each call
 */
export async function sendCalls(
  { connection, workspace }: Target,
  calls: readonly PlannedCall[],
  onOutcome: (outcomes: ReadonlyMap<string, Outcome>) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Outcome>> {
  const all = new Map<string, Outcome>()
  let held = false
  for (const call of calls) {
    const outcomes: ReadonlyMap<string, Outcome> = held
      ? everyOutcome(call, { state: 'held' })
      : await sendOne(connection, workspace, call, signal)
    for (const [id, outcome] of outcomes) all.set(id, outcome)
    held ||= [...outcomes.values()].some(({ state }) => state !== 'accepted')
    onOutcome(new Map(all))
  }
  return all
}

async function sendOne(
  connection: string,
  workspace: string,
  call: PlannedCall,
  signal: AbortSignal,
): Promise<Map<string, Outcome>> {
  try {
    const { structured, isError } = await workbench.call(
      'models.callTool',
      { connection, workspace, tool: call.tool, arguments: { ...call.args } },
      { signal },
    )
    return readOutcomes(call, structured, isError)
  } catch (error) {
    const { message, hint = '' } = toFailure(error)
    return everyOutcome(call, { state: 'unknown', message: `${message} ${hint}`.trim() })
  }
}

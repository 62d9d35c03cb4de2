import { agentOf } from '#shared/environments/agent.ts'
import { type BatchPlan, batchPlanSchema } from '#shared/environments/batch.ts'
import { type Autoplay, NEW_AUTOPLAY } from '#shared/environments/tab.ts'

/** An agent as it is being chosen. */
export type AgentForm = Omit<Autoplay, 'pause'>

/** A batch before it is started: what to play, with whom, and how often. */
export interface BatchForm extends Omit<BatchPlan, 'platform' | 'agents'> {
  readonly agents: readonly AgentForm[]
}

const { pause: _, ...NEW_AGENT } = NEW_AUTOPLAY
export { NEW_AGENT }

export const NEW_FORM: BatchForm = {
  envId: '',
  agents: [NEW_AGENT],
  firstSeed: 0,
  count: 20,
  stepLimit: 200,
  parallel: 1,
}

/** The plan that a form comes to; nothing where its numbers are none that can be played (docs/gem.md#seeds). */
export function planOf({ agents, ...form }: BatchForm, platform: string): BatchPlan | undefined {
  return batchPlanSchema.safeParse({ ...form, platform, agents: agents.map(agentOf) }).data
}

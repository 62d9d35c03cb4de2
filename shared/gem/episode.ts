/** Answers of `reset` and `step`, and names for how an episode ends. Source: docs/gem.md. */

/** Side information of an answer. Games put the current board and the prompt line in `suffix`. */
export type Info = Readonly<Record<string, unknown>>

/** Answer of `reset`: for text environments the observation is the instruction text or the question. */
export interface ResetResult {
  readonly observation: unknown
  readonly info: Info
}

/** Answer of `step`. `reward` is for this step alone; `terminated` and `truncated` end the episode. */
export interface StepResult extends ResetResult {
  readonly reward: number
  readonly terminated: boolean
  readonly truncated: boolean
}

/** Step rewards of all language games. A game may award more by its own formula. */
export const REWARD = { success: 1, internal: 0, fail: 0, invalid: 0, formatError: -0.1 } as const

/** Observation after the only step of a single-turn environment. The bars are U+FF5C. */
export const TERMINAL_STATE = '<｜TERMINAL_STATE｜>'

/** State of an episode: running, or one of the ends distinguished in docs/gem.md#rewards. */
export type EndState = 'running' | 'solved' | 'over' | 'answered' | 'format-error' | 'turn-limit' | 'ended'

/** Human-readable names of the end states. */
export const END_STATE_WORDS: Readonly<Record<EndState, string>> = {
  running: 'The episode goes on',
  solved: 'Solved',
  over: 'Over by rule',
  answered: 'Answered, not solved',
  'format-error': 'Format error',
  'turn-limit': 'Turn limit',
  ended: 'Ended',
}

/**
 * Classifies the state after a step by the table of docs/gem.md#rewards. Single-turn environments end with
 * both flags and the terminal sentinel: `solved` when the answer earned the full 1, else `answered`.
 */
export function endState(
  step: Pick<StepResult, 'observation' | 'reward' | 'terminated' | 'truncated'>,
): EndState {
  if (!step.terminated && !step.truncated) return 'running'
  if (step.observation === TERMINAL_STATE) return step.reward >= 1 ? 'solved' : 'answered'
  if (step.reward < 0) return 'format-error'
  if (step.truncated) return 'turn-limit'
  return step.reward > 0 ? 'solved' : 'over'
}

/** Families whose rewards follow docs/gem.md#rewards. Rewards of other environments have no defined meaning. */
const GEM_FAMILY = /^(?:game|rg|math|logic|qa|code|eval):/
export const followsGemRules = (envId: string): boolean => GEM_FAMILY.test(envId)

/** Sums the rewards of an episode, without rounding, as an agent's score does. */
export function episodeReturn(steps: readonly { readonly reward: number }[]): number {
  return steps.reduce((sum, step) => sum + step.reward, 0)
}

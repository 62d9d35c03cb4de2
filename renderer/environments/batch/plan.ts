import { MAX_SEED } from '#shared/gem/seed.ts'
import { type AgentKind, scriptLines } from '../agents/agent.ts'
import type { Batch } from './batch.ts'

export const MAX_SEEDS = 10_000

/** A batch before it is started: what to play, with whom, and how often. */
export interface BatchPlan {
  readonly envId: string
  readonly agent: AgentKind
  readonly firstSeed: number
  readonly count: number
  /** Seed of the random agent. */
  readonly agentSeed: number
  /** Steps after which an episode is given up. */
  readonly stepLimit: number
  /** One action a line. */
  readonly script: string
}

export const NEW_PLAN: BatchPlan = {
  envId: '',
  agent: 'random',
  firstSeed: 0,
  count: 20,
  agentSeed: 0,
  stepLimit: 200,
  script: '',
}

/** True when there is something to play, not too much, and every seed is one (docs/gem.md#seeds). */
export const hasValidSeeds = ({ firstSeed, count }: BatchPlan): boolean =>
  count >= 1 && count <= MAX_SEEDS && firstSeed >= 0 && firstSeed + count - 1 <= MAX_SEED

/** The batch that a plan begins, without any results. */
export function batchOf({ envId, script, ...choices }: BatchPlan, platform: string): Batch {
  return {
    version: 1,
    id: crypto.randomUUID(),
    platform,
    envId: envId.trim(),
    script: scriptLines(script),
    ...choices,
    started: Date.now(),
    rows: [],
  }
}

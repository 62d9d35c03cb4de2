import { z } from 'zod'
import { MAX_SEED } from '../gem/seed.ts'
import { agentKindSchema, agentSchema } from './agent.ts'

export const MAX_SEEDS = 10_000
/** Maximum attempts per seed. */
export const MAX_ATTEMPTS = 100
/** Maximum concurrent episodes of a batch. */
export const MAX_PARALLEL = 16

const END_STATES = ['solved', 'over', 'answered', 'format-error', 'turn-limit', 'ended'] as const

/**
 * How an episode of a batch ended: an end state of the environment, the batch's step limit (`step-limit`),
 * the agent proposing nothing more (`stopped`), or an error of the environment or the agent (`failed`).
 */
const batchEndSchema = z.enum([...END_STATES, 'step-limit', 'stopped', 'failed'])
export type BatchEnd = z.infer<typeof batchEndSchema>

/** Resources used by models. */
const spendingSchema = z.object({
  promptTokens: z.number().optional(),
  completionTokens: z.number().optional(),
  cost: z.number().optional(),
  currency: z.string().optional(),
})
type Spending = z.infer<typeof spendingSchema>

/** Result of one attempt at a seed by one agent. */
export const batchRowSchema = z.object({
  /** Index of the agent in the batch. */
  agent: z.number().int().nonnegative().default(0),
  seed: z.number(),
  /** Index of the attempt at this seed. */
  attempt: z.number().int().nonnegative().default(0),
  return: z.number(),
  steps: z.number(),
  end: batchEndSchema,
  /** Milliseconds from reset to end. */
  milliseconds: z.number(),
  /** Why it could not be completed. */
  problem: z.string().optional(),
  ...spendingSchema.shape,
  /** Resources used by earlier, failed attempts. */
  earlier: spendingSchema.optional(),
  /** The actions, for rows of earlier versions, which stored nothing else of the episode. */
  actions: z.array(z.string()).optional(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

/** What to play: each seed with each agent, a number of times. */
export const batchPlanSchema = z
  .object({
    platform: z.string(),
    envId: z.string().trim().min(1),
    agents: z.array(agentSchema).min(1).max(8),
    firstSeed: z.number().int().min(0).max(MAX_SEED),
    count: z.number().int().min(1).max(MAX_SEEDS),
    /** Attempts per seed. */
    attempts: z.number().int().min(1).max(MAX_ATTEMPTS).default(1),
    /** Step limit per episode. */
    stepLimit: z.number().int().min(1),
    /** Concurrent episodes. */
    parallel: z.number().int().min(1).max(MAX_PARALLEL).default(1),
  })
  .refine(({ firstSeed, count }) => firstSeed + count - 1 <= MAX_SEED)
  .refine(({ count, attempts }) => count * attempts <= MAX_SEEDS)
export type BatchPlan = z.infer<typeof batchPlanSchema>

export const batchHeadSchema = z.object({ id: z.string(), started: z.number(), plan: batchPlanSchema })
export type BatchHead = z.infer<typeof batchHeadSchema>

/**
 * Log of a batch: the plan, then a line per finished episode. A later row for the same attempt replaces an
 * earlier one.
 */
export const batchEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('batch'), head: batchHeadSchema }),
  z.object({ kind: z.literal('row'), row: batchRowSchema }),
  /** Whether it should run: a batch interrupted by Orrery's exit resumes on the next start. */
  z.object({ kind: z.literal('wanted'), wanted: z.boolean() }),
])
export type BatchEntry = z.infer<typeof batchEntrySchema>

export interface Batch extends BatchHead {
  /** In order of completion. */
  readonly rows: readonly BatchRow[]
}

/** Identifies a row. */
export type BatchPlace = Pick<BatchRow, 'agent' | 'seed' | 'attempt'>

/** The first attempt's key has no suffix, for compatibility with versions that had only one attempt. */
export const rowKey = ({ agent, seed, attempt }: BatchPlace): string =>
  attempt === 0 ? `${agent}-${seed}` : `${agent}-${seed}-${attempt}`

const SPENDING = ['promptTokens', 'completionTokens', 'cost'] as const

/** Sums an attempt's resources, including earlier failed ones; costs in different currencies add up to none. */
export function spentOn({ earlier = {}, ...row }: BatchRow): Spending {
  const currencies = [row, earlier].flatMap(({ cost, currency }) => (cost === undefined ? [] : [currency]))
  const [currency] = currencies
  const sums = SPENDING.map((name) => {
    const known = [row[name], earlier[name]].flatMap((value) => value ?? [])
    return [name, known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)]
  })
  const spent = { ...(Object.fromEntries(sums) as Spending), currency }
  return currencies.every((one) => one === currency)
    ? spent
    : { ...spent, cost: undefined, currency: undefined }
}

/** Returns the rows with one added or replaced. */
export const withRow = (rows: readonly BatchRow[], row: BatchRow): BatchRow[] => [
  ...rows.filter((one) => rowKey(one) !== rowKey(row)),
  row,
]

/** A batch in the format of 0.1.0: one document with a single agent. */
const earlierRow = z.object({
  seed: z.number(),
  return: z.number(),
  steps: z.number(),
  end: z.enum([...END_STATES, 'running']),
  actions: z.array(z.string()),
  milliseconds: z.number(),
  problem: z.string().optional(),
})
export const earlierBatchSchema = z
  .object({
    id: z.string(),
    platform: z.string(),
    envId: z.string(),
    agent: agentKindSchema,
    agentSeed: z.number(),
    script: z.array(z.string()),
    firstSeed: z.number(),
    count: z.number(),
    stepLimit: z.number(),
    started: z.number(),
    rows: z.array(earlierRow),
  })
  .transform(({ id, started, agent, agentSeed: seed, script, rows, ...plan }): Batch => ({
    id,
    started,
    plan: { ...plan, agents: [{ agent, seed, script }], parallel: 1, attempts: 1 },
    rows: rows.map((row) => ({ ...row, agent: 0, attempt: 0, end: endOfEarlier(row, plan.stepLimit) })),
  }))

/** That version used `running` for every end that no rule covered. */
function endOfEarlier({ end, problem, steps }: z.infer<typeof earlierRow>, stepLimit: number): BatchEnd {
  if (problem !== undefined) return 'failed'
  if (end !== 'running') return end
  return steps >= stepLimit ? 'step-limit' : 'stopped'
}

import { z } from 'zod'
import { MAX_SEED } from '../gem/seed.ts'
import { agentKindSchema, agentSchema } from './agent.ts'

export const MAX_SEEDS = 10_000
/** Tries at one seed. */
export const MAX_ATTEMPTS = 100
/** Episodes of a batch that are played at a time. */
export const MAX_PARALLEL = 16

const END_STATES = ['solved', 'over', 'answered', 'format-error', 'turn-limit', 'ended'] as const

/**
 * How an episode of a batch ended: as its environment says, at the batch's own limit of steps, because the agent had nothing more to
 * propose, or not at all, because the environment or the agent failed.
 */
export const batchEndSchema = z.enum([...END_STATES, 'step-limit', 'stopped', 'failed'])
export type BatchEnd = z.infer<typeof batchEndSchema>

/** What models took. */
const spendingSchema = z.object({
  promptTokens: z.number().optional(),
  completionTokens: z.number().optional(),
  cost: z.number().optional(),
  currency: z.string().optional(),
})
type Spending = z.infer<typeof spendingSchema>

/** What came of one try at a seed with one agent. */
export const batchRowSchema = z.object({
  /** Place of the agent in the batch. */
  agent: z.number().int().nonnegative().default(0),
  seed: z.number(),
  /** Which of the tries at this seed, from 0 on. */
  attempt: z.number().int().nonnegative().default(0),
  return: z.number(),
  steps: z.number(),
  end: batchEndSchema,
  /** Milliseconds from reset to end. */
  milliseconds: z.number(),
  /** Why it could not be finished. */
  problem: z.string().optional(),
  ...spendingSchema.shape,
  /** What the attempts took that failed before. */
  earlier: spendingSchema.optional(),
  /** What was sent, where an earlier version kept nothing else of the episode. */
  actions: z.array(z.string()).optional(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

/** What to play: each seed with each agent, as often as is asked for. */
export const batchPlanSchema = z
  .object({
    platform: z.string(),
    envId: z.string().trim().min(1),
    agents: z.array(agentSchema).min(1).max(8),
    firstSeed: z.number().int().min(0).max(MAX_SEED),
    count: z.number().int().min(1).max(MAX_SEEDS),
    /** Tries at each seed. */
    attempts: z.number().int().min(1).max(MAX_ATTEMPTS).default(1),
    /** Steps after which an episode is given up. */
    stepLimit: z.number().int().min(1),
    /** Episodes at a time. */
    parallel: z.number().int().min(1).max(MAX_PARALLEL).default(1),
  })
  .refine(({ firstSeed, count }) => firstSeed + count - 1 <= MAX_SEED)
  .refine(({ count, attempts }) => count * attempts <= MAX_SEEDS)
export type BatchPlan = z.infer<typeof batchPlanSchema>

export const batchHeadSchema = z.object({ id: z.string(), started: z.number(), plan: batchPlanSchema })
export type BatchHead = z.infer<typeof batchHeadSchema>

/** The log of a batch: what is played, then a line for each episode that is over. A later row of the same try counts. */
export const batchEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('batch'), head: batchHeadSchema }),
  z.object({ kind: z.literal('row'), row: batchRowSchema }),
  /** Whether it plays: a batch that was under way when Orrery ended goes on when it starts. */
  z.object({ kind: z.literal('wanted'), wanted: z.boolean() }),
])
export type BatchEntry = z.infer<typeof batchEntrySchema>

export interface Batch extends BatchHead {
  /** In the order in which they were played. */
  readonly rows: readonly BatchRow[]
}

/** What a row is of. */
export type BatchPlace = Pick<BatchRow, 'agent' | 'seed' | 'attempt'>

/** The first try is named as if there were no others, which earlier versions had not. */
export const rowKey = ({ agent, seed, attempt }: BatchPlace): string =>
  attempt === 0 ? `${agent}-${seed}` : `${agent}-${seed}-${attempt}`

const SPENDING = ['promptTokens', 'completionTokens', 'cost'] as const

/** What a try took in all, failed ones before it included; a cost in two currencies is none. */
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

/** The rows after one more, which takes the place of an earlier one of the same try. */
export const withRow = (rows: readonly BatchRow[], row: BatchRow): BatchRow[] => [
  ...rows.filter((one) => rowKey(one) !== rowKey(row)),
  row,
]

/** A batch as 0.1.0 kept it: one document, with one agent. */
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

/** It called whatever was not over by rule `running`. */
function endOfEarlier({ end, problem, steps }: z.infer<typeof earlierRow>, stepLimit: number): BatchEnd {
  if (problem !== undefined) return 'failed'
  if (end !== 'running') return end
  return steps >= stepLimit ? 'step-limit' : 'stopped'
}

import { z } from 'zod'
import { MAX_SEED } from '../gem/seed.ts'
import { agentKindSchema } from './agent.ts'

/** How a reset gets its seed: the typed one each time, a new one each time (shown afterwards), or none. */
export const seedModeSchema = z.enum(['pinned', 'random', 'none'])
export type SeedMode = z.infer<typeof seedModeSchema>

/** An environment on a platform, and the episode that is played or looked at in it. */
export const environmentTabSchema = z.object({
  kind: z.literal('environment'),
  id: z.string(),
  /** What a person calls it. */
  name: z.string().optional(),
  platform: z.string(),
  envId: z.string(),
  /** While a sandbox holds the environment. */
  sandboxId: z.string().optional(),
  episode: z.string().optional(),
  draft: z.string().default(''),
  autoBox: z.boolean().default(true),
  seedMode: seedModeSchema.default('random'),
  seed: z.string().default(''),
})
export type EnvironmentTab = z.infer<typeof environmentTabSchema>

/** One line of an episode, from its reset to an event. */
export const lineSchema = z.object({ episode: z.string(), event: z.number() })
export type Line = z.infer<typeof lineSchema>

export const compareTabSchema = z.object({
  kind: z.literal('compare'),
  id: z.string(),
  name: z.string().optional(),
  left: lineSchema,
  right: lineSchema,
})
export type CompareTab = z.infer<typeof compareTabSchema>

export const batchTabSchema = z.object({
  kind: z.literal('batch'),
  id: z.string(),
  name: z.string().optional(),
  batch: z.string(),
})
export type BatchTab = z.infer<typeof batchTabSchema>

export const recordingsTabSchema = z.object({
  kind: z.literal('recordings'),
  id: z.string(),
  recordings: z.string(),
  name: z.string(),
})
export type RecordingsTab = z.infer<typeof recordingsTabSchema>

export const tabSchema = z.discriminatedUnion('kind', [
  environmentTabSchema,
  compareTabSchema,
  batchTabSchema,
  recordingsTabSchema,
])
export type Tab = z.infer<typeof tabSchema>

/** What is open in the bench, in every window the same. `active` was chosen last. */
export const tabsSchema = z.object({
  version: z.literal(1),
  active: z.string().optional(),
  tabs: z.array(tabSchema),
})
export type Tabs = z.infer<typeof tabsSchema>

/** How an agent plays in a tab. */
export const autoplaySchema = z.object({
  agent: agentKindSchema,
  /** Of the random agent. */
  seed: z.number(),
  /** One action a line. */
  script: z.string(),
  /** Milliseconds between two steps. */
  pause: z.number(),
  /** Id of the model's endpoint. */
  endpoint: z.string().optional(),
})
export type Autoplay = z.infer<typeof autoplaySchema>

export const NEW_AUTOPLAY: Autoplay = { agent: 'random', seed: 0, script: '', pause: 300 }

/** A seed that a person can read out: below a million. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

/** What is wrong with a typed seed, or the number. */
export function readSeed(text: string): number | undefined {
  const seed = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN
  return seed <= MAX_SEED ? seed : undefined
}

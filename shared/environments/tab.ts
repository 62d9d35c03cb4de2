import { z } from 'zod'
import { MAX_SEED } from '../gem/seed.ts'
import { agentKindSchema } from './agent.ts'

/** Seed of a reset: the typed one, a new one each time (shown afterwards), or none. */
export const seedModeSchema = z.enum(['pinned', 'random', 'none'])
export type SeedMode = z.infer<typeof seedModeSchema>

/** An environment on a platform, and the episode played or viewed in it. */
export const environmentTabSchema = z.object({
  kind: z.literal('environment'),
  id: z.string(),
  /** User-given name. */
  name: z.string().optional(),
  platform: z.string(),
  envId: z.string(),
  /** Set while a sandbox holds the environment. */
  sandboxId: z.string().optional(),
  episode: z.string().optional(),
  draft: z.string().default(''),
  autoBox: z.boolean().default(true),
  seedMode: seedModeSchema.default('random'),
  seed: z.string().default(''),
})
export type EnvironmentTab = z.infer<typeof environmentTabSchema>

/** A branch of an episode, from its reset to an event. */
export const lineSchema = z.object({ episode: z.string(), event: z.number() })
export type Line = z.infer<typeof lineSchema>

const compareTabSchema = z.object({
  kind: z.literal('compare'),
  id: z.string(),
  name: z.string().optional(),
  left: lineSchema,
  right: lineSchema,
})
export type CompareTab = z.infer<typeof compareTabSchema>

const batchTabSchema = z.object({
  kind: z.literal('batch'),
  id: z.string(),
  name: z.string().optional(),
  batch: z.string(),
})
export type BatchTab = z.infer<typeof batchTabSchema>

const recordingsTabSchema = z.object({
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

/** Open tabs of the bench, the same in every window. `active` is the last selected one. */
export const tabsSchema = z.object({
  version: z.literal(1),
  active: z.string().optional(),
  tabs: z.array(tabSchema),
})
export type Tabs = z.infer<typeof tabsSchema>

/** Agent settings of a tab. */
export const autoplaySchema = z.object({
  agent: agentKindSchema,
  /** Seed of the random agent. */
  seed: z.number(),
  /** One action per line. */
  script: z.string(),
  /** Delay between steps, milliseconds. */
  pause: z.number(),
  /** Id of the model endpoint. */
  endpoint: z.string().optional(),
})
export type Autoplay = z.infer<typeof autoplaySchema>

export const NEW_AUTOPLAY: Autoplay = { agent: 'random', seed: 0, script: '', pause: 300 }

/** Draws a seed below a million, short enough to read aloud. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

/** Parses a typed seed; undefined if invalid. */
export function readSeed(text: string): number | undefined {
  const seed = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN
  return seed <= MAX_SEED ? seed : undefined
}

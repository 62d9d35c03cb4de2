/** The GEM part of the platform's REST API: request and response bodies under {@link GEM_BASE}. Source: docs/gem.md. */
import * as z from 'zod'
import type { Envelope } from '../sandbox/envelope.ts'
import { catalogueEntrySchema } from './catalogue/entry.ts'

export const GEM_BASE = '/apis/v1/envs/gem'

const text = z.string('Input should be a valid string')

const sandboxId = text.trim().min(1, 'String should have at least 1 character')

/** Accepts integers, numeric strings and a zero fraction, like the platform's lenient validator. */
const integer = z.preprocess(
  (value) => (typeof value === 'string' && /^\s*[+-]?\d+(\.0*)?\s*$/.test(value) ? Number(value) : value),
  z
    .number({ error: 'Input should be a valid integer' })
    .refine(Number.isInteger, 'Input should be a valid integer, got a number with a fractional part'),
)

/**
 * Unknown fields are ignored in every request. `env_id` is optional here: the service reports its absence as
 * a run-time error.
 */
export const makeRequest = z.object({ env_id: text.nullish() })
export const resetRequest = z.object({ sandbox_id: sandboxId, seed: integer.nullish() })
/** Client libraries declare an action as text or number; environments expect text. */
const action = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), text)
export const stepRequest = z.object({ sandbox_id: sandboxId, action })
export const closeRequest = z.object({ sandbox_id: sandboxId })
export const listRequest = z.object({ sandbox_id: text.trim().nullish() })

const info = z.record(z.string(), z.unknown())
export const makeResult = z.object({ sandbox_id: z.string() })
export const resetResult = z.object({ observation: z.unknown(), info })
export const stepResult = z.object({
  observation: z.unknown(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  info,
})
export const closeResult = z.object({ sandbox_id: z.string() })
export const listResult = z.object({ env_id: z.array(z.string()) })

/** A plugin file that failed to load. */
export const pluginProblem = z.object({
  file: z.string(),
  reason: z.string(),
  line: z.number().optional(),
  /** Environments of the file's previous version, still available. */
  ids: z.array(z.string()).optional(),
})
export type PluginProblem = z.infer<typeof pluginProblem>

/** Our extension: the server's catalogue, and plugins that failed to load. */
export const catalogueResult = z.object({
  environments: z.array(catalogueEntrySchema),
  problems: z.array(pluginProblem),
})

/** Body of an HTTP 500: existing clients read `detail`; `code` is stable, `suggestions` are similar ids. */
export interface GemFailure extends Envelope {
  readonly detail: string
  readonly traceback: readonly string[]
  readonly code: string
  readonly suggestions: readonly string[]
}

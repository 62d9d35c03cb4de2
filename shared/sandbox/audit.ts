import { z } from 'zod'
import { integer, optional, text } from './fields.ts'

/** How a call went that changes something; `begun`: what follows streams, and no more is said of it. */
export const auditOutcomes = ['ok', 'failed', 'refused', 'begun'] as const

/** A call that changes something, or wanted to, as it is kept: who, what and how it went; never what it said. */
export const auditLine = z.object({
  /** ISO 8601, when it came. */
  time: z.string(),
  /** The name of the key; `token` for the server's own. */
  key: z.string(),
  /** A path of the sandbox API, `gem /PATH`, `model TOOL`, or what streams: `port 8080`. */
  operation: z.string(),
  /** What it was done to, where it says so: a sandbox, an image, a workspace. */
  object: z.string().optional(),
  outcome: z.enum(auditOutcomes),
  request: z.string(),
  /** Milliseconds. */
  ms: z.number(),
  /** The W3C trace that it belongs to. */
  trace: z.string().optional(),
})

/** What a page of the audit may be asked for; what is left out may be any. */
export const auditQuery = z.object({
  key: optional(text),
  operation: optional(text),
  object: optional(text),
  outcome: optional(z.enum(auditOutcomes, { error: `Input should be one of ${auditOutcomes.join(', ')}` })),
  /** ISO 8601; the first moment that counts, and the first that does not any more. */
  from: optional(text),
  to: optional(text),
  page_size: optional(integer),
  /** `next` of the page before. */
  after: optional(text),
})

export const auditAnswer = z.object({
  /** The last one first. */
  items: z.array(auditLine),
  /** For the page behind this one; absent at the end. A page may have fewer lines than asked for, or none, and yet a next one. */
  next: z.string().optional(),
  /** Whether calls are noted now: there are keys. */
  is_kept: z.boolean(),
})

import { z } from 'zod'
import { integer, optional, text } from './fields.ts'

/**
 * Outcome of an audited call. `unchanged`: it succeeded, since there was nothing to do, such as a stop of what had stopped. `begun`: how it
 * ended is not known, since the response streams, or the server was killed meanwhile.
 */
export const auditOutcomes = ['ok', 'unchanged', 'failed', 'refused', 'begun'] as const

export type AuditOutcome = (typeof auditOutcomes)[number]

/** An audit record of a call that changed something or tried to: who, what, and the outcome. Never its content. */
export const auditLine = z.object({
  /** ISO 8601, when the call arrived. */
  time: z.string(),
  /** The key's name; `token` for the server's own token. */
  key: z.string(),
  /** The key's id; absent for the server's own token. */
  key_id: z.string().optional(),
  /** A path of the sandbox API, `gem /PATH`, `model TOOL`, or a stream such as `port 8080`. */
  operation: z.string(),
  /** The object, if the call names one: a sandbox, an image, a workspace. */
  object: z.string().optional(),
  outcome: z.enum(auditOutcomes),
  request: z.string(),
  /** Milliseconds. */
  ms: z.number(),
  /** W3C trace id. */
  trace: z.string().optional(),
})

/** Filter for audit records; an absent field matches any value. */
export const auditQuery = z.object({
  key: optional(text),
  operation: optional(text),
  object: optional(text),
  outcome: optional(z.enum(auditOutcomes, { error: `Input should be one of ${auditOutcomes.join(', ')}` })),
  /** ISO 8601; inclusive start, exclusive end. */
  from: optional(text),
  to: optional(text),
  page_size: optional(integer),
  /** The `next` cursor of the previous page. */
  after: optional(text),
})

export const auditAnswer = z.object({
  /** Newest first. */
  items: z.array(auditLine),
  /**
   * Cursor of the next page; absent at the end. A page may have fewer lines than requested, even none, and
   * still a next page.
   */
  next: z.string().optional(),
  /** Whether auditing is on, which requires keys. */
  is_kept: z.boolean(),
})

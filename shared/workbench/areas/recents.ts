import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

export const RECENT_KINDS = ['model', 'platform', 'query', 'sandbox', 'environment'] as const

/** A title of the app's own: a message and its values, for a page of any language. */
export const calledSchema = z.object({
  key: z.string().max(100),
  values: z.record(z.string(), z.union([z.string().max(200), z.number()])).optional(),
})
export type Called = z.infer<typeof calledSchema>

export const recentSchema = z.object({
  kind: z.enum(RECENT_KINDS),
  /** Reopens it: a connection id, a query text, a sandbox `platform/id`, or an environment id. */
  target: z.string().min(1).max(20_000),
  /** Display title, one line. */
  title: z.string().max(200),
  /** Where the title is the app's own, not the user's. */
  called: calledSchema.optional(),
  /** When it was opened, in Unix milliseconds: set by the core, to tell what is named alike. */
  at: z.number().optional(),
})
/** A recently opened item. */
export type Recent = z.infer<typeof recentSchema>

/** Recently opened items, newest first; shared by all windows and the desktop menu. */
export const recents = {
  list: procedure({ input: z.object({}), output: z.array(recentSchema) }),
  /** Adds an item at the top, or moves an existing one there. */
  add: procedure({ input: recentSchema, output: z.null() }),
  /** Removes an item that no longer exists; nothing happens if it is not listed. */
  remove: procedure({ input: recentSchema.omit({ title: true, called: true }), output: z.null() }),
  clear: procedure({ input: z.object({}), output: z.null() }),
  changed: event(z.array(recentSchema)),
}

import { z } from 'zod'
import { event, procedure } from '../procedure.ts'

export const RECENT_KINDS = ['model', 'platform', 'query', 'sandbox', 'environment'] as const

export const recentSchema = z.object({
  kind: z.enum(RECENT_KINDS),
  /** What opens it again: a connection's id, a query's text, a sandbox's place `platform/id`, or an environment's id. */
  target: z.string().min(1).max(20_000),
  /** One line, as the person knows it. */
  title: z.string().max(200),
})
/** Something that was opened recently. */
export type Recent = z.infer<typeof recentSchema>

/** What was opened recently, newest first; shared by all windows and by the desktop's menu. */
export const recents = {
  list: procedure({ input: z.object({}), output: z.array(recentSchema) }),
  /** Puts it first. The same again is moved, not doubled. */
  add: procedure({ input: recentSchema, output: z.null() }),
  clear: procedure({ input: z.object({}), output: z.null() }),
  changed: event(z.array(recentSchema)),
}

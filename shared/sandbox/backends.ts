import { z } from 'zod'
import { messageRefSchema } from '../workbench/sentences/message-ref.ts'

/** The sandbox server's report on each backend it tried at startup. */
export const backendReportSchema = z.object({
  name: z.string(),
  works: z.boolean(),
  /** Why it does not work, in one English sentence. */
  reason: z.string().optional(),
  /** The sentence's key and values, for other languages. */
  said: messageRefSchema.optional(),
  /** Guarantees it lacks on this machine although it works, one sentence each. */
  missing: z.array(z.string()).optional(),
  /** Shell commands that fix it on this machine, in the order to try. */
  commands: z.array(z.string()),
})

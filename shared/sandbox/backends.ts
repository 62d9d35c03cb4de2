import { z } from 'zod'
import { messageRefSchema } from '../workbench/sentences/message-ref.ts'

/** What the sandbox server says of each backend that it tried at its start. */
export const backendReportSchema = z.object({
  name: z.string(),
  works: z.boolean(),
  /** Why it does not work, as one sentence in English. */
  reason: z.string().optional(),
  /** The stable name of that sentence and what it was filled with, for other languages. */
  said: messageRefSchema.optional(),
  /** What it does not guarantee on that machine, where it works: a sentence each. */
  missing: z.array(z.string()).optional(),
  /** Commands to copy that help on that machine, in the order in which they are tried. */
  commands: z.array(z.string()),
})

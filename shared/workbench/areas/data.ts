import { z } from 'zod'
import { procedure } from '../procedure.ts'

/** Everything that is kept, as one file. Secrets, sandboxes, and sets of recorded episodes that are too large are left out. */
export const data = {
  backup: procedure({
    input: z.object({}),
    output: z.object({
      name: z.string(),
      text: z.string(),
      files: z.number().int(),
      /** How many sets of recorded episodes are too large for it. */
      left: z.number().int(),
    }),
  }),
  /** Puts a backup's files in place of those that are there, which are moved aside first. */
  restore: procedure({
    input: z.object({ text: z.string() }),
    output: z.object({ files: z.number().int(), kept: z.string() }),
  }),
  /** For a bug report: versions, what the machine allows, how every connection is, and the ends of their logs; redacted. */
  diagnostics: procedure({ input: z.object({}), output: z.object({ name: z.string(), text: z.string() }) }),
}

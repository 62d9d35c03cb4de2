import { z } from 'zod'
import { procedure } from '../procedure.ts'

/** A backup of all data as one file, without secrets, sandboxes, and what is too large. */
export const data = {
  backup: procedure({
    input: z.object({}),
    output: z.object({
      name: z.string(),
      text: z.string(),
      files: z.number().int(),
      /** Number of recording sets that are too large. */
      left: z.number().int(),
      /** Whether the embedded model is too large. */
      modelLeft: z.boolean(),
    }),
  }),
  /** Replaces the current files by a backup's; the current ones are renamed first. */
  restore: procedure({
    input: z.object({ text: z.string() }),
    output: z.object({ files: z.number().int(), kept: z.string() }),
  }),
  /**
   * A report for bug reports, redacted: versions, platform capabilities, connection states, and the ends of
   * their logs.
   */
  diagnostics: procedure({ input: z.object({}), output: z.object({ name: z.string(), text: z.string() }) }),
}

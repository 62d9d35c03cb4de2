import { z } from 'zod'

const fileChangeSchema = z.object({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  folder: z.boolean(),
  /** Bytes in the first and in the second sandbox. */
  before: z.number().optional(),
  after: z.number().optional(),
})
export type FileChange = z.infer<typeof fileChangeSchema>

/** What the files of one sandbox are against those of another. */
export const sandboxComparisonSchema = z.object({
  changes: z.array(fileChangeSchema),
  /** Files and folders that were looked at in the second. */
  files: z.number(),
  /** There is more than is listed. */
  isCut: z.boolean(),
})
export type SandboxComparison = z.infer<typeof sandboxComparisonSchema>

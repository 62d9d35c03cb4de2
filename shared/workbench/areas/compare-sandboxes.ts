import { z } from 'zod'

const fileChangeSchema = z.object({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  folder: z.boolean(),
  /** Size in the first and in the second sandbox, bytes. */
  before: z.number().optional(),
  after: z.number().optional(),
})
export type FileChange = z.infer<typeof fileChangeSchema>

/** Differences between the files of two sandboxes. */
export const sandboxComparisonSchema = z.object({
  changes: z.array(fileChangeSchema),
  /** Files and folders examined in the second one. */
  files: z.number(),
  /** The list is truncated. */
  isCut: z.boolean(),
})
export type SandboxComparison = z.infer<typeof sandboxComparisonSchema>

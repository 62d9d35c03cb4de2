import { z } from 'zod'

/** Search below a folder, by file name or by content. */
export const fileSearchSchema = z.object({
  path: z.string().min(1),
  what: z.enum(['names', 'contents']),
  text: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^[^\n\0]*$/),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  regex: z.boolean(),
})
export type FileSearch = z.infer<typeof fileSearchSchema>

/** A match; a file name match has no line. */
const fileMatchSchema = z.object({
  path: z.string(),
  /** From 1. */
  line: z.number(),
  column: z.number(),
  /** The line, or the part around the match. */
  text: z.string(),
})
export type FileMatch = z.infer<typeof fileMatchSchema>

export const fileSearchUpdateSchema = z.object({
  /** Matches since the last progress report. */
  matches: z.array(fileMatchSchema),
  looked: z.number(),
  total: z.number(),
})
export type FileSearchUpdate = z.infer<typeof fileSearchUpdateSchema>

export const fileSearchEndSchema = z.object({
  files: z.number(),
  /** Skipped files: too large, or binary. */
  large: z.number(),
  binary: z.number(),
  /** Results are truncated. */
  isCut: z.boolean(),
})
export type FileSearchEnd = z.infer<typeof fileSearchEndSchema>

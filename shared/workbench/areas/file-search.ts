import { z } from 'zod'

/** What is looked for below a folder, in names or in contents. */
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

/** A match; a name has no line. */
export const fileMatchSchema = z.object({
  path: z.string(),
  /** From 1 on. */
  line: z.number(),
  column: z.number(),
  /** The line, or the part of it around the match. */
  text: z.string(),
})
export type FileMatch = z.infer<typeof fileMatchSchema>

export const fileSearchNewsSchema = z.object({
  /** Those found since the last news. */
  matches: z.array(fileMatchSchema),
  looked: z.number(),
  total: z.number(),
})
export type FileSearchNews = z.infer<typeof fileSearchNewsSchema>

export const fileSearchEndSchema = z.object({
  files: z.number(),
  /** Files that were left out: too large, or no text. */
  large: z.number(),
  binary: z.number(),
  /** There may be more matches. */
  isCut: z.boolean(),
})
export type FileSearchEnd = z.infer<typeof fileSearchEndSchema>

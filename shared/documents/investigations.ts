import { z } from 'zod'
import { cellSchema, MAX_CELLS, titleSchema } from '../investigations/cell.ts'
import { defineCollection, defineDocument } from './define.ts'

const investigationSchema = z.object({
  title: titleSchema,
  cells: z.array(cellSchema).max(MAX_CELLS),
})
export type Investigation = z.infer<typeof investigationSchema>

export const investigations = defineCollection({
  collection: 'investigations',
  schema: investigationSchema,
})

const entrySchema = z.object({
  id: z.string(),
  title: z.string(),
  /** When it was created or opened from a file; Unix milliseconds. */
  at: z.number(),
})

/** Index of investigations, newest first, so that listing does not read each one. */
export const investigationList = defineDocument({
  collection: 'investigation-list',
  id: 'list',
  schema: z.array(entrySchema),
  initial: [],
})

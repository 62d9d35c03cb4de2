import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../model/json.ts'
import { defineCollection } from './define.ts'

/** What can be drafted. */
export const ITEM_TYPES = ['element', 'entity', 'relation'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** One thing that is being edited. Its text is the truth; the form is a view of it. */
const itemSchema = z.object({
  id: z.string(),
  type: z.enum(ITEM_TYPES),
  /** As the server had it when it was read; absent for what is new. */
  before: z.custom<JsonObject>(isJsonObject).optional(),
  text: z.string(),
  /** To be marked as gone instead of written; entities and relations only. */
  expire: z.boolean().optional(),
})
export type DraftItem = Readonly<z.infer<typeof itemSchema>>

/** A draft as what it takes to come from the one next to it, on the side of the present. */
const stepSchema = z.object({
  /** Its items' ids, in order; absent where they are its neighbour's. */
  order: z.array(z.string()).optional(),
  /** Those that its neighbour has not, or has otherwise. */
  differ: z.array(itemSchema),
})
export type Step = z.infer<typeof stepSchema>

const keptDraftSchema = z.object({
  version: z.literal(1),
  draft: z.object({ items: z.array(itemSchema) }),
  /** The item that was open last. */
  selected: z.string().optional(),
  /** The last attempt to send, so that the same again carries the same idempotency key. */
  attempt: z.object({ key: z.string(), of: z.string() }).optional(),
  /** The way back and forth, the nearest step first; one that cannot be read costs the steps, not the draft. */
  history: z
    .object({ past: z.array(stepSchema), future: z.array(stepSchema) })
    .catch({ past: [], future: [] }),
  /** What was changed last and when (Unix ms), so that typing is undone by the stretch, not by the letter. */
  last: z.object({ what: z.string(), at: z.number() }).optional(),
})
export type KeptDraft = z.infer<typeof keptDraftSchema>

/** What is being written for a workspace of a server, and not sent yet. */
export const draftsCollection = defineCollection({
  collection: 'drafts',
  version: 1,
  schema: keptDraftSchema,
})

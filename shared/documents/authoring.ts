import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../model/json.ts'
import { defineCollection } from './define.ts'

/** Kinds of items that a draft can contain. */
export const ITEM_TYPES = ['element', 'entity', 'relation'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** An item being edited. The text is authoritative; the form is a view of it. */
const itemSchema = z.object({
  id: z.string(),
  type: z.enum(ITEM_TYPES),
  /** The server's version when it was read; absent for a new item. */
  before: z.custom<JsonObject>(isJsonObject).optional(),
  text: z.string(),
  /** Expire the item instead of writing it; entities and relations only. */
  expire: z.boolean().optional(),
  /** Taken back or removed on the server: a change again that is only sent if the user chooses it. */
  unasked: z.boolean().optional(),
  /** The reverse of what was sent, offered by undo. */
  reverses: z.boolean().optional(),
})
export type DraftItem = Readonly<z.infer<typeof itemSchema>>

/** An undo step, stored as the difference from the neighbouring step that is closer to the present. */
const stepSchema = z.object({
  /** Ids of its items in order; absent if the same as the neighbour's. */
  order: z.array(z.string()).optional(),
  /** Items that the neighbour lacks or that differ from it. */
  differ: z.array(itemSchema),
  /** Set if these items were sent: undo offers the reverse writes. */
  sent: z.boolean().optional(),
})
export type Step = z.infer<typeof stepSchema>

const storedDraftSchema = z.object({
  version: z.literal(1),
  draft: z.object({ items: z.array(itemSchema) }),
  /** The last selected item. */
  selected: z.string().optional(),
  /** The last attempt to send, so that a retry uses the same idempotency key. */
  attempt: z.object({ key: z.string(), of: z.string() }).optional(),
  /** Undo and redo steps, nearest first. Unreadable steps are dropped without losing the draft. */
  history: z
    .object({ past: z.array(stepSchema), future: z.array(stepSchema) })
    .catch({ past: [], future: [] }),
  /** The last edited field and when (Unix ms), to merge consecutive typing into one undo step. */
  last: z.object({ what: z.string(), at: z.number() }).optional(),
})
export type StoredDraft = z.infer<typeof storedDraftSchema>

/** Unsent changes to a workspace of a server. */
export const draftsCollection = defineCollection({
  collection: 'drafts',
  version: 1,
  schema: storedDraftSchema,
})

import type { StoredDraft } from '#shared/documents/authoring.ts'
import type { JsonObject } from '#shared/model/json.ts'
import { saysTheSame } from './after-sending.ts'
import { stateOf, type DraftItem } from './draft.ts'
import { rewriteYaml } from './yaml-text.ts'

/** A version that an item was compared with, and what the server has instead; undefined if it is gone. */
export interface Held {
  readonly before: JsonObject
  readonly now: JsonObject | undefined
}

const isSame = (item: DraftItem, a: JsonObject | undefined, b: JsonObject | undefined): boolean =>
  a === undefined || b === undefined ? a === b : saysTheSame(item.type, a, b)

/** Whether the server has again what it had before this item was sent, as after its model was restored. */
function isTakenBack({ history }: StoredDraft, item: DraftItem, now: JsonObject | undefined): boolean {
  const sent = history.past.find((step) => step.sent === true && step.differ.some(({ id }) => id === item.id))
  const was = sent?.differ.find(({ id }) => id === item.id)
  return was !== undefined && isSame(item, was.before, now)
}

/**
 * Compares an item with what the server has now. Changes of the user keep the version that they were made on, so that the review
 * can say that it has moved. What was sent and taken back is a change again; what was only opened follows the server.
 */
function compared(stored: StoredDraft, item: DraftItem, { before, now }: Held): DraftItem {
  const { before: known, ...rest } = item
  // Sent, or opened again, meanwhile.
  if (known === undefined || !isSame(item, known, before)) return item
  if (item.expire || isSame(item, known, now)) return item
  if (now === undefined) return rest
  if (stateOf(item) !== 'same') return item
  return isTakenBack(stored, item, now)
    ? { ...item, before: now }
    : { ...item, before: now, text: rewriteYaml(item.text, now) }
}

/** A draft compared with what the server has now, by item. Not a step of its own: it changes nothing that the user did. */
export function refreshed(stored: StoredDraft, held: ReadonlyMap<string, Held>): StoredDraft {
  const items = stored.draft.items.map((item) => {
    const versions = held.get(item.id)
    return versions ? compared(stored, item, versions) : item
  })
  if (items.every((item, place) => item === stored.draft.items[place])) return stored
  // A sending that was taken back is no longer a step: undo must not offer to reverse it.
  const past = stored.history.past.filter(
    (step) =>
      !step.sent ||
      step.order !== undefined ||
      !step.differ.every((was) => {
        const versions = held.get(was.id)
        return versions !== undefined && isSame(was, was.before, versions.now)
      }),
  )
  return { ...stored, draft: { items }, history: { ...stored.history, past } }
}

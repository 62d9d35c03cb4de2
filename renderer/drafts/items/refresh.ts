import type { Step, StoredDraft } from '#shared/documents/authoring.ts'
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

/** Whether the server has again what it had before one of these sendings of an item, as after its model was restored. */
function isTakenBack(past: readonly Step[], item: DraftItem, now: JsonObject | undefined): boolean {
  const sent = past.flatMap((step) => (step.sent ? step.differ.filter(({ id }) => id === item.id) : []))
  return sent.some(({ before }) => isSame(item, before, now))
}

/**
 * Compares an item with what the server has now. Changes of the user keep the version that they were made on, so that the review
 * can say that it has moved. What was sent and taken back, or is gone, is a change again that nobody asked for; what was only
 * opened follows the server.
 */
function compared({ history }: StoredDraft, item: DraftItem, { before, now }: Held): DraftItem {
  const { before: known, ...rest } = item
  // Sent, or opened again, meanwhile.
  if (known === undefined || !isSame(item, known, before)) return item
  if (item.expire || isSame(item, known, now)) return item
  if (now === undefined) return { ...rest, unasked: true }
  if (stateOf(item) !== 'same') return item
  return isTakenBack(history.past, item, now)
    ? { ...item, before: now, unasked: true }
    : { ...item, before: now, text: rewriteYaml(item.text, now) }
}

/** A draft compared with what the server has now, by item. Not a step of its own: it changes nothing that the user did. */
export function refreshed(stored: StoredDraft, held: ReadonlyMap<string, Held>): StoredDraft {
  const items = stored.draft.items.map((item) => {
    const versions = held.get(item.id)
    return versions ? compared(stored, item, versions) : item
  })
  if (items.every((item, place) => item === stored.draft.items[place])) return stored
  const { past } = stored.history
  // A sending that was taken back is no longer a step: undo must not offer to reverse it.
  const left = past.filter(
    (step, place) =>
      !step.sent ||
      step.order !== undefined ||
      !step.differ.every((was) => {
        const versions = held.get(was.id)
        return versions !== undefined && isTakenBack(past.slice(place), was, versions.now)
      }),
  )
  return { ...stored, draft: { items }, history: { ...stored.history, past: left } }
}

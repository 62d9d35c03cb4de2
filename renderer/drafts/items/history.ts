import type { StoredDraft, Step } from '#shared/documents/authoring.ts'
import type { Draft, DraftItem } from './draft.ts'
import { reversal } from './reversal.ts'

/** Maximum undo steps. */
const MAX_STEPS = 200
/** Maximum characters of all undo steps; the oldest are dropped first. */
const MAX_CHARACTERS = 1_000_000
/** What a commit after sending is of. */
export const SENT = 'sent'
/** Changes of the same item within this time are merged into one step. */
const ONE_STEP_MS = 1000

export const noDraft: StoredDraft = {
  version: 1,
  draft: { items: [] },
  history: { past: [], future: [] },
}

/** Items are immutable and compared by identity; a step then costs little more than its ids. */
function stepTo(draft: Draft, neighbour: Draft): Step {
  const there = new Map(neighbour.items.map((item) => [item.id, item]))
  const order = draft.items.map(({ id }) => id)
  const isSameOrder =
    order.length === neighbour.items.length && order.every((id, at) => neighbour.items[at]?.id === id)
  return {
    order: isSameOrder ? undefined : order,
    differ: draft.items.filter((item) => there.get(item.id) !== item),
  }
}

/** The draft a step leads to; undefined if the file was edited by hand and an item is missing. */
function follow({ order, differ }: Step, neighbour: Draft): { items: DraftItem[] } | undefined {
  const known = new Map([...neighbour.items, ...differ].map((item) => [item.id, item]))
  const items = (order ?? neighbour.items.map(({ id }) => id)).map((id) => known.get(id))
  return items.every((item) => item !== undefined) ? { items } : undefined
}

const sizes = new WeakMap<Step, number>()

function sizeOf(step: Step): number {
  const size = sizes.get(step) ?? JSON.stringify(step).length
  sizes.set(step, size)
  return size
}

/** The steps within the limits, nearest first. */
function bounded(steps: readonly Step[], maxCharacters: number): Step[] {
  let left = maxCharacters
  const recent = steps.slice(0, MAX_STEPS)
  const tooFar = recent.findIndex((step) => (left -= sizeOf(step)) < 0)
  return tooFar < 0 ? recent : recent.slice(0, tooFar)
}

/** Commits a new draft state. `what` identifies the changed item; without a change nothing happens. */
export function commit(
  stored: StoredDraft,
  next: Draft,
  what: string,
  at: number,
  maxCharacters = MAX_CHARACTERS,
): StoredDraft {
  const { draft, history, last } = stored
  if (next === draft) return stored
  const [nearest, ...others] = history.past
  const isSameStep = last?.what === what && at - last.at < ONE_STEP_MS
  const base = isSameStep && nearest ? follow(nearest, draft) : undefined
  const sent = what === SENT ? { sent: true } : {}
  const past = base
    ? [{ ...stepTo(base, next), ...sent }, ...others]
    : [{ ...stepTo(draft, next), ...sent }, ...history.past]
  return {
    ...stored,
    draft: { items: [...next.items] },
    history: { past: bounded(past, maxCharacters), future: [] },
    last: { what, at },
  }
}

/** The draft that takes back what was sent in the last step; the same items where nothing can be taken back. */
function reversed({ draft, history }: StoredDraft): Draft | undefined {
  const [nearest] = history.past
  const was = nearest?.sent ? follow(nearest, draft) : undefined
  return was && reversal(was, draft)
}

/** Whether undo has nothing to offer, since only new elements were sent: they cannot be deleted. */
export function isIrreversible(stored: StoredDraft): boolean {
  const reverse = reversed(stored)
  return reverse !== undefined && isSame(reverse, stored.draft)
}

const isSame = (a: Draft, b: Draft): boolean =>
  a.items.length === b.items.length && a.items.every((item, at) => item === b.items[at])

/**
 * Undoes one step. A damaged step ends the history. What was sent is on the server: undo offers the reverse writes instead, and
 * ends there, since earlier drafts were made for another state of the server.
 */
export function undo(stored: StoredDraft): StoredDraft {
  const { past, future } = stored.history
  const reverse = reversed(stored)
  if (reverse) {
    if (isSame(reverse, stored.draft)) return stored
    const draft = { items: [...reverse.items] }
    return { ...stored, draft, history: { past: [], future: [stepTo(stored.draft, draft)] }, last: undefined }
  }
  const { draft, from, way } = walked(stored.draft, past, future)
  return { ...stored, draft, history: { past: from, future: way }, last: undefined }
}

/** Redoes one step. */
export function redo(stored: StoredDraft): StoredDraft {
  const { past, future } = stored.history
  const { draft, from, way } = walked(stored.draft, future, past)
  return { ...stored, draft, history: { past: way, future: from }, last: undefined }
}

function walked(
  draft: StoredDraft['draft'],
  from: Step[],
  way: Step[],
): { draft: StoredDraft['draft']; from: Step[]; way: Step[] } {
  const [nearest, ...others] = from
  const there = nearest && follow(nearest, draft)
  return there
    ? { draft: there, from: others, way: [stepTo(draft, there), ...way] }
    : { draft, from: [], way }
}

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
  if (what === SENT) return commitSent(stored, next, maxCharacters)
  const [nearest, ...others] = history.past
  const isSameStep = last?.what === what && at - last.at < ONE_STEP_MS
  const base = isSameStep && nearest ? follow(nearest, draft) : undefined
  const past = base ? [stepTo(base, next), ...others] : [stepTo(draft, next), ...history.past]
  return {
    ...stored,
    draft: { items: [...next.items] },
    history: { past: bounded(past, maxCharacters), future: [] },
    last: { what, at },
  }
}

const isSent = (step: Step): boolean => step.sent === true

/** Notes what was sent. The reverse of an earlier sending is no step of its own: undo goes on to the sending before that. */
function commitSent(stored: StoredDraft, next: Draft, maxCharacters: number): StoredDraft {
  const step = stepTo(stored.draft, next)
  const own = step.differ.filter(({ reverses }) => reverses !== true)
  const isOwn = own.length === step.differ.length
  const past = isOwn
    ? [{ ...step, sent: true }, ...stored.history.past]
    : [
        ...(own.length > 0 ? [{ differ: own, sent: true }] : []),
        // Drafts between the sendings were made for another state of the server.
        ...stored.history.past.filter(isSent),
      ]
  return {
    ...stored,
    draft: { items: [...next.items] },
    history: { past: bounded(past, maxCharacters), future: [] },
    last: undefined,
  }
}

/** What undo takes back of what was sent. */
interface Reversed {
  readonly draft: Draft
  /** Sendings before it. */
  readonly past: Step[]
}

/**
 * The draft that takes back the latest sending that can be taken back, if the last step was one; undefined if that was another
 * step. Sendings of new elements alone are passed over.
 */
function reversed({ draft, history }: StoredDraft): Reversed | undefined {
  if (history.past[0]?.sent !== true) return undefined
  const sent = history.past.filter(isSent)
  for (const [place, { differ }] of sent.entries()) {
    const reverse = reversal(differ, draft)
    if (reverse !== draft) return { draft: reverse, past: sent.slice(place + 1) }
  }
  return { draft, past: [] }
}

/** What undo would prepare to write, if it takes back what was sent; undefined if the last step was another. */
export function takenBack(stored: StoredDraft): readonly DraftItem[] | undefined {
  const reverse = reversed(stored)
  return reverse?.draft.items.filter((item) => !stored.draft.items.includes(item))
}

/**
 * Undoes one step. A damaged step ends the history. What was sent is on the server: undo offers the reverse writes instead, and
 * goes on with the sending before, since drafts between them were made for another state of the server.
 */
export function undo(stored: StoredDraft): StoredDraft {
  const { past, future } = stored.history
  const reverse = reversed(stored)
  if (reverse) {
    if (reverse.draft === stored.draft) return stored
    const draft = { items: [...reverse.draft.items] }
    const history = { past: reverse.past, future: [stepTo(stored.draft, draft)] }
    return { ...stored, draft, history, last: undefined }
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

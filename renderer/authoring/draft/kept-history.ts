import { z } from 'zod'
import { draftItemSchema, type Draft, type DraftItem } from './draft.ts'
import { historyOf, type History } from './history.ts'

/** Characters of all steps together; the farthest are let go first. */
const MOST = 1_000_000

/** A draft as what it takes to come from the one next to it, on the side of the present. */
const stepSchema = z.object({
  /** Its items' ids, in order; absent where they are its neighbour's. */
  order: z.array(z.string()).optional(),
  /** Those that its neighbour has not, or has otherwise. */
  differ: z.array(draftItemSchema),
})
type Step = z.infer<typeof stepSchema>

/** The way back and forth, the nearest step first. */
export const keptHistorySchema = z.object({ past: z.array(stepSchema), future: z.array(stepSchema) })
export type KeptHistory = z.infer<typeof keptHistorySchema>

/** Items are immutable, so one that is the same object is the same item; a step then costs little more than its ids. */
function stepTo(draft: Draft, neighbour: Draft): Step {
  const there = new Map(neighbour.items.map((item) => [item.id, item]))
  const order = draft.items.map(({ id }) => id)
  const same =
    order.length === neighbour.items.length && order.every((id, at) => neighbour.items[at]?.id === id)
  return {
    ...(same ? {} : { order }),
    differ: draft.items.filter((item) => there.get(item.id) !== item),
  }
}

/** The draft a step leads to; nothing when a hand has changed the file so that an item is missing. */
function follow(step: Step, neighbour: Draft): Draft | undefined {
  const known = new Map<string, DraftItem>(
    [...neighbour.items, ...step.differ].map((item) => [item.id, item]),
  )
  const items = (step.order ?? neighbour.items.map(({ id }) => id)).map((id) => known.get(id))
  return items.every((item) => item !== undefined) ? { items } : undefined
}

function pack(drafts: readonly Draft[], present: Draft, budget: number): { steps: Step[]; left: number } {
  const steps: Step[] = []
  let left = budget
  let neighbour = present
  for (const draft of drafts) {
    const step = stepTo(draft, neighbour)
    left -= JSON.stringify(step).length
    if (left < 0) break
    steps.push(step)
    neighbour = draft
  }
  return { steps, left }
}

function unpack(steps: readonly Step[], present: Draft): Draft[] {
  const drafts: Draft[] = []
  let neighbour = present
  for (const step of steps) {
    const draft = follow(step, neighbour)
    if (draft === undefined) break
    drafts.push(draft)
    neighbour = draft
  }
  return drafts
}

/** The steps of a history as they are written down, beside its present. */
export function keepHistory({ past, present, future }: History<Draft>, most = MOST): KeptHistory {
  const back = pack(past.toReversed(), present, most)
  const forth = pack(future, present, back.left)
  return { past: back.steps, future: forth.steps }
}

/** The history again. */
export function restoreHistory(present: Draft, kept: KeptHistory | undefined): History<Draft> {
  if (kept === undefined) return historyOf(present)
  return {
    past: unpack(kept.past, present).toReversed(),
    present,
    future: unpack(kept.future, present),
  }
}

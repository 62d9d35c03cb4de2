import type { JsonObject } from '#shared/model/json.ts'
import { changeItem, withoutItem, type Draft, type DraftItem } from './draft.ts'
import type { Outcome } from './send-plan.ts'
import { equalJson, parseYaml, toYaml } from './yaml-text.ts'

const METHOD = '__method__'

/** An item as it is reviewed: beside what the server has at this moment. */
export interface Reviewed {
  readonly item: DraftItem
  /** Undefined: not there. */
  readonly now: JsonObject | undefined
  /** The server has something else than when the item was opened. */
  readonly moved: boolean
  /** It says what the server says already. */
  readonly nothing: boolean
}

/** The same content; whether a payload says Create or Update is how it is sent, not what it says. */
function saysTheSame(a: JsonObject, b: JsonObject): boolean {
  const plain = (value: JsonObject): JsonObject =>
    METHOD in value ? { ...value, [METHOD]: 'Update' } : value
  return equalJson(plain(a), plain(b))
}

/** Compares an item with what the server has now. */
export function reviewed(item: DraftItem, now: JsonObject | undefined): Reviewed {
  const parsed = parseYaml(item.text)
  return {
    item,
    now,
    moved: item.before !== undefined ? !equalJson(item.before, now) : now !== undefined,
    nothing: !item.expire && parsed.ok && now !== undefined && saysTheSame(parsed.value, now),
  }
}

/** What was created is there now: the next change of it is an update (docs/model-service.md#writes). */
export function written(text: string, value: JsonObject): Pick<DraftItem, 'text' | 'before'> {
  if (value[METHOD] !== 'Create') return { text, before: value }
  const before = { ...value, [METHOD]: 'Update' }
  const replaced = text.replace(/(__method__["']?\s*:\s*["']?)Create\b/, '$1Update')
  const parsed = parseYaml(replaced)
  return { text: parsed.ok && equalJson(parsed.value, before) ? replaced : toYaml(before), before }
}

/** What was accepted is what the server has now; what ended is done with. */
export function afterSending(draft: Draft, outcomes: ReadonlyMap<string, Outcome>): Draft {
  return draft.items.reduce((next, item) => {
    if (outcomes.get(item.id)?.state !== 'accepted') return next
    const parsed = parseYaml(item.text)
    if (item.expire) return withoutItem(next, item.id)
    return parsed.ok ? changeItem(next, item.id, written(item.text, parsed.value)) : next
  }, draft)
}

/** What a look at the server says of items whose answer was lost: it has them, or they can be sent again. */
export function settle(
  outcomes: ReadonlyMap<string, Outcome>,
  found: readonly Reviewed[],
): ReadonlyMap<string, Outcome> {
  const next = new Map(outcomes)
  for (const { item, now, nothing } of found) {
    if (outcomes.get(item.id)?.state !== 'unknown') continue
    const done = item.expire ? now === undefined : nothing
    if (done) next.set(item.id, { state: 'accepted' })
    else next.delete(item.id)
  }
  for (const [id, { state }] of next) if (state === 'held') next.delete(id)
  return next
}

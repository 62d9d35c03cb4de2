import type { JsonObject } from '#shared/model/json.ts'
import type { ItemType } from '#shared/documents/authoring.ts'
import { changeItem, keyOfValue, withoutItem, type Draft, type DraftItem } from './draft.ts'
import type { Outcome } from './send-plan.ts'
import { equalJson, parseYaml, toYaml } from './yaml-text.ts'

const METHOD = '__method__'

/** An item under review, with the server's current version. */
export interface Reviewed {
  readonly item: DraftItem
  /** Undefined: does not exist. */
  readonly now: JsonObject | undefined
  /** The server's version changed since the item was opened. */
  readonly moved: boolean
  /** Identical to the server's version. */
  readonly nothing: boolean
}

/** An element with the key that it may have in its metadata alone. */
function withKey(value: JsonObject): JsonObject {
  const [domain = '', ...rest] = keyOfValue('element', value).split('/')
  return { ...value, domain, name: rest.slice(0, -1).join('/') }
}

/**
 * Compares content. Not part of it are a payload's Create or Update method, and where an element has its key: the server names
 * it on top, too.
 */
export function saysTheSame(type: ItemType, a: JsonObject, b: JsonObject): boolean {
  const plain = (value: JsonObject): JsonObject =>
    type === 'element' ? withKey(value) : METHOD in value ? { ...value, [METHOD]: 'Update' } : value
  return equalJson(plain(a), plain(b))
}

/** Compares an item with the server's current version. */
export function reviewed(item: DraftItem, now: JsonObject | undefined): Reviewed {
  const parsed = parseYaml(item.text)
  return {
    item,
    now,
    moved:
      item.before === undefined || now === undefined
        ? item.before !== now
        : !saysTheSame(item.type, item.before, now),
    nothing: !item.expire && parsed.ok && now !== undefined && saysTheSame(item.type, parsed.value, now),
  }
}

/** A created item now exists: its next change is an update (docs/model-service.md#writes). */
export function written(text: string, value: JsonObject): Pick<DraftItem, 'text' | 'before'> {
  if (value[METHOD] !== 'Create') return { text, before: value }
  const before = { ...value, [METHOD]: 'Update' }
  const replaced = text.replace(/(__method__["']?\s*:\s*["']?)Create\b/, '$1Update')
  const parsed = parseYaml(replaced)
  return { text: parsed.ok && equalJson(parsed.value, before) ? replaced : toYaml(before), before }
}

/** Accepted items with the version that they replaced, which undo offers again; a new item may have replaced one, too. */
export function replacing(
  draft: Draft,
  outcomes: ReadonlyMap<string, Outcome>,
  found: readonly Reviewed[],
): Draft {
  const accepted = found.filter(
    ({ item, now }) =>
      outcomes.get(item.id)?.state === 'accepted' && now !== undefined && !equalJson(item.before, now),
  )
  return accepted.reduce((next, { item, now }) => changeItem(next, item.id, { before: now }), draft)
}

/** Accepted items become the server's version; expired ones are removed. */
export function afterSending(draft: Draft, outcomes: ReadonlyMap<string, Outcome>): Draft {
  return draft.items.reduce((next, item) => {
    if (outcomes.get(item.id)?.state !== 'accepted') return next
    const parsed = parseYaml(item.text)
    if (item.expire) return withoutItem(next, item.id)
    return parsed.ok ? changeItem(next, item.id, written(item.text, parsed.value)) : next
  }, draft)
}

/** Resolves items whose answer was lost: the server has them, or they can be resent. */
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

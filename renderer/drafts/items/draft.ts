import { elementKey } from '#shared/model/element.ts'
import { isJsonObject, type JsonObject } from '#shared/model/json.ts'
import type { DraftItem, ItemType } from '#shared/documents/authoring.ts'
import { equalJson, parseYaml, toYaml } from './yaml-text.ts'

export type { DraftItem }

export interface Draft {
  readonly items: readonly DraftItem[]
}

/** State of an item: `broken` is invalid YAML, `same` equals the server's version. */
export type ItemState = 'new' | 'changed' | 'expire' | 'same' | 'broken'

export function stateOf(item: DraftItem): ItemState {
  if (item.expire) return 'expire'
  const parsed = parseYaml(item.text)
  if (!parsed.ok) return 'broken'
  if (item.before === undefined) return 'new'
  return equalJson(parsed.value, item.before) ? 'same' : 'changed'
}

export function changedItems(draft: Draft): readonly DraftItem[] {
  return draft.items.filter((item) => stateOf(item) !== 'same')
}

const textAt = (value: JsonObject, name: string): string => {
  const member = value[name]
  return typeof member === 'string' ? member : ''
}

/** A value's stable key on the server; missing parts are empty. */
export function keyOfValue(type: ItemType, value: JsonObject): string {
  const at = (name: string): string => textAt(value, name)
  if (type === 'element') {
    const metadata = isJsonObject(value['metadata']) ? value['metadata'] : {}
    const name = textAt(metadata, 'name') || at('name')
    const domain =
      textAt(metadata, 'domain') || at('domain') || (name.includes('.') ? (name.split('.')[0] ?? '') : '')
    return elementKey({ domain, name, kind: at('kind') })
  }
  const end = (side: string): string =>
    [`__${side}domain__`, `__${side}entity_type__`, `__${side}entity_id__`].map(at).join('/')
  return type === 'entity' ? end('') : `${end('src_')}/${at('__relation_type__')}/${end('dest_')}`
}

/** An item's current key; undefined if its text is invalid YAML and it was never read. */
export function keyOfItem(item: DraftItem): string | undefined {
  const parsed = parseYaml(item.text)
  if (parsed.ok) return keyOfValue(item.type, parsed.value)
  return item.before && keyOfValue(item.type, item.before)
}

/** Infers the type of an object from its members. */
export function typeOfValue(value: JsonObject): ItemType | undefined {
  if ('__src_domain__' in value || '__relation_type__' in value) return 'relation'
  if ('__entity_id__' in value || '__entity_type__' in value) return 'entity'
  return typeof value['kind'] === 'string' ? 'element' : undefined
}

/** The display name in a row, if it has one. */
export function nameOf(row: JsonObject): string | undefined {
  const name = row['display_name'] ?? row['name']
  return typeof name === 'string' && !('kind' in row) ? name : undefined
}

/** Creates an unchanged item for an object of the server. */
export function itemOf(id: string, type: ItemType, before: JsonObject): DraftItem {
  return { id, type, before, text: toYaml(before) }
}

export function withItem(draft: Draft, item: DraftItem): Draft {
  return { items: [...draft.items, item] }
}

export function withoutItem(draft: Draft, id: string): Draft {
  return { items: draft.items.filter((item) => item.id !== id) }
}

/** An item without its marks: what the user changed is asked for, and no longer the reverse of anything. */
const unmarked = ({ unasked: _unasked, reverses: _reverses, ...item }: DraftItem): DraftItem => item

export function changeItem(draft: Draft, id: string, change: Partial<Omit<DraftItem, 'id'>>): Draft {
  const isAsked = change.text !== undefined || change.expire !== undefined
  return {
    items: draft.items.map((item) =>
      item.id === id ? { ...(isAsked ? unmarked(item) : item), ...change } : item,
    ),
  }
}

export function findByKey(draft: Draft, type: ItemType, key: string): DraftItem | undefined {
  return draft.items.find(
    (item) =>
      item.type === type &&
      (keyOfItem(item) === key || (item.before !== undefined && keyOfValue(type, item.before) === key)),
  )
}

/** The ends and type of a new relation or link; the type may be open. */
export interface NewLink {
  readonly of: 'model' | 'runtime'
  readonly source: string
  readonly target: string
  readonly type: string
}

import { isEntityId } from '#shared/model/entity.ts'
import { kindName } from '../../graph/scene/kind-name.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Text } from '../../i18n/text.ts'
import { keyOfItem, type DraftItem, type ItemState } from '../items/draft.ts'
import { parseYaml } from '../items/yaml-text.ts'

/** Badge tone by state. */
export const STATE_TONES = {
  new: 'good',
  changed: 'accent',
  expire: 'warning',
  same: 'neutral',
  broken: 'bad',
} as const satisfies Record<ItemState, string>

const shortId = (id: string): string => (isEntityId(id) ? `${id.slice(0, 8)}…` : id)

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** An item's list entry: its name if it has one, with the key below; ends of a relation by their `names`. */
export function itemTitle(
  item: DraftItem,
  t: Text,
  names = NO_NAMES,
): { readonly title: string; readonly note: string } {
  const key = keyOfItem(item)
  const unnamed = t('authoring.unnamed', { type: t(`authoring.type.${item.type}`) })
  if (key === undefined) return { title: unnamed, note: '' }
  const words = keyTitle(item.type, key, unnamed, names)
  const parsed = parseYaml(item.text)
  const name = item.type === 'entity' && parsed.ok ? parsed.value['display_name'] : undefined
  if (typeof name !== 'string' || name === '') return words
  return { title: shownName(name), note: `${words.title} · ${words.note}` }
}

export function keyTitle(
  type: DraftItem['type'],
  key: string,
  unnamed: string,
  names = NO_NAMES,
): { readonly title: string; readonly note: string } {
  const parts = key.split('/')
  const shown = (title: string, note = '') => ({ title: shownName(title) || unnamed, note: shownName(note) })
  if (type === 'element') return shown(parts.slice(1, -1).join('/'), kindName(parts.at(-1) ?? ''))
  // A new one has an id before it has a set; an id alone names nothing.
  if (type === 'entity') return shown(parts[1] === '' ? '' : shortId(parts[2] ?? ''), parts[1])
  const relation = parts.slice(3, -3).join('/')
  const end = (from: number, to?: number): string => {
    const own = parts.slice(from, to)
    return names.get(own.join('/')) ?? shortId(own[2] ?? '')
  }
  const [from, to] = [end(0, 3), end(-3)]
  return shown(relation, from + to === '' ? '' : `${from} → ${to}`)
}

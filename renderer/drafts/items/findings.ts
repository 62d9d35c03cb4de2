import { isEntityId, METHODS } from '#shared/model/entity.ts'
import type { JsonObject } from '#shared/model/json.ts'
import type { Diagnostic } from '#shared/model/validation.ts'
import type { ItemType } from '#shared/documents/authoring.ts'
import { type MessageKey, text } from '../../i18n/text.ts'
import { labelOf } from './form-schemas.ts'
import { stepsOf } from './path.ts'
import { reasonWords } from './reason-words.ts'

/** A finding about an item, at a path; the empty path is the whole item. */
export interface ItemFinding {
  readonly path: string
  readonly message: string
  readonly severity: 'error' | 'warning'
  /** An empty required field; shown only at the field, and less prominently. */
  readonly missing?: boolean
}

export type FindingsById = ReadonlyMap<string, readonly ItemFinding[]>

/** Item ids of each list sent, in the order sent. */
export type SentLists = Readonly<Partial<Record<'elements' | 'entities' | 'relations', readonly string[]>>>

const LIST_PATH = /^(elements|entities|relations)\[(\d+)\]\.?/

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The value at a path of an item. */
const valueAt = (item: JsonObject, path: string): unknown =>
  stepsOf(path, item).reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    item,
  )

/**
 * `kind/domain/name` is the service's combined path for three members (docs/model-service.md#validation);
 * returns those that are missing.
 */
export function pathsOf(
  path: string,
  item: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  if (path !== 'kind/domain/name') return [path]
  return ['kind', 'domain', 'name'].filter((name) => item === undefined || isEmpty(item[name]))
}

/** Maps findings about the sent lists to items, with paths inside each item. */
export function sortFindings(
  findings: readonly Diagnostic[],
  sent: SentLists,
  severity: ItemFinding['severity'],
  items: ReadonlyMap<string, JsonObject> = new Map(),
): Map<string, ItemFinding[]> {
  const sorted = new Map<string, ItemFinding[]>()
  for (const { field, reason } of findings) {
    const [whole = '', list, index] = LIST_PATH.exec(field) ?? []
    const id = sent[list as keyof SentLists]?.[Number(index)]
    if (id === undefined) continue
    const own = field.slice(whole.length)
    const item = items.get(id)
    const known = sorted.get(id) ?? []
    const itemFindings = pathsOf(own, item).map((path): ItemFinding => {
      const missing =
        severity === 'error' && path !== '' && item !== undefined && isEmpty(valueAt(item, path))
      const message = missing ? text('authoring.wrong.required') : reasonWords(reason)
      return { path, message, severity, ...(missing ? { missing } : {}) }
    })
    sorted.set(id, [...known, ...itemFindings])
  }
  return sorted
}

/** A finding about a field, which may stand for several members. */
interface FieldFinding extends Pick<ItemFinding, 'message' | 'severity'> {
  readonly label: MessageKey | undefined
  readonly paths: readonly string[]
}

/** One finding where the members of one field have the same. */
export function byField(findings: readonly ItemFinding[]): FieldFinding[] {
  const found = new Map<string, FieldFinding>()
  for (const [place, { path, message, severity }] of findings.entries()) {
    const label = labelOf(path)
    const key = label ? `${severity} ${label} ${message}` : String(place)
    const paths = [...(found.get(key)?.paths ?? []), ...(path === '' ? [] : [path])]
    found.set(key, { label, paths, message, severity })
  }
  return [...found.values()]
}

export function mergeFindings(...parts: readonly FindingsById[]): Map<string, ItemFinding[]> {
  const merged = new Map<string, ItemFinding[]>()
  for (const part of parts)
    for (const [id, list] of part) merged.set(id, [...(merged.get(id) ?? []), ...list])
  return merged
}

const END = (side: string): string[] => [
  `__${side}domain__`,
  `__${side}entity_type__`,
  `__${side}entity_id__`,
]
const TIMES = ['__first_observed_time__', '__last_observed_time__']

/**
 * Checks the rules for payloads (docs/model-service.md#payloads). Servers have no tool for it, so this runs
 * before sending; the server checks again.
 */
export function checkPayload(type: Exclude<ItemType, 'element'>, value: JsonObject): ItemFinding[] {
  const ids = type === 'entity' ? END('') : [...END('src_'), '__relation_type__', ...END('dest_')]
  const found = new Map<string, string>()
  for (const name of [...ids, '__method__', ...TIMES]) {
    const member = value[name]
    if (isEmpty(member)) found.set(name, text('authoring.wrong.required'))
    else if (name.endsWith('entity_id__') && !(typeof member === 'string' && isEntityId(member)))
      found.set(name, text('authoring.wrong.id'))
    else if (name === '__method__' && !METHODS.some((method) => method === member))
      found.set(name, text('authoring.wrong.method', { methods: METHODS.join(', ') }))
    else if (TIMES.includes(name) && !isSeconds(member)) found.set(name, text('authoring.wrong.time'))
    else if (ids.includes(name) && typeof member !== 'string') found.set(name, text('authoring.wrong.text'))
  }
  return [...found].map(([path, message]) => ({
    path,
    message,
    severity: 'error',
    ...(isEmpty(value[path]) ? { missing: true } : {}),
  }))
}

function isSeconds(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value))
}

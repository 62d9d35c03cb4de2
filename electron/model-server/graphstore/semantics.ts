import {
  type EntityRecord,
  type Lifetime,
  type RelationRecord,
  type TimeRange,
  type Tombstone,
  entityKey,
} from '#shared/model/entity.ts'
import { type JsonObject, textOf } from '#shared/model/json.ts'

/** Why one item of a batch was not applied. */
export interface ItemRefusal {
  readonly code: 'ALREADY_EXISTS' | 'NOT_FOUND'
  readonly message: string
}

/** A change as far as the rules are concerned: its requested lifetime. */
type Change = Omit<Lifetime, 'tombstone'>

/**
 * Computes the new state of a record after a change: the table of docs/model-service.md#writes.
 *
 * | method | absent        | alive                          | tombstone             |
 * | Create | stored        | ALREADY_EXISTS                 | stored again          |
 * | Update | stored        | replaced, first observed kept  | the same, revived     |
 * | Expire | NOT_FOUND     | tombstone, properties kept     | again                 |
 * | Delete | NOT_FOUND     | tombstone, hidden permanently  | again                 |
 */
export function applyChange(current: Lifetime | undefined, change: Change): Lifetime | ItemRefusal {
  switch (change.method) {
    case 'Create':
      return current && !current.tombstone
        ? { code: 'ALREADY_EXISTS', message: 'It exists already; use Update to replace it.' }
        : fresh(change)
    case 'Update':
      return fresh(change, current?.firstObserved)
    case 'Expire':
    case 'Delete':
      return current
        ? buried(current, change, change.method === 'Expire' ? 'expired' : 'deleted')
        : { code: 'NOT_FOUND', message: 'There is nothing of this key to end; check the key.' }
  }
}

/** Shared by all records without properties, such as most relations, of which a workspace may have millions. */
const NO_PROPERTIES: JsonObject = Object.freeze({})

/** Returns the properties, or the shared empty object. */
export function compact(properties: JsonObject): JsonObject {
  for (const _name in properties) return properties
  return NO_PROPERTIES
}

/**
 * Copies a lifetime's own members, so that neither keys of a change nor a stored object leak into a record.
 * Always the same seven members in the same order: records of one shape take half the memory and load several
 * times faster.
 */
function fresh(change: Change, firstObserved = change.firstObserved): Lifetime {
  return {
    method: change.method,
    firstObserved,
    lastObserved: change.lastObserved,
    keepAlive: change.keepAlive,
    category: change.category,
    tombstone: undefined,
    properties: compact(change.properties),
  }
}

function buried(current: Lifetime, change: Change, tombstone: Tombstone): Lifetime {
  return {
    method: change.method,
    firstObserved: current.firstObserved,
    lastObserved: change.lastObserved,
    keepAlive: change.keepAlive ?? current.keepAlive,
    category: current.category,
    tombstone,
    properties: current.properties,
  }
}

export function isRefusal(result: Lifetime | ItemRefusal): result is ItemRefusal {
  return 'code' in result
}

/**
 * Whether a record is visible (docs/spl.md#limits). Without a time range: everything but tombstones. With
 * one: deleted rows never; others when first seen before its end and alive after its start, where a living
 * record outlasts its last observation by its keep-alive and an expired one does not.
 */
export function visible(record: Omit<Lifetime, 'properties'>, time: TimeRange | undefined): boolean {
  if (record.tombstone === 'deleted') return false
  if (!time) return record.tombstone === undefined
  if (time.to !== undefined && record.firstObserved >= time.to) return false
  if (time.from === undefined) return true
  const end = record.tombstone ? record.lastObserved : record.lastObserved + (record.keepAlive ?? 0)
  return end > time.from
}

/** Separates the values of a search text, so that no query matches across two values. */
const SEPARATOR = '\n'

/**
 * Returns the text that `query=` searches in an entity: its id and property values, lower-cased. Excludes
 * property names and other system fields, else a query for `service` would find every service.
 */
export function searchText(record: Pick<EntityRecord, 'id' | 'properties'>): string {
  return join(record.id, record.properties)
}

/** Returns the text that `query=` searches in a relation: its type, the keys of its ends and its property values. */
export function relationSearchText(record: RelationRecord): string {
  return join(
    record.type + SEPARATOR + entityKey(record.src) + SEPARATOR + entityKey(record.dest),
    record.properties,
  )
}

function join(head: string, properties: JsonObject): string {
  let text = head
  for (const name in properties) text += SEPARATOR + textOf(properties[name])
  return text.toLowerCase()
}

/** Whether a name matches a filter: exact; a prefix with a trailing `*`; anything if absent, empty or `*`. */
export function nameMatches(pattern: string | undefined, name: string): boolean {
  if (pattern === undefined || pattern === '') return true
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

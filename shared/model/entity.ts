import type { JsonObject } from './json.ts'

/** Write methods; docs/model-service.md#payloads. Case-sensitive on the wire. */
export const METHODS = ['Create', 'Update', 'Expire', 'Delete'] as const
export type Method = (typeof METHODS)[number]

/** `expired` rows reappear when a time range is given; `deleted` ones never do. */
export type Tombstone = 'expired' | 'deleted'

/** Observation times and state, for entities and relations alike. Times are Unix seconds. */
export interface Lifetime {
  readonly method: Method
  readonly firstObserved: number
  readonly lastObserved: number
  readonly keepAlive?: number
  readonly category?: string
  readonly tombstone?: Tombstone
  /** The payload without system fields. */
  readonly properties: JsonObject
}

export interface EntityKey {
  readonly domain: string
  /** Name of the entity set, such as `devops.service`. */
  readonly type: string
  /** 32 lower-case hexadecimal digits. */
  readonly id: string
}

const ENTITY_ID = /^[0-9a-f]{32}$/

/** Whether a text has the form of an entity's id. */
export const isEntityId = (text: string): boolean => ENTITY_ID.test(text)

export interface EntityRecord extends EntityKey, Lifetime {}

/** An entity to write. Times are required unless only a key is expired. */
export interface EntityChange extends EntityKey, Omit<Lifetime, 'tombstone'> {}

/**
 * The stable key `domain/type/id`: determines row order, is the `id` in write results, and the argument of
 * `entity_expire`.
 */
export function entityKey({ domain, type, id }: EntityKey): string {
  return `${domain}/${type}/${id}`
}

const ENTITY_KEY = /^([^/]+)\/([^/]+)\/([^/]+)$/

/** Parses a stable key; undefined if malformed. */
export function parseEntityKey(key: string): EntityKey | undefined {
  const [, domain, type, id] = ENTITY_KEY.exec(key) ?? []
  return domain === undefined || type === undefined || id === undefined ? undefined : { domain, type, id }
}

/** Payload fields used as display name, in order of preference. */
const NAME_FIELDS = ['display_name', '__display_name__', 'title', 'name', 'id'] as const

/** Returns an entity's display name from its payload; undefined if no field contains one. */
export function entityName(payload: { readonly [field: string]: unknown }): string | undefined {
  const names = NAME_FIELDS.map((field) => payload[field])
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}

/** System fields derived from a lifetime, in row order. */
function lifetimeFields(record: Lifetime): JsonObject {
  return {
    __method__: record.method,
    __first_observed_time__: record.firstObserved,
    __last_observed_time__: record.lastObserved,
    ...(record.keepAlive === undefined ? {} : { __keep_alive_seconds__: record.keepAlive }),
    ...(record.category === undefined ? {} : { __category__: record.category }),
    __deleted__: record.tombstone !== undefined,
  }
}

/** The flat payload in rows and in Cypher's `properties()`: system fields first, then the properties. */
export function entityPayload(record: EntityRecord): JsonObject {
  return {
    __domain__: record.domain,
    __entity_type__: record.type,
    __entity_id__: record.id,
    ...lifetimeFields(record),
    ...record.properties,
  }
}

export interface RelationKey {
  readonly src: EntityKey
  readonly type: string
  readonly dest: EntityKey
}

export interface RelationRecord extends RelationKey, Lifetime {}

export interface RelationChange extends RelationKey, Omit<Lifetime, 'tombstone'> {}

/** The stable key `srcDomain/srcType/srcId/relation/destDomain/destType/destId`. */
export function relationKey({ src, type, dest }: RelationKey): string {
  return `${entityKey(src)}/${type}/${entityKey(dest)}`
}

/** Parses a relation's stable key; the relation type may contain slashes, the ends may not. */
export function parseRelationKey(key: string): RelationKey | undefined {
  const parts = key.split('/')
  if (parts.length < 7 || parts.includes('')) return undefined
  const src = parseEntityKey(parts.slice(0, 3).join('/'))
  const dest = parseEntityKey(parts.slice(-3).join('/'))
  if (!src || !dest) return undefined
  return { src, type: parts.slice(3, -3).join('/'), dest }
}

export function relationPayload(record: RelationRecord): JsonObject {
  return {
    __src_domain__: record.src.domain,
    __src_entity_type__: record.src.type,
    __src_entity_id__: record.src.id,
    __relation_type__: record.type,
    __dest_domain__: record.dest.domain,
    __dest_entity_type__: record.dest.type,
    __dest_entity_id__: record.dest.id,
    ...lifetimeFields(record),
    ...record.properties,
  }
}

/** Half-open window in Unix seconds; a missing bound is open. */
export interface TimeRange {
  readonly from?: number
  readonly to?: number
}

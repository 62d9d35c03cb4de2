/** A JSON value, the only kind of property there is. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** What a write does to an entity or a relation (spec §5.3); the words are case-sensitive on the wire. */
export const METHODS = ['Create', 'Update', 'Expire', 'Delete'] as const
export type Method = (typeof METHODS)[number]

/** Where an entity stands: its domain, its type (the entity set's name) and its id of 32 lower-case hex digits. */
export interface EntityRef {
  readonly domain: string
  readonly type: string
  readonly id: string
}

/** When something was seen; unix seconds. Missing times make a row visible at every time (spec §3.8). */
export interface Observed {
  readonly firstObserved: number | null
  readonly lastObserved: number | null
  readonly keepAlive: number | null
}

interface Kept extends Observed {
  /** Stable key: the only id that `entity_expire` takes. */
  readonly key: string
  readonly method: Method
  /** A tombstone: expired, or deleted for good when the method is `Delete`. */
  readonly deleted: boolean
  readonly category: string | null
  /** Everything that is no system field. */
  readonly properties: JsonObject
}

/** A runtime entity as a store keeps it. */
export interface Entity extends Kept, EntityRef {}

/** A runtime relation as a store keeps it. */
export interface Relation extends Kept {
  readonly src: EntityRef
  readonly dest: EntityRef
  readonly type: string
}

/** `domain/type/id` (spec §5.2). */
export function entityKey({ domain, type, id }: EntityRef): string {
  return `${domain}/${type}/${id}`
}

/** `srcDomain/srcType/srcId/relation/destDomain/destType/destId` (spec §5.2). */
export function relationKey(src: EntityRef, type: string, dest: EntityRef): string {
  return `${entityKey(src)}/${type}/${entityKey(dest)}`
}

/** The three parts of an entity key, or nothing when it has another shape. */
export function parseEntityKey(key: string): EntityRef | undefined {
  const parts = key.split('/')
  const [domain, type, id] = parts
  return parts.length === 3 && domain && type && id ? { domain, type, id } : undefined
}

/** The parts of a relation key, or nothing when it has another shape. */
export function parseRelationKey(key: string): { src: EntityRef; type: string; dest: EntityRef } | undefined {
  const parts = key.split('/')
  if (parts.length !== 7 || parts.some((part) => part === '')) return undefined
  const [srcDomain = '', srcType = '', srcId = '', type = '', destDomain = '', destType = '', destId = ''] = parts
  return {
    src: { domain: srcDomain, type: srcType, id: srcId },
    type,
    dest: { domain: destDomain, type: destType, id: destId },
  }
}

/** The ids that stores accept (spec §5.1). */
export const ENTITY_ID = /^[0-9a-f]{32}$/

import { type EntityChange, METHODS, type Method, type RelationChange } from '#shared/model/entity.ts'
import { type Json, type JsonObject, isJsonObject } from '#shared/model/json.ts'

/** Why a payload was refused, and for which field. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError'
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const ENTITY_ID = /^[0-9a-f]{32}$/

const SYSTEM = new Set([
  '__domain__',
  '__entity_type__',
  '__entity_id__',
  '__method__',
  '__first_observed_time__',
  '__last_observed_time__',
  '__keep_alive_seconds__',
  '__category__',
  '__deleted__',
  '__src_domain__',
  '__src_entity_type__',
  '__src_entity_id__',
  '__dest_domain__',
  '__dest_entity_type__',
  '__dest_entity_id__',
  '__relation_type__',
  '__relation_key__',
])

const ENTITY_REQUIRED = [
  '__domain__',
  '__entity_type__',
  '__entity_id__',
  '__method__',
  '__first_observed_time__',
  '__last_observed_time__',
] as const

const RELATION_REQUIRED = [
  '__src_domain__',
  '__src_entity_type__',
  '__src_entity_id__',
  '__dest_domain__',
  '__dest_entity_type__',
  '__dest_entity_id__',
  '__relation_type__',
  '__method__',
  '__first_observed_time__',
  '__last_observed_time__',
] as const

/** Refuses the first missing field; null and the empty text count as missing (docs/model-service.md#payloads). */
function demand(payload: JsonObject, names: readonly string[]): void {
  for (const name of names) {
    const value = payload[name]
    if (value === undefined || value === null || value === '') {
      throw new PayloadError(name, `${name} is missing; every payload needs ${names.join(', ')}.`)
    }
  }
}

function name(payload: JsonObject, field: string): string {
  const value = payload[field]
  if (typeof value === 'string' && !value.includes('/') && value.length <= 512) return value
  throw new PayloadError(
    field,
    `${field} is a text of at most 512 characters without /, since stable keys are made of it.`,
  )
}

function id(payload: JsonObject, field: string): string {
  const value = payload[field]
  if (typeof value === 'string' && ENTITY_ID.test(value)) return value
  throw new PayloadError(
    field,
    `${field} is 32 lower-case hexadecimal digits, such as an MD5 of the key values.`,
  )
}

function method(payload: JsonObject): Method {
  const found = METHODS.find((one) => one === payload['__method__'])
  if (found) return found
  throw new PayloadError('__method__', `__method__ is one of ${METHODS.join(', ')}; letter case counts.`)
}

/** Unix seconds; also accepts a string of digits. */
function seconds(payload: JsonObject, field: string): number {
  const value = payload[field]
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER)
    return number
  throw new PayloadError(field, `${field} is a time in unix seconds.`)
}

function lifetime(payload: JsonObject): Omit<EntityChange, 'domain' | 'type' | 'id'> {
  const keepAlive = payload['__keep_alive_seconds__']
  const category = payload['__category__']
  return {
    method: method(payload),
    firstObserved: seconds(payload, '__first_observed_time__'),
    lastObserved: seconds(payload, '__last_observed_time__'),
    ...(keepAlive === undefined || keepAlive === null || keepAlive === ''
      ? {}
      : { keepAlive: seconds(payload, '__keep_alive_seconds__') }),
    ...(typeof category === 'string' && category !== '' ? { category } : {}),
    properties: Object.fromEntries(Object.entries(payload).filter(([key]) => !SYSTEM.has(key))),
  }
}

function objectOf(payload: Json): JsonObject {
  if (isJsonObject(payload)) return payload
  throw new PayloadError('', 'A payload is an object with system fields such as __domain__.')
}

/** @throws PayloadError for the first missing field, else the id's form, else the method */
export function readEntity(raw: Json): EntityChange {
  const payload = objectOf(raw)
  demand(payload, ENTITY_REQUIRED)
  const entityId = id(payload, '__entity_id__')
  return {
    domain: name(payload, '__domain__'),
    type: name(payload, '__entity_type__'),
    id: entityId,
    ...lifetime(payload),
  }
}

/** @throws PayloadError as {@link readEntity} */
export function readRelation(raw: Json): RelationChange {
  const payload = objectOf(raw)
  demand(payload, RELATION_REQUIRED)
  const end = (side: 'src' | 'dest'): RelationChange['src'] => {
    const endId = id(payload, `__${side}_entity_id__`)
    return {
      domain: name(payload, `__${side}_domain__`),
      type: name(payload, `__${side}_entity_type__`),
      id: endId,
    }
  }
  const type = payload['__relation_type__']
  if (typeof type !== 'string') throw new PayloadError('__relation_type__', '__relation_type__ is a text.')
  return { src: end('src'), dest: end('dest'), type, ...lifetime(payload) }
}

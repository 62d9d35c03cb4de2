import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isJsonObject, type Json, type JsonObject } from '#shared/model/json.ts'

const ID = '__entity_id__'

/** An entity set's rule for generating ids (docs/model-service.md#ids). */
interface IdRule {
  readonly keys: readonly string[]
  /** Empty: the MD5 of the key values. */
  readonly generator: string
}

function ruleOf(set: JsonObject | undefined): IdRule {
  const spec = set && isJsonObject(set['spec']) ? set['spec'] : {}
  const keys = Array.isArray(spec['primary_key_fields']) ? (spec['primary_key_fields'] as Json[]) : []
  const generator = spec['id_generator']
  return {
    keys: keys.filter((key) => typeof key === 'string'),
    generator: typeof generator === 'string' ? generator : '',
  }
}

/** Whether a set has the id made from key fields. */
const isMade = ({ keys, generator }: IdRule): boolean => keys.length > 0 && generator === ''

/** What an entity's id is: made from key fields, equal to one of them, or anything. */
export function originOfId(
  set: JsonObject | undefined,
): { readonly from: 'made' | 'same'; readonly fields: readonly string[] } | undefined {
  const rule = ruleOf(set)
  if (isMade(rule)) return { from: 'made', fields: rule.keys }
  return rule.keys.includes(rule.generator) ? { from: 'same', fields: [rule.generator] } : undefined
}

/** 32 hexadecimal digits, like entity ids (docs/model-service.md#ids). */
const freshId = (): string => crypto.randomUUID().replaceAll('-', '')

/** The id of a new entity of a set, before any field is filled in: none, if it is to be made from fields. */
export const firstId = (set: JsonObject | undefined): string => (isMade(ruleOf(set)) ? '' : freshId())

/** The fields of a set that determine the id. */
export const keyFields = (set: JsonObject | undefined): readonly string[] => ruleOf(set).keys

const isFilled = (value: Json | undefined): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

/**
 * Computes an entity's id from its fields; undefined if they are incomplete, or the set has its own
 * expression.
 */
function idFrom(rule: IdRule, entity: JsonObject): string | undefined {
  if (!isMade(rule)) return undefined
  const values = rule.keys.map((key) => entity[key])
  return values.every(isFilled) ? bytesToHex(md5(utf8ToBytes(values.map(String).join('#$#')))) : undefined
}

const SET = ['__domain__', '__entity_type__'] as const

/**
 * Updates a new entity's id after a change of its key fields or of its set. A typed id stays until a key changes; if
 * a field is itself the id, both are kept equal.
 */
export function withId(set: JsonObject | undefined, before: JsonObject, after: JsonObject): JsonObject {
  const isOther = set !== undefined && SET.some((member) => before[member] !== after[member])
  const isUnfit = isOther && (isMade(ruleOf(set)) || after[ID] === '')
  return ofKeys(set, before, isUnfit ? { ...after, [ID]: idFrom(ruleOf(set), after) ?? firstId(set) } : after)
}

function ofKeys(set: JsonObject | undefined, before: JsonObject, after: JsonObject): JsonObject {
  const rule = ruleOf(set)
  const { generator } = rule
  if (rule.keys.includes(generator)) {
    if (isFilled(after[generator]) && after[generator] !== before[generator])
      return { ...after, [ID]: after[generator] }
    return isFilled(after[ID]) && after[generator] !== after[ID]
      ? { ...after, [generator]: after[ID] }
      : after
  }
  const changed = rule.keys.some((key) => before[key] !== after[key])
  const id = changed ? idFrom(rule, after) : undefined
  return id === undefined ? after : { ...after, [ID]: id }
}

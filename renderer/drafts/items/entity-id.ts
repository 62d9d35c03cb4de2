import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isJsonObject, type Json, type JsonObject } from '#shared/model/json.ts'

const ID = '__entity_id__'

/** What an entity set says of how the ids of its entities come about (docs/model-service.md#ids). */
interface IdRule {
  readonly keys: readonly string[]
  /** Empty: the MD5 of the values of the keys. */
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

/** The fields of a set whose values make the id. */
export const keyFields = (set: JsonObject | undefined): readonly string[] => ruleOf(set).keys

const isFilled = (value: Json | undefined): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

/** The id that the fields of an entity make; undefined where they are incomplete, or the set has an expression of its own. */
function idFrom({ keys, generator }: IdRule, entity: JsonObject): string | undefined {
  if (keys.length === 0 || generator !== '') return undefined
  const values = keys.map((key) => entity[key])
  return values.every(isFilled) ? bytesToHex(md5(utf8ToBytes(values.map(String).join('#$#')))) : undefined
}

/**
 * A new entity after a change, with its id following its key fields. One that was typed stays until a key changes; where a field is
 * itself the id, the two say the same.
 */
export function withId(set: JsonObject | undefined, before: JsonObject, after: JsonObject): JsonObject {
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

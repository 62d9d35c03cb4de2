import { isJsonObject, type JsonObject, textOf } from '#shared/model/json.ts'
import { relationTypeOf } from '#shared/model/link.ts'
import { declaredIn } from '#shared/spl/service/model.ts'
import { nearest } from '#shared/spl/nearest.ts'
import { text } from '../../i18n/text.ts'
import { keyOfValue } from './draft.ts'
import { keyFields } from './entity-id.ts'
import { isEmpty, type ItemFinding } from './findings.ts'
import { endsOf } from './relation-ends.ts'

/** What a draft is compared with; a part is undefined while it is not read, or not read whole. */
export interface DraftModel {
  /** Entity sets of the model and of the draft. */
  readonly sets: readonly JsonObject[] | undefined
  /** Links between entity sets, likewise. */
  readonly links: readonly JsonObject[] | undefined
  /** Keys of the ends of relations that exist, on the server or in the draft. */
  readonly entities: ReadonlySet<string> | undefined
}

const warning = (path: string, message: string): ItemFinding => ({ path, message, severity: 'warning' })

/**
 * The relation types that the links of a model allow between the ends of a relation, sorted; an end that is not
 * chosen yet may be any.
 */
export function allowedTypes(links: readonly JsonObject[], value: JsonObject): string[] {
  const isEnd = (end: unknown, side: 'src' | 'dest'): boolean => {
    const [domain, set] = ['domain', 'entity_type'].map((name) => textOf(value[`__${side}_${name}__`]))
    if (set === '') return true
    return isJsonObject(end) && end['name'] === set && (domain === '' || end['domain'] === domain)
  }
  const types = links.flatMap((link) => {
    const spec = isJsonObject(link['spec']) ? link['spec'] : {}
    return isEnd(spec['src'], 'src') && isEnd(spec['dest'], 'dest')
      ? [relationTypeOf({ kind: 'entity_set_link', domain: '', name: textOf(link['name']), spec })]
      : []
  })
  return [...new Set(types)].toSorted()
}

/**
 * Finds what a server accepts although its model speaks against it (docs/model-service.md#payloads): such
 * an item is written, and then missed or counted where nobody expects it.
 */
export function modelFindings(
  type: 'entity' | 'relation',
  value: JsonObject,
  model: DraftModel,
): readonly ItemFinding[] {
  const [first, last] = [value['__first_observed_time__'], value['__last_observed_time__']]
  const isBefore = Number(last) < Number(first)
  const times = isBefore ? [warning('__last_observed_time__', text('authoring.odd.times'))] : []
  return [...times, ...(type === 'entity' ? ofEntity(value, model) : ofRelation(value, model))]
}

function ofEntity(value: JsonObject, { sets }: DraftModel): ItemFinding[] {
  const [domain, name] = [textOf(value['__domain__']), textOf(value['__entity_type__'])]
  if (!sets || domain === '' || name === '') return []
  const set = sets.find((one) => one['domain'] === domain && one['name'] === name)
  if (!set) {
    const near = nearest(
      name,
      sets.map((one) => textOf(one['name'])),
    )
    return [warning('__entity_type__', suggesting('authoring.odd.set', `${domain}/${name}`, near))]
  }
  const fields = declaredIn(set['spec'], 'fields').map((field) => field.name)
  const odd = Object.keys(value)
    .filter((member) => fields.length > 0 && !/^__.*__$/.test(member) && !fields.includes(member))
    .map((member) => warning(member, suggesting('authoring.odd.field', member, nearest(member, fields))))
  return [...missingKeys(set, value), ...odd]
}

/** The key fields that a new entity lacks: the server would take it, and nobody could find it by them. */
const missingKeys = (set: JsonObject, value: JsonObject): ItemFinding[] =>
  value['__method__'] === 'Create'
    ? keyFields(set)
        .filter((key) => isEmpty(value[key]))
        .map((path) => ({
          path,
          message: text('authoring.wrong.required'),
          severity: 'error',
          missing: true,
        }))
    : []

const suggesting = (key: 'authoring.odd.set' | 'authoring.odd.field', name: string, near?: string): string =>
  near === undefined ? text(key, { name }) : `${text(key, { name })} ${text('authoring.odd.near', { near })}`

function ofRelation(value: JsonObject, { links, entities }: DraftModel): ItemFinding[] {
  const ends = endsOf(keyOfValue('relation', value))
  const sides = ['src', 'dest'] as const
  const missing = sides.flatMap((side, place) => {
    const end = ends[place]
    return end === undefined || !entities || entities.has(end)
      ? []
      : [warning(`__${side}_entity_id__`, text('authoring.odd.end'))]
  })
  const type = textOf(value['__relation_type__'])
  if (!links || type === '' || ends.length === 0) return missing
  const allowed = allowedTypes(links, value)
  if (allowed.includes(type)) return missing
  const types = allowed.join(', ')
  const message = types === '' ? text('authoring.odd.noType') : text('authoring.odd.type', { types })
  return [...missing, warning('__relation_type__', message)]
}

import {
  entityKey,
  entityName,
  parseEntityKey,
  parseRelationKey,
  type EntityKey,
  isEntityId,
} from '#shared/model/entity.ts'
import type { Row } from '../../spl/result.ts'

/** The entity a cell refers to; `name` if the row contains it. */
export interface EntityReference extends EntityKey {
  readonly kind: 'entity'
  readonly key: string
  readonly name: string | undefined
}

/** The relation a cell refers to, from source to destination. */
export interface RelationReference {
  readonly kind: 'relation'
  readonly type: string
}

export type Reference = EntityReference | RelationReference

type Fields = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function entity(key: EntityKey, name?: string): EntityReference | undefined {
  const { domain, type, id } = key
  return domain === '' || type === '' || !isEntityId(id)
    ? undefined
    : { kind: 'entity', domain, type, id, key: entityKey(key), name }
}

/** An entity whose key parts are separate fields, as in `.entity` rows and at the ends of relations. */
const entityIn = (fields: Fields, side: '' | 'src_' | 'dest_', name?: string): EntityReference | undefined =>
  entity(
    {
      domain: text(fields[`__${side}domain__`]),
      type: text(fields[`__${side}entity_type__`]),
      id: text(fields[`__${side}entity_id__`]),
    },
    name,
  )

function inText(value: string): Reference | undefined {
  // Most texts are no references; testing for the id's shape first is cheaper than parsing.
  if (!/\/[0-9a-f]{32}(?:$|\/)/.test(value)) return undefined
  const key = parseEntityKey(value)
  if (key) return entity(key)
  const relation = parseRelationKey(value)
  return relation && { kind: 'relation', type: relation.type }
}

/**
 * The entity or relation a cell refers to: by key, by payload, or by an id with its row's domain and type.
 */
export function referenceOf(value: unknown, column: string, row: Row): Reference | undefined {
  if (typeof value === 'string') {
    const side = /^__(|src_|dest_)entity_id__$/.exec(column)?.[1]
    // A set may have its entity's id as a field of its own, too.
    if (side === undefined)
      return value === row['__entity_id__'] ? entityIn(row, '', entityName(row)) : inText(value)
    return entityIn(row, side as '' | 'src_' | 'dest_', side === '' ? entityName(row) : undefined)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = value as Fields
  if (typeof fields['__relation_type__'] === 'string')
    return { kind: 'relation', type: fields['__relation_type__'] }
  return entityIn(fields, '', entityName(fields))
}

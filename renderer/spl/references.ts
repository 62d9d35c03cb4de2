import {
  entityKey,
  entityName,
  parseEntityKey,
  parseRelationKey,
  type EntityKey,
  isEntityId,
} from '#shared/model/entity.ts'
import { isFields } from '#shared/json/fields.ts'
import type { Row } from './result.ts'

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
  /** Whether a path walks it from its destination to its source. */
  readonly against?: boolean
}

/** Several in one cell: a path, from entity to entity by relations, or a list. */
export interface SeveralReference {
  readonly kind: 'several'
  readonly parts: readonly (EntityReference | RelationReference)[]
}

export type Reference = EntityReference | RelationReference | SeveralReference

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

function inText(value: string): EntityReference | RelationReference | undefined {
  // Most texts are no references; testing for the id's shape first is cheaper than parsing.
  if (!/\/[0-9a-f]{32}(?:$|\/)/.test(value)) return undefined
  const key = parseEntityKey(value)
  if (key) return entity(key)
  const relation = parseRelationKey(value)
  return relation && { kind: 'relation', type: relation.type }
}

function inFields(fields: Fields): EntityReference | RelationReference | undefined {
  if (typeof fields['__relation_type__'] === 'string')
    return { kind: 'relation', type: fields['__relation_type__'] }
  return entityIn(fields, '', entityName(fields))
}

/** What each item refers to; undefined if one refers to nothing. */
function inAll(items: readonly unknown[]): (EntityReference | RelationReference)[] | undefined {
  const parts: (EntityReference | RelationReference)[] = []
  for (const item of items) {
    const part = typeof item === 'string' ? inText(item) : isFields(item) ? inFields(item) : undefined
    if (!part) return undefined
    parts.push(part)
  }
  return parts
}

/** A path of Cypher: its entities, and the relations between them (docs/spl.md#graph-calls). */
function inPath(nodes: readonly unknown[], relationships: readonly unknown[]): SeveralReference | undefined {
  const entities = inAll(nodes)
  const relations = inAll(relationships)
  if (!entities || relations?.length !== entities.length - 1) return undefined
  const parts = entities.flatMap((each, place) => {
    const by = relations[place - 1]
    const from = entities[place - 1]
    if (by?.kind !== 'relation' || from?.kind !== 'entity') return [each]
    const src = entityIn((relationships[place - 1] ?? {}) as Fields, 'src_')
    return [{ ...by, ...(src && src.key !== from.key ? { against: true } : {}) }, each]
  })
  return { kind: 'several', parts }
}

/**
 * What a cell refers to: by key, by payload, by an id with its row's domain and type, or by several of them.
 */
export function referenceOf(value: unknown, column: string, row: Row): Reference | undefined {
  if (typeof value === 'string') {
    const side = /^__(|src_|dest_)entity_id__$/.exec(column)?.[1]
    // A set may have its entity's id as a field of its own, too.
    if (side === undefined)
      return value === row['__entity_id__'] ? entityIn(row, '', entityName(row)) : inText(value)
    return entityIn(row, side as '' | 'src_' | 'dest_', side === '' ? entityName(row) : undefined)
  }
  if (Array.isArray(value)) {
    const parts = value.length > 0 ? inAll(value) : undefined
    return parts && { kind: 'several', parts }
  }
  if (!isFields(value)) return undefined
  const { nodes, relationships } = value
  if (Array.isArray(nodes) && Array.isArray(relationships)) return inPath(nodes, relationships)
  return inFields(value)
}

/** The entities that it refers to. */
export const entitiesIn = (reference: Reference | undefined): readonly EntityReference[] =>
  (reference?.kind === 'several' ? reference.parts : reference ? [reference] : []).filter(
    (part) => part.kind === 'entity',
  )

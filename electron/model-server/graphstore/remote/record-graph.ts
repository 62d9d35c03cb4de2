import {
  type EntityKey,
  type EntityRecord,
  type RelationRecord,
  entityKey,
  entityPayload,
  relationKey,
  relationPayload,
} from '#shared/model/entity.ts'
import type { JsonObject } from '#shared/model/json.ts'
import { GraphNode, GraphRelation, type Json } from '../../cypher/index.ts'

/** An entity as a node; without a record it is a bare end of a relation and knows only its key. */
export class RecordNode extends GraphNode {
  readonly key: string
  readonly id: string
  readonly labels: readonly string[]
  readonly #entity: EntityKey
  readonly #record: EntityRecord | undefined
  #payload: JsonObject | undefined

  constructor(entity: EntityKey, record: EntityRecord | undefined) {
    super()
    this.key = entityKey(entity)
    this.id = entity.id
    this.labels = [`${entity.domain}@${entity.type}`, entity.type]
    this.#entity = entity
    this.#record = record
  }

  get(property: string): Json | undefined {
    const own = this.#record?.properties
    if (own && Object.hasOwn(own, property)) return own[property]
    if (!property.startsWith('__')) return undefined
    const payload = this.properties()
    return Object.hasOwn(payload, property) ? payload[property] : undefined
  }

  properties(): JsonObject {
    this.#payload ??= this.#record
      ? entityPayload(this.#record)
      : {
          __domain__: this.#entity.domain,
          __entity_type__: this.#entity.type,
          __entity_id__: this.#entity.id,
        }
    return this.#payload
  }
}

/** A relation between two nodes. */
export class RecordRelation extends GraphRelation {
  readonly key: string
  readonly type: string
  readonly start: GraphNode
  readonly end: GraphNode
  readonly #record: RelationRecord
  #payload: JsonObject | undefined

  constructor(record: RelationRecord, start: GraphNode, end: GraphNode) {
    super()
    this.key = relationKey(record)
    this.type = record.type
    this.start = start
    this.end = end
    this.#record = record
  }

  get(property: string): Json | undefined {
    const own = this.#record.properties
    if (Object.hasOwn(own, property)) return own[property]
    if (!property.startsWith('__')) return undefined
    const payload = this.properties()
    return Object.hasOwn(payload, property) ? payload[property] : undefined
  }

  properties(): JsonObject {
    this.#payload ??= relationPayload(this.#record)
    return this.#payload
  }
}

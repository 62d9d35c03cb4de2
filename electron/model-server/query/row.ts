import { type Element, elementKey } from '#shared/model/element.ts'
import {
  type EntityRecord,
  type Lifetime,
  type RelationRecord,
  entityKey,
  entityPayload,
  relationKey,
  relationPayload,
} from '#shared/model/entity.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'

/** A row passing through the stages. Its members are materialised only for rows of the answer. */
export abstract class Row {
  /** Returns one member, or undefined. */
  abstract get(name: string): Json | undefined
  abstract toObject(): JsonObject

  /** Size of members computed for this row; data held by the store is free. */
  get computedBytes(): number {
    return 0
  }
}

export class PlainRow extends Row {
  readonly #members: JsonObject
  constructor(members: JsonObject) {
    super()
    this.#members = members
  }

  get(name: string): Json | undefined {
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined
  }

  toObject(): JsonObject {
    return this.#members
  }
}

/** A row with members added or replaced by `extend`. */
export class ExtendedRow extends Row {
  readonly #base: Row
  readonly #added: { [name: string]: Json } = Object.create(null) as { [name: string]: Json }
  #addedBytes = 0
  constructor(base: Row) {
    super()
    this.#base = base
  }

  set(name: string, value: Json, bytes: number): void {
    this.#added[name] = value
    this.#addedBytes += bytes
  }

  override get computedBytes(): number {
    return this.#base.computedBytes + this.#addedBytes
  }

  get(name: string): Json | undefined {
    return name in this.#added ? this.#added[name] : this.#base.get(name)
  }

  toObject(): JsonObject {
    // Spreading objects takes V8 time that grows with the square of the number of members: 50 ms for 1,000.
    // oxlint-disable-next-line prefer-object-spread
    return Object.assign({}, this.#base.toObject(), this.#added)
  }
}

function lifetimeMember(record: Lifetime, name: string): Json | undefined {
  switch (name) {
    case '__method__':
      return record.method
    case '__first_observed_time__':
      return record.firstObserved
    case '__last_observed_time__':
      return record.lastObserved
    case '__keep_alive_seconds__':
      return record.keepAlive
    case '__category__':
      return record.category
    case '__deleted__':
      return record.tombstone !== undefined
  }
  return Object.hasOwn(record.properties, name) ? record.properties[name] : undefined
}

export class EntityRow extends Row {
  readonly record: EntityRecord
  constructor(record: EntityRecord) {
    super()
    this.record = record
  }

  get(name: string): Json | undefined {
    if (name.startsWith('__')) {
      if (name === '__domain__') return this.record.domain
      if (name === '__entity_type__') return this.record.type
      if (name === '__entity_id__') return this.record.id
      return lifetimeMember(this.record, name)
    }
    return Object.hasOwn(this.record.properties, name) ? this.record.properties[name] : undefined
  }

  get key(): string {
    return entityKey(this.record)
  }

  toObject(): JsonObject {
    return entityPayload(this.record)
  }
}

/**
 * A relation row: its ends as stable keys, its type, and the payload; its own key is available on request
 * (docs/spl.md#rows).
 */
export class RelationRow extends Row {
  readonly #record: RelationRecord
  constructor(record: RelationRecord) {
    super()
    this.#record = record
  }

  get(name: string): Json | undefined {
    const { src, type, dest } = this.#record
    switch (name) {
      case 'src':
        return entityKey(src)
      case 'relation':
      case '__relation_type__':
        return type
      case '__relation_key__':
        return relationKey(this.#record)
      case 'dest':
        return entityKey(dest)
      case '__src_domain__':
        return src.domain
      case '__src_entity_type__':
        return src.type
      case '__src_entity_id__':
        return src.id
      case '__dest_domain__':
        return dest.domain
      case '__dest_entity_type__':
        return dest.type
      case '__dest_entity_id__':
        return dest.id
    }
    return lifetimeMember(this.#record, name)
  }

  toObject(): JsonObject {
    return {
      src: entityKey(this.#record.src),
      relation: this.#record.type,
      dest: entityKey(this.#record.dest),
      ...relationPayload(this.#record),
    }
  }
}

export class ElementRow extends Row {
  readonly element: Element
  constructor(element: Element) {
    super()
    this.element = element
  }

  get key(): string {
    return elementKey(this.element)
  }

  get(name: string): Json | undefined {
    switch (name) {
      case 'kind':
        return this.element.kind
      case 'domain':
        return this.element.domain
      case 'name':
        return this.element.name
      case 'version':
        return this.element.version ?? ''
      case 'spec':
        return this.element.spec ?? {}
      case 'metadata':
        return this.element.metadata
      case 'schema':
        return this.element.schema
    }
    return undefined
  }

  toObject(): JsonObject {
    const { kind, domain, name, version, metadata, schema, spec } = this.element
    return {
      kind,
      domain,
      name,
      version: version ?? '',
      ...(metadata ? { metadata } : {}),
      ...(schema ? { schema } : {}),
      spec: spec ?? {},
    }
  }
}

import {
  type EntityKey,
  type Lifetime,
  type RelationKey,
  type RelationRecord,
  entityKey,
} from '#shared/model/entity.ts'
import type { KnownRelations, NeighbourRequest } from '../remote/database.ts'
import { visible } from '../semantics.ts'
import { Names } from './names.ts'

/** How many more relations and entities the indexes of a store may hold in total; an entity's text counts as two. */
export interface IndexRoom {
  left: number
}

/**
 * Relations and entities held in memory by all open workspaces: about 30 bytes per relation, 200 per entity
 * at an end, and 250 per entity with its text, so a gigabyte at the most.
 */
export const MAX_INDEXED = 6_000_000

/** Lifetimes, including properties, that are held; relations with other ones are read from the engine. */
const MAX_LIFETIMES = 20_000
/** Maximum length of a held lifetime as JSON, in characters. */
const MAX_LIFETIME_CHARACTERS = 512

/** Number of a lifetime that is not held. */
const NOT_HELD = 0

/** A growing column of numbers. */
class Column {
  #values = new Uint32Array(1_024)

  get(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Uint32Array(Math.max(index + 1, Math.ceil(this.#values.length * 1.5)))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[index] = value
  }
}

/** The relations at one kind of end, as linked lists through all relations; 0 ends a list. */
class Ends {
  readonly #first = new Column()
  readonly #count = new Column()
  readonly #entity = new Column()
  readonly #next = new Column()

  add(entity: number, relation: number): void {
    this.#entity.set(relation, entity)
    this.#next.set(relation, this.#first.get(entity))
    this.#first.set(entity, relation)
    this.#count.set(entity, this.count(entity) + 1)
  }

  count(entity: number): number {
    return this.#count.get(entity)
  }

  entityOf(relation: number): number {
    return this.#entity.get(relation)
  }

  *at(entity: number): Iterable<number> {
    for (let relation = this.#first.get(entity); relation !== 0; relation = this.#next.get(relation))
      yield relation
  }
}

/**
 * Which relations there are at each entity, with their lifetimes, so that a traversal needs no statement per
 * step: the engine takes 0.35 ms for the relations of one entity. Most relations share a few lifetimes, so
 * each distinct one is held once.
 */
export class RelationIndex {
  readonly #room: IndexRoom
  readonly #entities = new Names()
  readonly #types = new Names()
  readonly #lifetimeNumbers = new Names()
  readonly #lifetimes: Lifetime[] = []
  readonly #sources = new Ends()
  readonly #targets = new Ends()
  readonly #type = new Column()
  readonly #lifetime = new Column()
  #relations = 0
  #taken = 0

  constructor(room: IndexRoom) {
    this.#room = room
  }

  /**
   * Adds a relation, or replaces its lifetime unless `ifAbsent`.
   *
   * @returns false when there is no room, or a key is not one of three parts; the index is incomplete then
   */
  put(record: RelationRecord, ifAbsent = false): boolean {
    const { src, type, dest, ...lifetime } = record
    if (this.#room.left <= 0 || !hasPlainKey(src) || !hasPlainKey(dest)) return false
    const [source, target] = [this.#entityNumber(src), this.#entityNumber(dest)]
    const typeNumber = this.#types.add(type)
    let relation = this.#find(source, typeNumber, target)
    if (relation !== undefined && ifAbsent) return true
    if (relation === undefined) {
      relation = ++this.#relations
      this.#take()
      this.#sources.add(source, relation)
      this.#targets.add(target, relation)
      this.#type.set(relation, typeNumber)
    }
    this.#lifetime.set(relation, this.#lifetimeNumber(lifetime))
    return true
  }

  /** Returns the visible relations at some entities, each once, and those of which only the key is held. */
  neighbours({ keys, side, types, time }: Omit<NeighbourRequest, 'workspace' | 'signal'>): KnownRelations {
    const wanted = new Set(types.map((type) => this.#types.find(type)))
    const found = new Set<number>()
    for (const key of keys) {
      const entity = this.#entities.find(key)
      if (entity === undefined) continue
      if (side !== 'in') for (const relation of this.#sources.at(entity)) found.add(relation)
      if (side !== 'out') for (const relation of this.#targets.at(entity)) found.add(relation)
    }
    const records: RelationRecord[] = []
    const unread: RelationKey[] = []
    for (const relation of found) {
      if (types.length > 0 && !wanted.has(this.#type.get(relation))) continue
      const number = this.#lifetime.get(relation)
      const lifetime = this.#lifetimes[number - 1]
      if (!lifetime) unread.push(this.#keyOf(relation))
      else if (visible(lifetime, time)) records.push({ ...this.#keyOf(relation), ...lifetime })
    }
    return { records, unread }
  }

  /** Returns its room. The index must not be used afterwards. */
  release(): void {
    this.#room.left += this.#taken
    this.#taken = 0
  }

  #entityNumber(key: EntityKey): number {
    const name = entityKey(key)
    const known = this.#entities.find(name)
    if (known !== undefined) return known
    this.#take()
    return this.#entities.add(name)
  }

  #take(): void {
    this.#room.left -= 1
    this.#taken += 1
  }

  /** Searches the shorter of the two lists, so that an entity with very many relations is no obstacle. */
  #find(source: number, type: number, target: number): number | undefined {
    const list =
      this.#sources.count(source) <= this.#targets.count(target)
        ? this.#sources.at(source)
        : this.#targets.at(target)
    for (const relation of list) {
      const isSame =
        this.#type.get(relation) === type &&
        this.#sources.entityOf(relation) === source &&
        this.#targets.entityOf(relation) === target
      if (isSame) return relation
    }
    return undefined
  }

  #lifetimeNumber(lifetime: Lifetime): number {
    const text = JSON.stringify(lifetime)
    const known = this.#lifetimeNumbers.find(text)
    if (known !== undefined) return known
    if (text.length > MAX_LIFETIME_CHARACTERS || this.#lifetimes.length >= MAX_LIFETIMES) return NOT_HELD
    // Parsed, so that a record is the same as one that the engine returns.
    this.#lifetimes.push(JSON.parse(text) as Lifetime)
    return this.#lifetimeNumbers.add(text)
  }

  #keyOf(relation: number): RelationKey {
    return {
      src: partsOf(this.#entities.at(this.#sources.entityOf(relation))),
      type: this.#types.at(this.#type.get(relation)),
      dest: partsOf(this.#entities.at(this.#targets.entityOf(relation))),
    }
  }
}

/** Whether the stable key can be split again. */
function hasPlainKey({ domain, type }: EntityKey): boolean {
  return !domain.includes('/') && !type.includes('/')
}

function partsOf(key: string): EntityKey {
  const first = key.indexOf('/')
  const second = key.indexOf('/', first + 1)
  return { domain: key.slice(0, first), type: key.slice(first + 1, second), id: key.slice(second + 1) }
}

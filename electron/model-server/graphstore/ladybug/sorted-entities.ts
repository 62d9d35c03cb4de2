import { type EntityRecord, entityKey } from '#shared/model/entity.ts'
import { type FirstRequest, type FirstEntities, textIn } from '../remote/database.ts'
import { visible } from '../semantics.ts'
import { until } from '../until.ts'
import type { Read } from './background-index.ts'
import type { IndexRoom } from './index-room.ts'
import { LINES, eachLine } from './relation-rows.ts'
import { Turn } from './turn.ts'

/** Values that all open workspaces hold, at 290 bytes with their keys: 300 MB at the most. */
export const MAX_FIELD_VALUES = 1_000_000

/** Fields of types that a workspace holds, or knows not to be of numbers; the least recently used one makes room. */
const MAX_FIELDS = 64

/** Largest type whose field is held: reading one takes 40 MB for a moment. */
const MAX_ENTITIES = 150_000

/** Changes beyond which a small field is sorted anew. */
const FEW_CHANGES = 500

/** Value of an entity that is not visible. */
const NONE = Number.NaN

/**
 * The values of one field of all entities of a type, which must all be numbers. Where pages begin and end is
 * found in a sorted copy of the values, which need not be current; what is in a page, in the values themselves.
 */
export class NumberField {
  readonly #room: IndexRoom
  readonly #field: string
  readonly #places = new Map<string, number>()
  readonly #keys: string[] = []
  readonly #values: number[] = []
  #sorted = new Float64Array(0)
  #isUsable = true
  #changes = 0

  constructor(room: IndexRoom, field: string) {
    this.#room = room
    this.#field = field
  }

  /** False once a value is not a number, or there is no room. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Whether so much changed since it was sorted that it is worth making anew. */
  get isStale(): boolean {
    return this.#changes > this.#sorted.length + FEW_CHANGES
  }

  /** Adds an entity or, unless `ifAbsent`, replaces its value. */
  put(record: EntityRecord, ifAbsent = false): void {
    if (!this.#isUsable) return
    const key = entityKey(record)
    const place = this.#places.get(key)
    if (place !== undefined && ifAbsent) return
    const value = visible(record, undefined) ? this.#valueOf(record) : NONE
    if (value === undefined || (place === undefined && this.#room.left <= 0)) {
      this.release()
      return
    }
    if (!ifAbsent) this.#changes += 1
    if (place !== undefined) {
      this.#values[place] = value
      return
    }
    this.#room.left -= 1
    this.#places.set(key, this.#keys.push(key) - 1)
    this.#values.push(value)
  }

  /** Call after all entities were added; what is put later counts as a change. */
  sort(): void {
    this.#sorted = Float64Array.from(this.#values.filter((value) => !Number.isNaN(value))).sort()
    this.#changes = 0
  }

  /** Returns the entities of a page, in any order, with all that share the value of its last one. */
  page({
    descending,
    above,
    from,
    size,
  }: Pick<FirstRequest, 'descending' | 'above' | 'from' | 'size'>): Omit<FirstEntities, 'version'> {
    const sign = descending ? -1 : 1
    const last = from + size - 1
    const isAll = last >= this.#sorted.length
    const bound = isAll ? Infinity : sign * (this.#sorted.at(descending ? -1 - last : last) ?? Infinity)
    const values = new Map<string, number>()
    for (let place = 0; place < this.#values.length; place += 1) {
      const value = this.#values[place] ?? NONE
      const signed = sign * value
      if (signed > above && signed <= bound) values.set(this.#keys[place] ?? '', value)
    }
    return { values, bound }
  }

  /** Returns its room and its memory; it is not usable afterwards. */
  release(): void {
    this.#room.left += this.#keys.length
    this.#keys.length = 0
    this.#values.length = 0
    this.#places.clear()
    this.#isUsable = false
  }

  #valueOf({ properties }: EntityRecord): number | undefined {
    const value = Object.hasOwn(properties, this.#field) ? properties[this.#field] : undefined
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  }
}

interface Held {
  readonly domain: string
  readonly type: string
  readonly field: NumberField
  isComplete: boolean
  /** Resolves once it is complete, or was dropped. */
  filled: Promise<void>
  version: symbol
}

/**
 * Fields by which entities of one open database were sorted, in memory. Each is read when it is first asked for,
 * and kept up to date by every commit. Who asks meanwhile waits for it: the engine would have to read the same, beside
 * it. One that is not of numbers only answers nothing.
 */
export class SortedEntities {
  readonly #room: IndexRoom
  readonly #read: Read
  readonly #fields = new Map<string, Held>()

  constructor(room: IndexRoom, read: Read) {
    this.#room = room
    this.#read = read
  }

  /** Applies what a commit wrote. Call in the order of commits. */
  add(records: readonly EntityRecord[]): void {
    for (const [name, held] of this.#fields) {
      const own = records.filter(({ domain, type }) => domain === held.domain && type === held.type)
      if (own.length === 0) continue
      held.version = Symbol(name)
      for (const record of own) held.field.put(record)
      if (held.isComplete && held.field.isStale) this.#drop(name, held)
    }
  }

  async first(request: FirstRequest): Promise<FirstEntities | undefined> {
    const { domain, type, field } = request
    const name = JSON.stringify([domain, type, field])
    const held = this.#fields.get(name) ?? this.#begin(name, domain, type, field)
    await until(held.filled, request.signal)
    if (!held.isComplete || !held.field.isUsable || this.#fields.get(name) !== held) return undefined
    this.#fields.delete(name)
    this.#fields.set(name, held)
    return { ...held.field.page(request), version: held.version }
  }

  /** Gives its memory back. */
  release(): void {
    for (const [name, held] of this.#fields) this.#drop(name, held)
  }

  #makeRoom(isEnough: () => boolean, except?: Held): void {
    for (const [name, held] of this.#fields) {
      if (isEnough()) return
      if (held !== except && held.isComplete) this.#drop(name, held)
    }
  }

  #drop(name: string, held: Held): void {
    held.field.release()
    if (this.#fields.get(name) === held) this.#fields.delete(name)
  }

  #begin(name: string, domain: string, type: string, field: string): Held {
    this.#makeRoom(() => this.#fields.size < MAX_FIELDS)
    const held: Held = {
      domain,
      type,
      field: new NumberField(this.#room, field),
      isComplete: false,
      filled: Promise.resolve(),
      version: Symbol(name),
    }
    this.#fields.set(name, held)
    held.filled = this.#fill(name, held)
    return held
  }

  /** What is committed while it reads is newer than what it reads, so that reading replaces nothing. */
  async #fill(name: string, held: Held): Promise<void> {
    const { domain, type, field } = held
    const match = "MATCH (e:ModelEntity) WHERE e.domain = $domain AND e.type = $type AND e.state = ''"
    try {
      const [[counted], [any]] = await Promise.all([
        this.#read(`${match} RETURN count(e) AS n`, { domain, type }),
        this.#read(`${match} RETURN e.data AS data LIMIT 1`, { domain, type }),
      ])
      const count = Number(counted?.['n'] ?? 0)
      if (count > MAX_ENTITIES) field.release()
      else this.#makeRoom(() => this.#room.left >= count, held)
      // A field that is not of numbers mostly shows it in the first record.
      if (any) field.put(JSON.parse(textIn(any, 'data')) as EntityRecord, true)
      const [row] = field.isUsable
        ? await this.#read(`${match} WITH e.data AS data RETURN ${LINES}`, { domain, type })
        : []
      const turn = new Turn()
      for (const line of eachLine(row)) {
        field.put(JSON.parse(line) as EntityRecord, true)
        if (turn.isOver) await turn.pass()
        if (!field.isUsable) break
      }
      // A field that is not usable is remembered, so that it is not read with every query.
      field.sort()
      held.isComplete = true
    } catch {
      // The engine goes on answering, and reports what is wrong with it.
      this.#drop(name, held)
    }
  }
}

import { setImmediate } from 'node:timers/promises'
import { type EntityRecord, entityKey } from '#shared/model/entity.ts'
import type { TextCandidates, TextRequest } from '../remote/database.ts'
import { searchText } from '../semantics.ts'
import { TextIndex, hasSlot, slotsOf } from '../text-index.ts'
import type { BackgroundIndex } from './background-index.ts'
import { type ByteSource, type SavedParts, bytesOf } from './index-file.ts'
import { type IndexRoom, roomOf } from './index-room.ts'
import { Names, type NamesShape } from './names.ts'

/** Keys that a query sorts itself: a millisecond. More new ones are sorted in the background. */
const SORTED_AT_ONCE = 1_000

/** Keys sorted, or merged, before yielding to other work. */
const SORTED_PER_TURN = 2_000

/** Characters that the engine may store differently, or orders differently from us. */
const UNUSUAL = /[\ud800-\udfff\ufffd]/

export interface EntityTextShape {
  readonly keys: NamesShape
  readonly chunks: number
  readonly room: number
}

/**
 * Which entities may contain a text, in the order of their keys. It holds the grams of their search texts, not
 * the texts: its answers may contain entities that do not match (also such as did once), but never miss one.
 */
export class EntityTextIndex implements BackgroundIndex<EntityRecord> {
  readonly #room: IndexRoom
  readonly #few: number
  #keys = new Names()
  #text = new TextIndex()
  /** Numbers of keys, sorted by key; those of later ones are in `#fresh`. */
  #order = new Uint32Array(0)
  #fresh: number[] = []
  #sorting: Promise<void> | undefined
  #replaced = 0
  #taken = 0

  /** @param few that many of its keys are put in order for a query, instead of walking through all */
  constructor(room: IndexRoom, few = SORTED_AT_ONCE) {
    this.#room = room
    this.#few = few
  }

  get size(): number {
    return this.#keys.size
  }

  /** Whether most of what it holds was replaced since, so that it is worth making anew. */
  get isStale(): boolean {
    return this.#replaced > this.#keys.size + SORTED_AT_ONCE
  }

  /** @returns false when there is no room, or the engine may order the key differently; the index is incomplete then */
  put(record: EntityRecord): boolean {
    const key = entityKey(record)
    let number = this.#keys.find(key)
    if (number === undefined) {
      const room = roomOf(key)
      if (this.#room.left < room || UNUSUAL.test(key) || !Names.canHold(key)) return false
      this.#room.left -= room
      this.#taken += room
      number = this.#keys.add(key)
      this.#fresh.push(number)
    } else this.#replaced += 1
    this.#text.add(number, searchText(record))
    return true
  }

  /** Undefined when the text is too short or unusual, or while many new keys are sorted in. */
  candidates({ text, prefix, part, after, most }: TextRequest): TextCandidates | undefined {
    if (UNUSUAL.test(text) || !this.#sortFew()) return undefined
    const bits = this.#text.candidates(text)
    if (!bits) return undefined
    const keys: string[] = []
    const [starting, within] = [Buffer.from(prefix), Buffer.from(part)]
    for (const number of this.#inOrder(bits, Buffer.from(after), starting)) {
      if (!this.#keys.startsWith(number, starting)) break
      if (!this.#keys.includes(number, within)) continue
      if (keys.length >= most) return { keys, isAll: false }
      keys.push(this.#keys.at(number))
    }
    return { keys, isAll: true }
  }

  /** Sorts all new keys in, with pauses. */
  settle(): Promise<void> {
    this.#sorting ??= this.#sortAll().finally(() => {
      this.#sorting = undefined
    })
    return this.#sorting
  }

  /** What it holds now, once settled. Grams that are added while it is written do no harm: it may name too many. */
  save(): SavedParts<EntityTextShape> {
    if (this.#order.length !== this.#keys.size) throw new Error('not settled')
    const [keys, chunks] = [this.#keys.save(), this.#text.chunks]
    return {
      shape: { keys: keys.shape, chunks: chunks.length, room: this.#taken },
      parts: [...keys.parts, bytesOf(this.#order), ...chunks.map(bytesOf)],
    }
  }

  /** @returns undefined when there is no room */
  static async restore(
    room: IndexRoom,
    { keys, chunks, room: taken }: EntityTextShape,
    source: ByteSource,
  ): Promise<EntityTextIndex | undefined> {
    if (room.left < taken) return undefined
    const index = new EntityTextIndex(room)
    room.left -= taken
    index.#taken = taken
    try {
      index.#keys = await Names.restore(keys, source)
      index.#order = new Uint32Array(keys.size)
      await source.fill(bytesOf(index.#order))
      index.#text = await TextIndex.restore(chunks, (chunk) => source.fill(bytesOf(chunk)))
      return index
    } catch (error) {
      index.release()
      throw error
    }
  }

  /** Returns its room. The index must not be used afterwards. */
  release(): void {
    this.#room.left += this.#taken
    this.#taken = 0
  }

  /** Numbers of the slots, in the order of their keys, after one key and from another on. */
  *#inOrder(bits: Uint32Array, after: Uint8Array, from: Uint8Array): Iterable<number> {
    const few = slotsOf(bits, this.#few)
    if (few) {
      for (const number of few.sort((a, b) => this.#keys.compare(a, b)))
        if (this.#keys.compareTo(number, after) > 0 && this.#keys.compareTo(number, from) >= 0) yield number
      return
    }
    const start = Math.max(this.#firstAfter(after), this.#firstFrom(from))
    for (let at = start; at < this.#order.length; at += 1) {
      const number = this.#order[at] ?? 0
      if (hasSlot(bits, number)) yield number
    }
  }

  async #sortAll(): Promise<void> {
    while (this.#fresh.length > 0) {
      let runs: Uint32Array<ArrayBuffer>[] = []
      for (const run of pieces(this.#fresh.splice(0))) {
        runs.push(this.#sorted(run))
        await setImmediate()
      }
      while (runs.length > 1) {
        const merged: typeof runs = []
        for (let at = 0; at < runs.length; at += 2)
          merged.push(await this.#mergedSlowly(runs[at], runs[at + 1]))
        runs = merged
      }
      this.#order = await this.#mergedSlowly(this.#order, runs[0])
    }
  }

  /** Sorts a few new keys in. False when there are many, or sorting goes on. */
  #sortFew(): boolean {
    if (this.#fresh.length > SORTED_AT_ONCE) void this.settle()
    if (this.#sorting) return false
    if (this.#fresh.length > 0) {
      const steps = this.#merging(this.#order, this.#sorted(this.#fresh.splice(0)))
      let step = steps.next()
      while (!step.done) step = steps.next()
      this.#order = step.value
    }
    return true
  }

  #sorted(numbers: readonly number[]): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(numbers.toSorted((a, b) => this.#keys.compare(a, b)))
  }

  async #mergedSlowly(
    a: Uint32Array<ArrayBuffer> = new Uint32Array(0),
    b: Uint32Array<ArrayBuffer> = new Uint32Array(0),
  ): Promise<Uint32Array<ArrayBuffer>> {
    const steps = this.#merging(a, b)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await setImmediate()
    }
  }

  /** Merges two sorted lists, pausing every SORTED_PER_TURN items of the second. */
  *#merging(a: Uint32Array, b: Uint32Array): Generator<undefined, Uint32Array<ArrayBuffer>> {
    const out = new Uint32Array(a.length + b.length)
    let from = 0
    for (let at = 0; at < b.length; at += 1) {
      const number = b[at] ?? 0
      const to = this.#gallop(a, from, number)
      out.set(a.subarray(from, to), from + at)
      out[to + at] = number
      from = to
      if ((at + 1) % SORTED_PER_TURN === 0) yield undefined
    }
    out.set(a.subarray(from), from + b.length)
    return out
  }

  /** First place from `start` on whose key is not below a key's, sought in steps that double: it is mostly near. */
  #gallop(list: Uint32Array, start: number, number: number): number {
    let low = start
    let step = 1
    while (low + step <= list.length && this.#keys.compare(list[low + step - 1] ?? 0, number) < 0) {
      low += step
      step *= 2
    }
    const end = Math.min(list.length, low + step)
    return this.#search(list, low, end, (other) => this.#keys.compare(other, number) < 0)
  }

  #firstFrom(key: Uint8Array): number {
    return this.#search(this.#order, 0, this.#order.length, (other) => this.#keys.compareTo(other, key) < 0)
  }

  #firstAfter(key: Uint8Array): number {
    return this.#search(this.#order, 0, this.#order.length, (other) => this.#keys.compareTo(other, key) <= 0)
  }

  /** First place in a range whose key is not before what is sought. */
  #search(list: Uint32Array, start: number, end: number, isBefore: (number: number) => boolean): number {
    let [low, high] = [start, end]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(list[middle] ?? 0)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function* pieces(numbers: readonly number[]): Iterable<readonly number[]> {
  for (let start = 0; start < numbers.length; start += SORTED_PER_TURN)
    yield numbers.slice(start, start + SORTED_PER_TURN)
}

import { searchText } from '../semantics.ts'
import { TextIndex, hasSlot } from '../text-index.ts'
import { type Kin, Vertex } from './vertex.ts'

/** Returns the slots of a bit vector in ascending order; undefined when there are more than `most`. */
function slotsIn(bits: Uint32Array, most: number): number[] | undefined {
  const slots: number[] = []
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      if (slots.length >= most) return undefined
      slots.push(word * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
  return slots
}

/** With fewer entities, examining each text is as fast as using an index. */
const INDEXED_FROM = 512

/** Vertices indexed between two pauses: about two milliseconds of work. */
const INDEXED_AT_ONCE = 512

/** Fraction of new vertices up to which they are inserted individually instead of sorting again. */
const INSERTED_SHARE = 1 / 32

/** Fraction of vertices up to which text candidates are fetched and sorted, instead of filtered from all in order. */
const PICKED_SHARE = 1 / 64

/**
 * Yielded among the items of a long search: the page ends here, however short, so that the reader can yield
 * or stop.
 */
export type Pause = undefined

/** All vertices of one entity type. Slots are assigned in insertion order and never reused. */
export class Shard implements Kin {
  readonly domain: string
  readonly type: string
  /** Prefix of its vertices' stable keys. */
  readonly prefix: string
  readonly labels: readonly string[]
  readonly #byId = new Map<string, Vertex>()
  readonly #vertices: Vertex[] = []
  #order: Vertex[] = []
  #text = new TextIndex()
  /** Slots below this are in the index, which is built on the first text query. */
  #indexed = 0
  /** Number of texts replaced since the index was built; their grams are still in it. */
  #stale = 0

  constructor(domain: string, type: string) {
    this.domain = domain
    this.type = type
    this.prefix = `${domain}/${type}/`
    this.labels = [`${domain}@${type}`, type]
  }

  get size(): number {
    return this.#vertices.length
  }

  /** All vertices in insertion order. */
  get vertices(): readonly Vertex[] {
    return this.#vertices
  }

  find(id: string): Vertex | undefined {
    return this.#byId.get(id)
  }

  /** Returns the vertex with an id, creating it if needed. */
  at(id: string): Vertex {
    let vertex = this.#byId.get(id)
    if (!vertex) {
      vertex = new Vertex(this, id, this.#vertices.length)
      this.#byId.set(id, vertex)
      this.#vertices.push(vertex)
    }
    return vertex
  }

  /** Call after replacing a vertex's state. */
  indexText(vertex: Vertex, replaced: boolean): void {
    if (replaced) this.#stale++
    if (this.#indexed === 0) return
    if (this.#stale > this.#vertices.length) this.#forgetText()
    else if (vertex.state && vertex.slot < this.#indexed) this.#text.add(vertex.slot, textOf(vertex))
  }

  #forgetText(): void {
    this.#text = new TextIndex()
    this.#indexed = 0
    this.#stale = 0
  }

  /** Updates the text index, with pauses: a whole type takes seconds. */
  *indexing(): Iterable<Pause> {
    if (this.#vertices.length < INDEXED_FROM) return
    if (this.#indexed === 0) this.#stale = 0
    while (this.#indexed < this.#vertices.length) {
      const to = Math.min(this.#indexed + INDEXED_AT_ONCE, this.#vertices.length)
      for (let slot = this.#indexed; slot < to; slot++) {
        const vertex = this.#vertices[slot]
        if (vertex?.state) this.#text.add(slot, textOf(vertex))
      }
      this.#indexed = to
      if (to < this.#vertices.length) yield undefined
    }
  }

  /** All vertices sorted by id. */
  ordered(): readonly Vertex[] {
    const fresh = this.#vertices.length - this.#order.length
    if (fresh === 0) return this.#order
    if (fresh <= Math.max(8, this.#order.length * INSERTED_SHARE)) {
      this.#order = merged(this.#order, this.#vertices.slice(this.#order.length).sort(byId))
    } else {
      this.#order = sortedById(this.#vertices)
    }
    return this.#order
  }

  /**
   * Returns the vertices, sorted, whose search text may contain `text` (lower-cased); all of them when the
   * text is too short or the index is incomplete.
   */
  withText(text: string): Iterable<Vertex> {
    const bits = this.#indexed < this.#vertices.length ? undefined : this.#text.candidates(text)
    if (!bits) return this.ordered()
    const few = slotsIn(bits, Math.floor(this.#vertices.length * PICKED_SHARE))
    if (!few) return pick(this.ordered(), bits)
    return few.flatMap((slot) => this.#vertices[slot] ?? []).sort(byId)
  }
}

function textOf(vertex: Vertex): string {
  return searchText({ id: vertex.id, properties: vertex.state?.properties ?? {} })
}

function* pick(order: readonly Vertex[], bits: Uint32Array): Iterable<Vertex> {
  for (const vertex of order) if (hasSlot(bits, vertex.slot)) yield vertex
}

function byId(a: Vertex, b: Vertex): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Merges two sorted lists; `fresh` is short, so uses binary search. */
function merged(order: readonly Vertex[], fresh: readonly Vertex[]): Vertex[] {
  const out: Vertex[] = []
  let from = 0
  for (const vertex of fresh) {
    let low = from
    let high = order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((order[middle]?.id ?? '') < vertex.id) low = middle + 1
      else high = middle
    }
    for (; from < low; from++) out.push(order[from] as Vertex)
    out.push(vertex)
  }
  for (; from < order.length; from++) out.push(order[from] as Vertex)
  return out
}

/** Maximum slot that fits beside 32 bits of id into the 53 bits of a double. */
const PACKED = 2 ** 21

/**
 * Sorts vertices by id. Ids are hexadecimal, so their first 32 bits and the slot are packed into doubles,
 * which sort ten times faster than strings; runs with equal bits are sorted afterwards.
 */
function sortedById(vertices: readonly Vertex[]): Vertex[] {
  if (vertices.length > PACKED) return [...vertices].sort(byId)
  const packed = new Float64Array(vertices.length)
  for (const [slot, vertex] of vertices.entries()) {
    const head = Number.parseInt(vertex.id.slice(0, 8), 16)
    if (!(head >= 0) || vertex.id.length < 8) return [...vertices].sort(byId)
    packed[slot] = head * PACKED + slot
  }
  packed.sort()
  const out = Array.from(packed, (value) => vertices[value % PACKED] as Vertex)
  for (let from = 0; from < out.length;) {
    const head = Math.floor((packed[from] ?? 0) / PACKED)
    let to = from + 1
    while (to < out.length && Math.floor((packed[to] ?? 0) / PACKED) === head) to++
    if (to - from > 1) {
      const run = out.slice(from, to).sort(byId)
      for (const [index, vertex] of run.entries()) out[from + index] = vertex
    }
    from = to
  }
  return out
}

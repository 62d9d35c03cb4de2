import { searchText } from '../semantics.ts'
import { type Kin, Vertex } from './vertex.ts'

/** Slots per chunk; a chunk holds one bit per slot and slice. */
const CHUNK = 1024
const WORDS = CHUNK / 32
/** Hash values a gram can have. With about 250 grams in an entity's text a quarter of the bits are set. */
const SLICES = 1024
const SLICE_MASK = SLICES - 1

/** Every pair and triple of neighbouring characters of a text, hashed; the same gram may come up more than once. */
function eachGram(text: string, visit: (slice: number) => void): void {
  let before = -1
  let last = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (last >= 0) visit((Math.imul(Math.imul(last, 0x9e3779b1) ^ code, 0x85ebca6b) >>> 13) & SLICE_MASK)
    if (before >= 0) {
      const mixed = Math.imul(Math.imul(before, 0x27d4eb2f) ^ last, 0x165667b1) ^ code
      visit((Math.imul(mixed, 0xc2b2ae35) >>> 15) & SLICE_MASK)
    }
    before = last
    last = code
  }
}

/**
 * A bit-sliced signature file: for each hashed gram one bit per slot. A substring query becomes a handful of ANDs over bit
 * vectors (128 bytes per slot, off the heap), and only the few slots that remain have their text looked at. Answers may
 * hold slots that do not match (hash collisions, texts since replaced), never miss one that does.
 */
class TextIndex {
  readonly #chunks: Uint32Array[] = []

  /** Adds the grams of a slot's text to those it has. */
  add(slot: number, text: string): void {
    const number = Math.floor(slot / CHUNK)
    let chunk = this.#chunks[number]
    if (!chunk) {
      chunk = new Uint32Array(SLICES * WORDS)
      while (this.#chunks.length < number) this.#chunks.push(new Uint32Array(SLICES * WORDS))
      this.#chunks[number] = chunk
    }
    const word = (slot % CHUNK) >>> 5
    const bit = 1 << (slot & 31)
    const target = chunk
    eachGram(text, (slice) => {
      const at = slice * WORDS + word
      target[at] = (target[at] ?? 0) | bit
    })
  }

  /**
   * A bit vector of the slots whose text may hold `text` (lower-cased), or undefined when the text is too short to tell.
   */
  candidates(text: string): Uint32Array | undefined {
    if (text.length < 2) return undefined
    const slices = new Set<number>()
    eachGram(text, (slice) => slices.add(slice))
    const [first = 0, ...rest] = slices
    const out = new Uint32Array(this.#chunks.length * WORDS)
    for (const [number, chunk] of this.#chunks.entries()) {
      const base = number * WORDS
      for (let word = 0; word < WORDS; word++) {
        let bits = chunk[first * WORDS + word] ?? 0
        for (let i = 0; bits !== 0 && i < rest.length; i++) bits &= chunk[(rest[i] ?? 0) * WORDS + word] ?? 0
        out[base + word] = bits
      }
    }
    return out
  }
}

/** Whether a bit vector holds a slot. */
function hasSlot(bits: Uint32Array, slot: number): boolean {
  return ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0
}

/** The slots of a bit vector, lowest first; undefined when there are more than `most`. */
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

/** Entities below which looking at each one's text is as quick as asking an index. */
const INDEXED_FROM = 512

/** Vertices whose texts are indexed between two pauses: about two milliseconds of work. */
const INDEXED_AT_ONCE = 512

/** Share of new vertices up to which they are inserted one by one instead of sorting again. */
const INSERTED_SHARE = 1 / 32

/** Share of vertices up to which candidates of a text are fetched and sorted, instead of being picked out of all in order. */
const PICKED_SHARE = 1 / 64

/** Among the items of a long search: the page ends here, however short, so that its reader may let others in or stop. */
export type Pause = undefined

/** All vertices of one entity type. Slots count up in order of arrival and are never reused. */
export class Shard implements Kin {
  readonly domain: string
  readonly type: string
  /** Stable keys of its vertices start with this. */
  readonly prefix: string
  readonly labels: readonly string[]
  readonly #byId = new Map<string, Vertex>()
  readonly #vertices: Vertex[] = []
  #order: Vertex[] = []
  #text = new TextIndex()
  /** Slots below this are in the index, which is made when a text is first asked for. */
  #indexed = 0
  /** Texts replaced since the index was made; their grams linger in it. */
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

  /** All vertices in order of arrival. */
  get vertices(): readonly Vertex[] {
    return this.#vertices
  }

  find(id: string): Vertex | undefined {
    return this.#byId.get(id)
  }

  /** The vertex of an id, made where there is none. */
  at(id: string): Vertex {
    let vertex = this.#byId.get(id)
    if (!vertex) {
      vertex = new Vertex(this, id, this.#vertices.length)
      this.#byId.set(id, vertex)
      this.#vertices.push(vertex)
    }
    return vertex
  }

  /** To be called after a vertex was given another state. */
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

  /** Brings the index of texts up to date, with pauses: a whole type takes seconds. */
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

  /** All vertices in order of their ids. */
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
   * Vertices in order whose search text may hold `text` (lower-cased); all of them when it is too short to tell, or when the
   * index does not know them all.
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

/** Two sorted lists as one; `fresh` is short, so its places are found by halving. */
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

/** Up to here a slot fits beside 32 bits of id into the 53 bits of a double. */
const PACKED = 2 ** 21

/**
 * Vertices by id. Ids are hexadecimal, so their first 32 bits and the slot are packed into doubles, which sort ten times
 * faster than strings; runs that share those bits are put right afterwards.
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

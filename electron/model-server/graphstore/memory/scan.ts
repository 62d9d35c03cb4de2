import type { EntityRecord, RelationRecord, TimeRange } from '#shared/model/entity.ts'
import { nameMatches, relationSearchText, searchText, visible } from '../semantics.ts'
import type { EntityScan, Pages, RelationScan, Traversal } from '../store.ts'
import type { Pause, Shard } from './shard.ts'
import type { Edge, Vertex } from './vertex.ts'

/** Records per page: large enough to amortise the overhead, small enough to stop quickly. */
const PAGE = 512

/** Candidates examined between two pauses: about a millisecond of work. */
const CANDIDATES_PER_PAUSE = 2_048

/** Pages over an iterator; checks the signal before each. */
export function pagesOf<T>(
  items: Iterable<T | Pause>,
  limit: number | undefined,
  signal: AbortSignal | undefined,
): Pages<T> {
  const iterator = items[Symbol.iterator]()
  let left = limit ?? Number.POSITIVE_INFINITY
  let ended = left <= 0
  return {
    next() {
      signal?.throwIfAborted()
      if (ended) return null
      const page: T[] = []
      const size = Math.min(PAGE, left)
      while (page.length < size) {
        const step = iterator.next()
        ended = step.done === true
        if (step.done || step.value === undefined) break
        page.push(step.value)
      }
      left -= page.length
      ended ||= left <= 0
      return ended && page.length === 0 ? null : page
    },
  }
}

export function* entitiesOf(shards: readonly Shard[], scan: EntityScan): Iterable<EntityRecord | Pause> {
  const text = scan.text?.toLowerCase()
  const needle = scan.ids ? undefined : (text ?? longestHint(scan))
  let examined = 0
  for (const shard of shards) {
    if (!nameMatches(scan.domain, shard.domain) || !nameMatches(scan.type, shard.type)) continue
    if (needle !== undefined && needle.length > 1) yield* shard.indexing()
    for (const vertex of candidates(shard, scan, needle)) {
      if (++examined % CANDIDATES_PER_PAUSE === 0) yield undefined
      const { state } = vertex
      if (!state || !visible(state, scan.time)) continue
      if (text !== undefined && !searchText({ id: vertex.id, properties: state.properties }).includes(text))
        continue
      yield vertex.record(state)
    }
  }
}

/**
 * Returns the longest text hint. Equality is only a hint: an equal value occurs in the search text, which is
 * indexed.
 */
function longestHint({ equal }: EntityScan): string | undefined {
  const [longest] = equal?.map(({ value }) => value.toLowerCase()).sort((a, b) => b.length - a.length) ?? []
  return longest !== undefined && longest.length > 1 ? longest : undefined
}

function candidates(shard: Shard, scan: EntityScan, needle: string | undefined): Iterable<Vertex> {
  if (scan.ids) return [...new Set(scan.ids)].sort().flatMap((id) => shard.find(id) ?? [])
  if (needle !== undefined) return shard.withText(needle)
  // In insertion order they are adjacent in memory, which dominates the cost of a large scan.
  return scan.unordered ? shard.vertices : shard.ordered()
}

/** Yields relations in order of their stable keys, which begin with the source's key. */
export function* relationsOf(
  shards: readonly Shard[],
  scan: RelationScan,
  find: (key: string) => Vertex | undefined,
): Iterable<RelationRecord> {
  const text = scan.text?.toLowerCase()
  for (const edge of edgesFor(shards, scan, find)) {
    const { state } = edge
    if (!state || !visible(state, scan.time)) continue
    if (!nameMatches(scan.type, edge.type)) continue
    if (scan.src !== undefined && !nameMatches(scan.src, edge.src.key)) continue
    if (scan.dest !== undefined && !nameMatches(scan.dest, edge.dest.key)) continue
    const record = edge.record(state)
    if (text !== undefined && !relationSearchText(record).includes(text)) continue
    yield record
  }
}

const isExact = (pattern: string | undefined): pattern is string =>
  pattern !== undefined && pattern !== '' && !pattern.endsWith('*')

function edgesFor(
  shards: readonly Shard[],
  scan: RelationScan,
  find: (key: string) => Vertex | undefined,
): Iterable<Edge> {
  if (scan.touching) {
    const edges = new Set<Edge>()
    for (const key of scan.touching) {
      const vertex = find(key)
      for (const edge of vertex?.out ?? []) edges.add(edge)
      for (const edge of vertex?.in ?? []) edges.add(edge)
    }
    return inKeyOrder(edges)
  }
  if (isExact(scan.src)) return inKeyOrder(find(scan.src)?.out ?? [])
  if (isExact(scan.dest)) return inKeyOrder(find(scan.dest)?.in ?? [])
  return allEdges(shards)
}

function* allEdges(shards: readonly Shard[]): Iterable<Edge> {
  for (const shard of shards) {
    for (const vertex of shard.ordered()) {
      if (vertex.out) yield* vertex.out.length === 1 ? vertex.out : inKeyOrder(vertex.out)
    }
  }
}

function inKeyOrder(edges: Iterable<Edge>): Edge[] {
  return Array.from(edges, (edge) => ({ edge, key: edge.key }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ edge }) => edge)
}

/** Yields vertices whose search text may contain a text, or whose property may equal it. */
export function* withHint(shard: Shard, text: string | undefined): Iterable<Vertex | Pause> {
  if (text === undefined || text.length < 2) return yield* shard.ordered()
  yield* shard.indexing()
  yield* shard.withText(text.toLowerCase())
}

/** Breadth-first traversal from the seeds; yields every relation once. */
export function traverse(
  { direction, depth, time }: Traversal,
  seeds: readonly Vertex[],
  signal: AbortSignal | undefined,
): RelationRecord[] {
  const found = new Set<Edge>()
  const reached = new Set(seeds)
  let frontier: readonly Vertex[] = [...reached]
  for (let step = 0; step < depth; step++) {
    signal?.throwIfAborted()
    const next: Vertex[] = []
    const take = (edge: Edge, other: Vertex): void => {
      if (!isVisible(edge, time)) return
      found.add(edge)
      if (reached.has(other)) return
      reached.add(other)
      next.push(other)
    }
    for (const vertex of frontier) {
      if (direction !== 'in') for (const edge of vertex.out ?? []) take(edge, edge.dest)
      if (direction !== 'out') for (const edge of vertex.in ?? []) take(edge, edge.src)
    }
    if (next.length === 0) break
    frontier = next
  }
  return inKeyOrder(found).flatMap((edge) => (edge.state ? edge.record(edge.state) : []))
}

function isVisible(edge: Edge, time: TimeRange | undefined): boolean {
  return edge.state !== undefined && visible(edge.state, time)
}

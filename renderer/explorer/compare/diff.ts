import { isFields } from '#shared/json/fields.ts'
import type { Steps } from '../../app/slices.ts'
import { graphSteps, type Graph, type GraphEdge, type GraphNode } from '../graph/graph.ts'

type Difference = 'added' | 'removed' | 'changed'

export interface GraphDiff {
  /** By key of node or edge; unchanged parts are not included. */
  readonly differences: ReadonlyMap<string, Difference>
  /** The newer graph plus what was removed, for display. */
  readonly union: Graph
}

/** A difference in one fact: path and both values; `undefined` if absent. */
interface Change {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** List items by `name` if all have one, so that reordering is not a change; otherwise by index. */
function byName(list: readonly unknown[]): Record<string, unknown> {
  const names = list.map((item) =>
    isFields(item) && typeof item['name'] === 'string' ? item['name'] : undefined,
  )
  const named = names.every((name) => name !== undefined) && new Set(names).size === names.length
  return Object.fromEntries(list.map((item, place) => [named ? String(names[place]) : String(place), item]))
}

/** All leaf values that differ, recursing where both sides are objects or lists. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return []
  const bothLists = Array.isArray(before) && Array.isArray(after)
  const a = bothLists ? byName(before) : before
  const b = bothLists ? byName(after) : after
  if (!isFields(a) || !isFields(b)) return [{ path, before, after }]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  const name = (key: string): string => (bothLists ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`)
  return keys.flatMap((key) => changesBetween(a[key], b[key], name(key)))
}

/** The facts to compare: the whole payload if both sides have it, otherwise what the graph knows. */
function factsOf(part: GraphNode | GraphEdge, whole: boolean): unknown {
  if (whole && part.data) {
    // Compare only these members: others differ merely by how the element was read.
    const { kind, domain, name, version, metadata, spec } = part.data
    return { kind, domain, name, version, metadata, spec }
  }
  if ('source' in part) return { source: part.source, target: part.target, type: part.type }
  return { label: part.label, description: part.description, fields: part.fields }
}

/** Facts that differ for one part of the two graphs. */
export function partChanges(before: GraphNode | GraphEdge, after: GraphNode | GraphEdge): Change[] {
  const whole = before.data !== undefined && after.data !== undefined
  return changesBetween(factsOf(before, whole), factsOf(after, whole))
}

/** Parts compared between two yield points; whole payloads take some work each. */
const COMPARED = 64

function* compareParts<P extends GraphNode | GraphEdge>(
  before: readonly P[],
  after: readonly P[],
  differences: Map<string, Difference>,
): Steps<P[]> {
  const old = new Map(before.map((part) => [part.key, part]))
  for (const [place, part] of after.entries()) {
    if (place % COMPARED === 0) yield
    const was = old.get(part.key)
    old.delete(part.key)
    if (was === undefined) differences.set(part.key, 'added')
    else if (partChanges(was, part).length > 0) differences.set(part.key, 'changed')
  }
  for (const key of old.keys()) differences.set(key, 'removed')
  return [...old.values()]
}

/** Diffs two graphs into added, removed and changed parts. Placeholders for missing elements are ignored. */
export function* diffSteps(before: Graph, after: Graph): Steps<GraphDiff> {
  const differences = new Map<string, Difference>()
  const real = (graph: Graph): GraphNode[] => graph.nodes.filter((node) => !node.missing)
  const goneNodes = yield* compareParts(real(before), real(after), differences)
  const goneEdges = yield* compareParts(before.edges, after.edges, differences)
  const union = yield* graphSteps([...after.nodes, ...goneNodes], [...after.edges, ...goneEdges])
  return { differences, union }
}

/** Counts per difference. */
export function tally(differences: ReadonlyMap<string, Difference>): Record<Difference, number> {
  const counts = { added: 0, removed: 0, changed: 0 }
  for (const difference of differences.values()) counts[difference]++
  return counts
}

/** How many of the differences are nodes and how many links. */
export function differingParts(
  { indexOf }: Pick<Graph, 'indexOf'>,
  differences: ReadonlyMap<string, Difference> = new Map(),
): { readonly nodes: number; readonly links: number } {
  const nodes = [...differences.keys()].filter((key) => indexOf.has(key)).length
  return { nodes, links: differences.size - nodes }
}

import { type Graph, neighbours } from './graph.ts'

export interface AllowedRelation {
  readonly type: string
  /** From the first of the two to the second. */
  readonly forward: boolean
}

/** Maximum types offered. */
const MAX_OFFERED = 12

/** Existing link types between two nodes, in either direction. */
function between(graph: Graph, from: string, to: string): AllowedRelation[] {
  const [source, target] = [graph.indexOf.get(from), graph.indexOf.get(to)]
  if (source === undefined || target === undefined) return []
  return neighbours(graph, source).flatMap(({ edge, node, outgoing }) =>
    node === target ? [{ type: graph.edges[edge]?.type ?? '', forward: outgoing }] : [],
  )
}

/**
 * Relations that may be created between two nodes. Entities: those the model allows between their sets. Model
 * elements: the model's types, except those already linking the two.
 */
export function allowedRelations(
  model: Graph,
  graph: Graph,
  of: 'model' | 'runtime',
  from: string,
  to: string,
): AllowedRelation[] {
  if (of === 'runtime') {
    const setOf = (key: string): string => `${key.split('/').slice(0, 2).join('/')}/entity_set`
    const met = between(model, setOf(from), setOf(to))
    // A set's link to itself is possible in both directions.
    const found =
      setOf(from) === setOf(to)
        ? met.flatMap(({ type }) => [true, false].map((forward) => ({ type, forward })))
        : met
    return found
      .filter((one, place) => found.findIndex((other) => sameAs(one, other)) === place)
      .slice(0, MAX_OFFERED)
  }
  const taken = between(graph, from, to)
  const counts = new Map<string, number>()
  for (const { kind, type } of graph.edges)
    if (kind === 'entity_set_link') counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([type]) => ({ type, forward: true }))
    .filter((one) => !taken.some((other) => sameAs(one, other)))
    .slice(0, MAX_OFFERED)
}

const sameAs = (a: AllowedRelation, b: AllowedRelation): boolean =>
  a.type === b.type && a.forward === b.forward

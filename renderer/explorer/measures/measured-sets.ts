import type { Graph, GraphNode } from '../graph/graph.ts'

/** The entity sets of a model that are linked with a metric set, in the order of the model. */
export function measuredSets({ nodes, from, to }: Graph): readonly GraphNode[] {
  const found = new Set<GraphNode>()
  for (const [edge, start] of from.entries()) {
    const ends = [nodes[start], nodes[to[edge] ?? -1]]
    const set = ends.find((node) => node?.kind === 'entity_set')
    if (set && !set.missing && ends.some((node) => node?.kind === 'metric_set')) found.add(set)
  }
  return nodes.filter((node) => found.has(node))
}

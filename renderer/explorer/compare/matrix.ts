import type { Graph } from '../graph/graph.ts'
import { GroupLinks } from '../graph/group-links.ts'

/** An adjacency matrix of two node sets: who links whom, and how often. */
interface Matrix {
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** Edge indices of a cell by `row:column` (node indices). */
  readonly cells: ReadonlyMap<string, readonly number[]>
}

/**
 * The link matrix from one group to another (or within one). Only nodes with such links, the most linked
 * first.
 */
export function matrixBetween(graph: Graph, from: string, to: string): Matrix {
  const [a, b] = [graph.groups.indexOf(from), graph.groups.indexOf(to)]
  const cells = new Map<string, number[]>()
  const rowCount = new Map<number, number>()
  const columnCount = new Map<number, number>()
  graph.edges.forEach((_, edge) => {
    const [source, target] = [graph.from[edge] ?? 0, graph.to[edge] ?? 0]
    if (graph.groupOf[source] !== a || graph.groupOf[target] !== b) return
    const key = `${source}:${target}`
    cells.set(key, [...(cells.get(key) ?? []), edge])
    rowCount.set(source, (rowCount.get(source) ?? 0) + 1)
    columnCount.set(target, (columnCount.get(target) ?? 0) + 1)
  })
  const busiest = (counts: Map<number, number>): number[] =>
    [...counts].sort((x, y) => y[1] - x[1] || x[0] - y[0]).map(([node]) => node)
  return { rows: busiest(rowCount), columns: busiest(columnCount), cells }
}

/** Pairs of linked groups, densest first; groups with links inside come after those that are linked to others. */
export function densestPairs(graph: Graph): { from: string; to: string; links: number }[] {
  const counted = new GroupLinks(graph)
  graph.edges.forEach((_, edge) =>
    counted.add(graph.groupOf[graph.from[edge] ?? 0] ?? 0, graph.groupOf[graph.to[edge] ?? 0] ?? 0),
  )
  return Array.from(counted, ({ from, to, links }) => ({
    from: graph.groups[from] ?? '',
    to: graph.groups[to] ?? '',
    links,
  })).sort((x, y) => Number(x.from === x.to) - Number(y.from === y.to) || y.links - x.links)
}

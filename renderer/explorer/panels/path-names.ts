import type { Graph } from '../graph/graph.ts'
import type { Path } from '../graph/paths.ts'

/** How each path is called: the nodes on it; paths over the same nodes also by the relations in which they differ. */
export function pathNames(graph: Pick<Graph, 'nodes' | 'edges'>, paths: readonly Path[]): string[] {
  const typeAt = (path: Path, step: number): string => graph.edges[path.edges[step] ?? -1]?.type ?? ''
  const alike = new Map<string, Path[]>()
  for (const path of paths) {
    const list = alike.get(path.nodes.join())
    if (list) list.push(path)
    else alike.set(path.nodes.join(), [path])
  }
  return paths.map((path) => {
    const names = path.nodes.map((node) => graph.nodes[node]?.label ?? '').join(' › ')
    const others = alike.get(path.nodes.join()) ?? []
    const differing = path.edges
      .map((_, step) => step)
      .filter((step) => others.some((other) => typeAt(other, step) !== typeAt(path, step)))
    if (differing.length === 0) return names
    return `${names} · ${differing.map((step) => typeAt(path, step)).join(', ')}`
  })
}

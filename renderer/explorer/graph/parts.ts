import { neighbours, type Graph } from './graph.ts'

/** A part of a large group: its nodes of one kind, or those that are linked with the same node. */
export interface Part {
  /** Unique in the graph; what a view notes when the part is collapsed. */
  readonly name: string
  readonly group: number
  readonly by: 'kind' | 'link' | 'unlinked'
  /** The kind, or what people call the node that they are linked with. */
  readonly label: string
  readonly size: number
}

export interface Parts {
  readonly list: readonly Part[]
  /** Part of each node, -1 in a group that is small enough to be read as a whole. */
  readonly of: Int32Array
}

/** Nodes of a group, and of a kind within it, that are shown at once. */
const MAX_READABLE = 60
/** Between a group and its part in a part's name; no name of a domain or type has it. */
const BETWEEN = '\u001f'

const known = new WeakMap<Graph, Parts>()

/** The group that a collapsed name stands for, or for a part of which. */
export const groupOfPart = (name: string): string => name.split(BETWEEN)[0] ?? ''

export const isPart = (name: string): boolean => name.includes(BETWEEN)

/** How large groups are divided, so that opening one shows parts first: by kind, and where that is not enough, by connection. */
export function partsOf(graph: Graph): Parts {
  const before = known.get(graph)
  if (before) return before
  const members: number[][] = graph.groups.map(() => [])
  graph.groupOf.forEach((group, node) => members[group]?.push(node))
  const list: Part[] = []
  const of = new Int32Array(graph.nodes.length).fill(-1)
  const add = (group: number, by: Part['by'], id: string, label: string, nodes: readonly number[]): void => {
    for (const node of nodes) of[node] = list.length
    list.push({ name: `${graph.groups[group]}${BETWEEN}${by}:${id}`, group, by, label, size: nodes.length })
  }
  for (const [group, nodes] of members.entries()) {
    if (nodes.length <= MAX_READABLE) continue
    const byKind = grouped(nodes, (node) => graph.nodes[node]?.kind ?? '')
    for (const [kind, ofKind] of byKind) {
      if (ofKind.length <= MAX_READABLE || byKind.size > 12) {
        add(group, 'kind', kind, kind, ofKind)
        continue
      }
      const byHub = grouped(ofKind, (node) => hubOf(graph, node))
      const unlinked = [...(byHub.get(-1) ?? [])]
      for (const [hub, linked] of byHub) {
        const data = graph.nodes[hub]
        if (!data) continue
        if (linked.length < 3 && byHub.size > 12) unlinked.push(...linked)
        else add(group, 'link', `${kind}:${data.key}`, data.label, linked)
      }
      if (unlinked.length > 0) add(group, 'unlinked', kind, kind, unlinked)
    }
  }
  const parts = { list, of }
  known.set(graph, parts)
  return parts
}

function grouped<K>(nodes: readonly number[], keyOf: (node: number) => K): Map<K, number[]> {
  const groups = new Map<K, number[]>()
  for (const node of nodes) {
    const key = keyOf(node)
    const list = groups.get(key)
    if (list) list.push(node)
    else groups.set(key, [node])
  }
  return groups
}

/** The best connected neighbour of a node, -1 where it has none: nodes around one hub are looked at together. */
function hubOf(graph: Graph, node: number): number {
  let [best, most] = [-1, -1]
  for (const { node: other } of neighbours(graph, node)) {
    if (other === node) continue
    const links =
      (graph.outgoing.start[other + 1] ?? 0) -
      (graph.outgoing.start[other] ?? 0) +
      (graph.incoming.start[other + 1] ?? 0) -
      (graph.incoming.start[other] ?? 0)
    if (links > most) [best, most] = [other, links]
  }
  return best
}

/** Names of the parts of a group; none of one that is shown as a whole. */
export const partNames = (graph: Graph, group: string): string[] =>
  partsOf(graph)
    .list.filter((part) => graph.groups[part.group] === group)
    .map(({ name }) => name)

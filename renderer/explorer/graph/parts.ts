import { neighbours, type Graph } from './graph.ts'

/** A part of a large group: its nodes of one kind, or those linked with the same node. */
export interface Part {
  /** Unique in the graph; stored in views when the part is collapsed. */
  readonly name: string
  readonly group: number
  readonly by: 'kind' | 'link' | 'alone' | 'unlinked'
  /** The kind, or the display name of the node they are linked with; of one node alone its own. */
  readonly label: string
  readonly size: number
}

export interface Parts {
  readonly list: readonly Part[]
  /** Part of each node, -1 in a group small enough to be shown whole. */
  readonly of: Int32Array
}

/** Maximum nodes of a group, or of a kind within it, shown at once. */
const MAX_READABLE = 60
/** Maximum parts of a kind by common neighbour; with more, none would have a readable name. The rest is one part. */
const MAX_HUBS = 100
/** Separator of group and part in a part's name; occurs in no domain or type. */
const BETWEEN = '\u001f'

const known = new WeakMap<Graph, Parts>()

/** The group of a collapsed name, which may denote a part. */
export const groupOfPart = (name: string): string => name.split(BETWEEN)[0] ?? ''

export const isPart = (name: string): boolean => name.includes(BETWEEN)

/**
 * Divides large groups, so that opening one shows its parts first: by kind and, if still too large, by common
 * neighbour.
 */
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
      const largest = [...byHub].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_HUBS)
      const shown = new Set(largest.map(([hub]) => hub))
      for (const [hub, linked] of byHub) {
        const data = graph.nodes[hub]
        if (!data) continue
        if (!shown.has(hub) || (linked.length < 3 && byHub.size > 12)) unlinked.push(...linked)
        else {
          const [first, ...others] = linked
          // A hub that links lead to would be called after one of many.
          const alone = others.length === 0 ? graph.nodes[first ?? -1] : undefined
          if (alone) add(group, 'alone', alone.key, alone.label, linked)
          else add(group, 'link', `${kind}:${data.key}`, data.label, linked)
        }
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

/** The neighbour with the most edges, -1 without one: nodes around the same hub belong together. */
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

/** Part names of a group; empty if it is shown whole. */
export const partNames = (graph: Graph, group: string): string[] =>
  partsOf(graph)
    .list.filter((part) => graph.groups[part.group] === group)
    .map(({ name }) => name)

import { edgesOf } from '../graph/graph.ts'
import { groupOfPart, isPart, partsOf } from '../graph/parts.ts'
import { groupKey, groupNameOf } from '../view/projection.ts'
import { nodesOfGroup } from '../view/selection.ts'
import type { SurfaceState } from '../view/surface.ts'

/** A group's contents and links. */
interface GroupFacts {
  readonly nodes: number
  readonly inner: number
  /** Counts by kind, descending. */
  readonly kinds: readonly (readonly [kind: string, count: number])[]
  readonly domain: string
  /** Groups linked with it, strongest first. */
  readonly linked: readonly LinkedGroup[]
}

interface LinkedGroup {
  /** Its selection key. */
  readonly key: string
  readonly domain: string
  /** Links to it, and from it. */
  readonly out: number
  readonly back: number
}

/**
 * Collects the facts about a group, collapsed or open. Whatever is open in the picture, another group is counted
 * whole; only within the group that a part belongs to are the links counted by part.
 */
export function groupFacts(state: SurfaceState, key: string): GroupFacts {
  const { graph } = state
  const members = nodesOfGroup(state, key)
  const within = new Set(members)
  const name = groupNameOf(key) ?? ''
  const parts = isPart(name) ? partsOf(graph) : undefined
  const groupOf = (node: number): string => {
    const group = graph.groups[graph.groupOf[node] ?? 0] ?? ''
    const part = group === groupOfPart(name) ? parts?.list[parts.of[node] ?? -1] : undefined
    return groupKey(part?.name ?? group)
  }
  const domainOf = (node: number | undefined): string => graph.nodes[node ?? -1]?.domain ?? ''
  const kinds = new Map<string, number>()
  const linked = new Map<string, LinkedGroup>()
  let inner = 0
  const link = (other: number, way: 'out' | 'back'): void => {
    const key = groupOf(other)
    const known = linked.get(key) ?? { key, domain: domainOf(other), out: 0, back: 0 }
    linked.set(key, { ...known, [way]: known[way] + 1 })
  }
  for (const node of members) {
    const kind = graph.nodes[node]?.kind ?? ''
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    for (const edge of edgesOf(graph.outgoing, node)) {
      const other = graph.to[edge] ?? 0
      if (within.has(other)) inner++
      else link(other, 'out')
    }
    for (const edge of edgesOf(graph.incoming, node)) {
      const other = graph.from[edge] ?? 0
      if (!within.has(other)) link(other, 'back')
    }
  }
  return {
    nodes: members.length,
    inner,
    domain: domainOf(members[0]),
    kinds: [...kinds].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    linked: [...linked.values()].sort((a, b) => b.out + b.back - a.out - a.back || (a.key < b.key ? -1 : 1)),
  }
}

import { PIECE, type Steps } from '../../app/slices.ts'
import type { Graph } from '../graph/graph.ts'
import { GroupLinks } from '../graph/group-links.ts'
import type { Projection } from '../view/projection.ts'

export type Sort = 'kind' | 'domain' | 'relation'

export type Counted = readonly (readonly [value: string, total: number, shown: number])[]

export interface Counts extends Readonly<Record<Sort, Counted>> {
  readonly pairs: Pairs
}

/** Pairs of linked groups. */
export interface Pairs {
  /** Those with the most links, the strongest first. */
  readonly listed: readonly Pair[]
  readonly total: number
  /** How many have as many links as the first one, and how many that are not listed as many as the last one. */
  readonly first: number
  readonly more: number
}

/** Two groups and the links from the first to the second, of which there are not fewer than back. */
export interface Pair {
  readonly from: number
  readonly to: number
  readonly links: number
  readonly back: number
}

/** Orders names with numbers as people count. */
const numbers = new Intl.Collator(undefined, { numeric: true })

/** Maximum pairs listed. */
const MAX_PAIRS = 8

/** Counts each kind, domain and relation type, in total and shown, descending. */
export function* countSteps(graph: Graph, { itemOf }: Pick<Projection, 'itemOf'>): Steps<Counts> {
  const counts: Record<Sort, Map<string, { total: number; shown: number }>> = {
    kind: new Map(),
    domain: new Map(),
    relation: new Map(),
  }
  const add = (sort: Sort, value: string, shown: boolean): void => {
    const count = counts[sort].get(value) ?? { total: 0, shown: 0 }
    count.total++
    if (shown) count.shown++
    counts[sort].set(value, count)
  }
  const isShown = (node: number | undefined): boolean => (itemOf[node ?? -1] ?? -1) >= 0
  for (const [place, { kind, domain }] of graph.nodes.entries()) {
    add('kind', kind, isShown(place))
    add('domain', domain, isShown(place))
    if (place % PIECE === PIECE - 1) yield
  }
  const between = new GroupLinks(graph)
  for (const [place, { type }] of graph.edges.entries()) {
    const [source, target] = [graph.from[place] ?? 0, graph.to[place] ?? 0]
    add('relation', type, isShown(source) && isShown(target))
    between.add(graph.groupOf[source] ?? 0, graph.groupOf[target] ?? 0)
    if (place % PIECE === PIECE - 1) yield
  }
  const sorted = (sort: Sort) =>
    [...counts[sort]]
      .map(([value, { total, shown }]) => [value, total, shown] as const)
      .sort((a, b) => b[1] - a[1] || numbers.compare(a[0], b[0]))
  return {
    kind: sorted('kind'),
    domain: sorted('domain'),
    relation: sorted('relation'),
    pairs: pairsOf(between),
  }
}

/** The pairs with the most links in both directions together. */
function pairsOf(counted: GroupLinks): Pairs {
  const all = [...counted]
    .map(({ from, to, links }): Pair => ({ from, to, links, back: counted.count(to, from) }))
    // Each pair once, from where most links lead away.
    .filter(({ from, to, links, back }) => from !== to && (links > back || (links === back && from < to)))
    .sort((a, b) => b.links + b.back - a.links - a.back || a.from - b.from || a.to - b.to)
  const listed = all.slice(0, MAX_PAIRS)
  const like =
    (one: Pair | undefined) =>
    ({ links, back }: Pair): boolean =>
      one !== undefined && links + back === one.links + one.back
  return {
    listed,
    total: all.length,
    first: all.filter(like(all[0])).length,
    more: all.slice(MAX_PAIRS).filter(like(listed.at(-1))).length,
  }
}

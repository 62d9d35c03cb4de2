import { create } from 'zustand'
import { graphOf, type ResultGraph, type Row } from '../../../viewer/graph-of-rows.ts'
import { useRuns } from '../../run/run-store.ts'

/** Relations added to a result's graph at once. */
interface Step {
  /** The entity that was expanded. */
  readonly name: string
  readonly rows: readonly Row[]
}

/** What was added to the graph of a result by expanding entities in it. */
interface Growth {
  /** All steps, the oldest first; those after `done` were undone. */
  readonly steps: readonly Step[]
  readonly done: number
  /** Key of the entity whose neighbours are offered. */
  readonly at: string | undefined
}

const NOTHING: Growth = { steps: [], done: 0, at: undefined }

/** By run: another view of the result, or another tab, does not lose what was added. */
export const useGrowth = create<Readonly<Record<string, Growth>>>(() => ({}))

export const growthOf = (state: Readonly<Record<string, Growth>>, run: string): Growth =>
  state[run] ?? NOTHING

const change = (run: string, next: (growth: Growth) => Partial<Growth>): void =>
  useGrowth.setState((state) => {
    const growth = growthOf(state, run)
    return { [run]: { ...growth, ...next(growth) } }
  })

/** Offers the neighbours of an entity in the graph of a result. */
export const offerAt = (run: string, at: string | undefined): void => change(run, () => ({ at }))

export const grow = (run: string, step: Step): void =>
  change(run, ({ steps, done }) => ({ steps: [...steps.slice(0, done), step], done: done + 1 }))

export const undoGrowth = (run: string): void => change(run, ({ done }) => ({ done: Math.max(0, done - 1) }))

export const redoGrowth = (run: string): void =>
  change(run, ({ steps, done }) => ({ done: Math.min(steps.length, done + 1) }))

// What was added to a result goes with it.
useRuns.subscribe(({ runs }, before) => {
  if (runs === before.runs) return
  const kept = new Set(Object.values(runs).flatMap((list) => list.map(({ id }) => id)))
  const all = Object.entries(useGrowth.getState())
  const left = all.filter(([run]) => kept.has(run))
  if (left.length < all.length) useGrowth.setState(Object.fromEntries(left), true)
})

const linkId = (from: string, label: string, to: string): string => JSON.stringify([from, label, to])

function linksOf({ nodes, edges }: ResultGraph): Set<string> {
  const keyOf = (place: number): string => nodes[place]?.key ?? ''
  return new Set(edges.map(({ from, label, to }) => linkId(keyOf(from), label, keyOf(to))))
}

/** A graph with what is new in another after it, so that its nodes keep their places. */
export function joined(graph: ResultGraph, more: ResultGraph | undefined): ResultGraph {
  if (!more) return graph
  const places = new Map(graph.nodes.map(({ key }, place) => [key, place]))
  const nodes = [...graph.nodes]
  for (const node of more.nodes) {
    if (places.has(node.key)) continue
    places.set(node.key, nodes.length)
    nodes.push(node)
  }
  const known = linksOf(graph)
  const edges = more.edges.flatMap(({ from, label, to }) => {
    const [start = '', end = ''] = [more.nodes[from]?.key, more.nodes[to]?.key]
    return known.has(linkId(start, label, end))
      ? []
      : [{ from: places.get(start) ?? 0, label, to: places.get(end) ?? 0 }]
  })
  if (nodes.length === graph.nodes.length && edges.length === 0) return graph
  return { nodes, edges: [...graph.edges, ...edges] }
}

/** Neighbours of an entity over relations of one type and direction. */
export interface NeighbourGroup {
  readonly type: string
  readonly isOutgoing: boolean
  readonly total: number
  /** The relations that are not in the graph. */
  readonly fresh: readonly Row[]
}

/** Relations of an entity by type and direction, the most frequent first. */
export function neighbourGroups(rows: readonly Row[], key: string, graph: ResultGraph): NeighbourGroup[] {
  const drawn = linksOf(graph)
  const groups = new Map<string, NeighbourGroup & { readonly seen: Set<string>; readonly fresh: Row[] }>()
  for (const row of rows) {
    const found = graphOf([row])
    const edge = found?.edges[0]
    if (!found || !edge) continue
    const [from = '', to = ''] = [found.nodes[edge.from]?.key, found.nodes[edge.to]?.key]
    const isOutgoing = from === key
    const id = JSON.stringify([isOutgoing, edge.label])
    const group = groups.get(id) ?? { type: edge.label, isOutgoing, total: 0, fresh: [], seen: new Set() }
    groups.set(id, group)
    const link = linkId(from, edge.label, to)
    if (group.seen.has(link)) continue
    group.seen.add(link)
    if (!drawn.has(link)) group.fresh.push(row)
  }
  return [...groups.values()]
    .map(({ seen, ...group }) => ({ ...group, total: seen.size }))
    .sort((a, b) => b.total - a.total)
}

import { create } from 'zustand'
import type { Failure } from '#shared/workbench/failure.ts'
import { type MessageKey, text, type TextValues } from '../../i18n/text.ts'
import type { GraphEdge, GraphNode } from '../graph/graph.ts'
import type { TimeRange } from '../graph/lifetime.ts'
import { surfaces } from '../store/explorer-store.ts'
import { changeView } from '../view/surface-actions.ts'
import { viewOf } from '../view/surface.ts'

/** Results of an expansion awaiting the user's choice. */
export interface PendingExpansion {
  readonly centers: readonly string[]
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** An entity set and how many entities the server has of it. */
export interface CountedSet {
  readonly set: GraphNode
  readonly count: number
}

/** What closing the time machine restores. */
export interface OpenMachine {
  /** The time range before all time was shown. */
  readonly range: TimeRange | undefined
  /** Keys of what was loaded for it: what is gone, with its ends. */
  readonly past: ReadonlySet<string>
  /** Entity sets of which only some entities are open: of what is gone of them, only what was linked with those is shown. */
  readonly partial: number
  /** The moment to compare others with; Unix seconds. */
  readonly from?: number | undefined
}

interface TopologyState {
  readonly running: { readonly what: string; readonly done: number } | undefined
  readonly failure: Failure | undefined
  readonly pending: PendingExpansion | undefined
  /** The sets of a large topology, of which the user chooses. */
  readonly counted: readonly CountedSet[] | undefined
  /** Maximum entities loaded per entity set. */
  readonly limit: number
  /** Set while the time machine is open. */
  readonly machine: OpenMachine | undefined
  /** Why the result is truncated or empty: a message and its values. */
  readonly truncated: readonly [key: MessageKey, values?: TextValues] | undefined
  /** Why an address of the topology opened nothing: nothing was open before, or too much to open it unasked. */
  readonly unopened: 'none' | 'many' | undefined
  /** The entity sets that were opened whole, by key: what they get since belongs on the canvas, too. */
  readonly whole: ReadonlyMap<string, Pick<GraphNode, 'domain' | 'name'>>
  /** How many links the server has, in the time range, of each entity for which it was asked for all. */
  readonly links: ReadonlyMap<string, number>
}

export const useTopology = create<TopologyState>(() => ({
  running: undefined,
  failure: undefined,
  pending: undefined,
  counted: undefined,
  limit: 500,
  machine: undefined,
  truncated: undefined,
  unopened: undefined,
  whole: new Map(),
  links: new Map(),
}))

/** The topology's time range. */
export const timeRange = (): TimeRange | undefined => viewOf(surfaces.runtime.getState()).range

/** Shows and asks for only what was observed within a time range; consecutive changes are one undo step. */
export const setTimeRange = (range: TimeRange | undefined): void =>
  changeView(surfaces.runtime, text('explorer.time'), (view) => ({ ...view, range }), undefined, true)

/** Counts of another time range say nothing about this one. */
surfaces.runtime.subscribe((state, before) => {
  if (viewOf(state).range !== viewOf(before).range) useTopology.setState({ links: new Map() })
})

/** Notes how many links of these entities there are, from an answer that holds all of them. */
export function noteLinks(
  keys: Iterable<string>,
  edges: readonly Pick<GraphEdge, 'source' | 'target'>[],
): void {
  const counts = new Map<string, number>([...keys].map((key) => [key, 0]))
  for (const { source, target } of edges)
    for (const end of source === target ? [source] : [source, target]) {
      const count = counts.get(end)
      if (count !== undefined) counts.set(end, count + 1)
    }
  useTopology.setState(({ links }) => ({ links: new Map([...links, ...counts]) }))
}

import { edgesOf, type Graph, type GraphEdge, type GraphNode, kindCounts } from './graph.ts'
import { within } from './paths.ts'

/** Against the arrows to what depends on something, or along them to what it depends on. */
export const REACHES = ['in', 'out'] as const
export type ReachDirection = (typeof REACHES)[number]

/** The links that can be followed from a node in one direction. */
export interface Ground {
  readonly graph: Graph
  /** What of it is not on the canvas. */
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** Nodes whose own links were not read. */
  readonly unread: ReadonlySet<string>
  /** Whether some links of the others are missing. */
  readonly isCut: boolean
}

/** What depends on a node, or what it depends on, step by step. */
export interface Reach {
  /** Keys that are first reached with one step, with two, and so on. */
  readonly steps: readonly (readonly string[])[]
  /** What has to be added to the graph to show it. */
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** Whether there is more, which was not counted. */
  readonly isCut: boolean
}

/** The links of a graph that is whole, as a model is. */
export const wholeGround = (graph: Graph): Ground => ({
  graph,
  nodes: [],
  edges: [],
  unread: new Set(),
  isCut: false,
})

/** What a node reaches by links whose types are not left out. */
export function reachIn(
  { graph, nodes, edges, unread, isCut }: Ground,
  key: string,
  direction: ReachDirection,
  leftOut: ReadonlySet<string> = new Set(),
): Reach {
  const start = graph.indexOf.get(key)
  const steps: string[][] = []
  let meetsUnread = false
  if (start !== undefined) {
    const follows = (edge: number): boolean => !leftOut.has(graph.edges[edge]?.type ?? '')
    for (const [node, distance] of within(graph, start, Infinity, direction, follows)) {
      const found = graph.nodes[node]?.key ?? ''
      meetsUnread ||= unread.has(found)
      if (distance > 0) (steps[distance - 1] ??= []).push(found)
    }
  }
  return { steps, nodes, edges, isCut: isCut || meetsUnread }
}

/** Types of all links that can be followed from a node, with counts, the most first. */
export function typesFollowed({ graph }: Ground, key: string, direction: ReachDirection): [string, number][] {
  const start = graph.indexOf.get(key)
  if (start === undefined) return []
  const ahead = direction === 'in' ? graph.incoming : graph.outgoing
  const found = [...within(graph, start, Infinity, direction).keys()]
  return kindCounts(
    found.flatMap((node) => Array.from(edgesOf(ahead, node), (edge) => graph.edges[edge]?.type ?? '')),
  )
}

/** Maximum nodes shown unless the user asks for more: as many are read with ease. */
const EASY = 40

/** The steps to begin with: all that are shown with ease. */
export function easySteps(steps: Reach['steps']): number {
  let total = 0
  const far = steps.findIndex((keys) => (total += keys.length) > EASY)
  return Math.max(1, far < 0 ? steps.length : far)
}

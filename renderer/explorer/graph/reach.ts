import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { within } from './paths.ts'

/** Against the arrows to what depends on something, or along them to what it depends on. */
export const REACHES = ['in', 'out'] as const
export type ReachDirection = (typeof REACHES)[number]

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

/** The reach within a graph that is whole, as a model is. */
export function reachIn(graph: Graph, key: string, direction: ReachDirection): Reach {
  const start = graph.indexOf.get(key)
  const steps: string[][] = []
  if (start !== undefined)
    for (const [node, distance] of within(graph, start, Infinity, direction))
      if (distance > 0) (steps[distance - 1] ??= []).push(graph.nodes[node]?.key ?? '')
  return { steps, nodes: [], edges: [], isCut: false }
}

/** Maximum nodes shown unless the user asks for more: as many are read with ease. */
const EASY = 40

/** The steps to begin with: all that are shown with ease. */
export function easySteps(steps: Reach['steps']): number {
  let total = 0
  const far = steps.findIndex((keys) => (total += keys.length) > EASY)
  return Math.max(1, far < 0 ? steps.length : far)
}

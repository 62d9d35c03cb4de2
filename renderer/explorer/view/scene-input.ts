import type { Graph } from '../graph/graph.ts'
import type { Placement } from './placement.ts'
import type { CollapsedGroup, Projection } from './projection.ts'
import type { ViewState } from './view-state.ts'

/** What stands out for a while: selection, a path, a comparison. Not part of the saved view. */
export interface Emphasis {
  readonly selection: ReadonlySet<string>
  /** Nodes and edges (by key) that are lit while the rest is dimmed. */
  readonly lit?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
  /** What a comparison found, for nodes and edges by key. */
  readonly differences?: ReadonlyMap<string, 'added' | 'removed' | 'changed'> | undefined
}

/** Words that the scene needs; they come from the message catalogue. */
export interface SceneWords {
  /** Second line of a card. */
  detail(kind: string, fields: number | undefined): string
  groupTitle(group: string): string
  collapsedTitle(graph: Graph, collapsed: CollapsedGroup): string
  groupDetail(nodes: number, edges: number): string
  /** Kinds with how many of each, and how many kinds more there are. */
  kinds(counts: readonly (readonly [string, number])[], more: number): string
}

export interface SceneInput {
  readonly graph: Graph
  readonly view: ViewState
  readonly projection: Projection
  readonly placement: Placement
  readonly emphasis: Emphasis
}

/** The parts of the scene that its edges depend on. */
export interface SceneItems {
  readonly count: number
  readonly x: Float32Array
  readonly y: Float32Array
  readonly width: Float32Array
  readonly height: Float32Array
  /** Written to: neighbours of what is selected keep their ink. */
  readonly mark: Uint8Array
}

/** A text on one line: texts are joined by line breaks on their way to the painter. */
export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

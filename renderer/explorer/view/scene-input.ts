import { shownName } from '../../ui/shown-name.ts'
import type { Graph } from '../graph/graph.ts'
import type { Near } from './near-links.ts'
import type { Placement } from './placement.ts'
import type { CollapsedGroup, Projection } from './projection.ts'
import type { ViewState } from './view-state.ts'

/** Temporary emphasis: selection, a path, a comparison. Not part of a saved view. */
export interface Emphasis {
  readonly selection: ReadonlySet<string>
  /** Whether the selection dims nothing. */
  readonly isCalm?: boolean
  /** Nodes and edges (by key) highlighted while the rest is dimmed. */
  readonly lit?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
  /** Result of a comparison, for nodes and edges by key. */
  readonly differences?: ReadonlyMap<string, 'added' | 'removed' | 'changed'> | undefined
}

/** Localised texts of the scene. */
export interface SceneWords {
  /** Second line of a card. */
  detail(kind: string, fields: number | undefined): string
  /** Second line of the card of what is gone. */
  gone(kind: string): string
  groupTitle(graph: Graph, group: string): string
  collapsedTitle(graph: Graph, collapsed: CollapsedGroup): string
  /** "# link" and "# links", where numbers on lines are said in words. */
  readonly links?: readonly [one: string, more: string]
  /** Counts of a group's nodes, of links between them, and of links that join one with another group. */
  groupDetail(nodes: number, inner: number, outer: number): string
  /** Kinds with counts, and the number of further kinds; of all kinds if none is named. */
  kinds(counts: readonly (readonly [string, number])[], more: number): string
}

export interface SceneInput {
  readonly graph: Graph
  readonly view: ViewState
  readonly projection: Projection
  readonly placement: Placement
  readonly emphasis: Emphasis
  /** What is on screen, where a graph has too many links to draw each. */
  readonly near?: Near | undefined
}

/** The parts of the scene needed for its edges. */
export interface SceneItems {
  readonly count: number
  readonly x: Float32Array
  readonly y: Float32Array
  readonly width: Float32Array
  readonly height: Float32Array
  /** Hues of their domains. */
  readonly tint: Uint8Array
  /** Modified in place: neighbours of the selection are not dimmed. */
  readonly mark: Uint8Array
}

/** A text in one line, for the painter joins texts by line breaks; no character of it takes effect unseen. */
export const plain = (text: string): string => shownName(text.replaceAll(/\s+/g, ' '))

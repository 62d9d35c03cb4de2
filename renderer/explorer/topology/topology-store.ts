import { create } from 'zustand'
import type { Failure } from '#shared/workbench/failure.ts'
import type { MessageKey, TextValues } from '../../i18n/text.ts'
import type { GraphEdge, GraphNode } from '../graph/graph.ts'
import type { TimeRange } from './time-range.ts'

/** What an expansion found and the person has not chosen from yet. */
export interface PendingExpansion {
  readonly center: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

interface TopologyState {
  /** Only what was observed within it is asked for; RFC 3339. */
  readonly timeRange: TimeRange | undefined
  readonly running: { readonly what: string; readonly done: number } | undefined
  readonly failure: Failure | undefined
  readonly pending: PendingExpansion | undefined
  /** Entities asked for per opened entity set. */
  readonly limit: number
  /** Whether the slider over the times of what is on the canvas is open. */
  readonly machine: boolean
  /** Why less is loaded than there is, or nothing: a text and its values. */
  readonly truncated: readonly [key: MessageKey, values?: TextValues] | undefined
}

export const useTopology = create<TopologyState>(() => ({
  timeRange: undefined,
  running: undefined,
  failure: undefined,
  pending: undefined,
  limit: 500,
  machine: false,
  truncated: undefined,
}))

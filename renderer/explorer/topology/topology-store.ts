import { create } from 'zustand'
import type { Failure } from '#shared/workbench/failure.ts'
import type { MessageKey, TextValues } from '../../i18n/text.ts'
import type { GraphEdge, GraphNode } from '../graph/graph.ts'
import type { TimeRange } from './time-range.ts'

/** Results of an expansion awaiting the user's choice. */
export interface PendingExpansion {
  readonly center: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

interface TopologyState {
  /** Only what was observed within it is queried; RFC 3339. */
  readonly timeRange: TimeRange | undefined
  readonly running: { readonly what: string; readonly done: number } | undefined
  readonly failure: Failure | undefined
  readonly pending: PendingExpansion | undefined
  /** Maximum entities loaded per entity set. */
  readonly limit: number
  /** Whether the time machine is open. */
  readonly machine: boolean
  /** Why the result is truncated or empty: a message and its values. */
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

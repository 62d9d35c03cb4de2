import { createContext } from 'react'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import type { Span } from '#shared/telemetry/requests.ts'

/** The series being drawn. */
export const SeriesContext = createContext<SeriesAnswer | undefined>(undefined)

/** Actions on the drawn series; absent ones are not offered. */
export interface SeriesActions {
  /** Fetches a shorter range with a finer step; undefined if there is none. */
  refine?(span: Span, signal: AbortSignal): Promise<SeriesAnswer | undefined>
  /** Opens the topology at a time, in Unix seconds. */
  onTopology?(at: number): void
  /** Sets the query's time range. */
  onRange?(span: Span): void
  /** Turns live mode on or off. */
  readonly follow?: { readonly on: boolean; toggle(): void }
}

export const SeriesActionsContext = createContext<SeriesActions>({})

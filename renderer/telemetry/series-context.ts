import { createContext } from 'react'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'
import type { Span } from '#shared/telemetry/requests.ts'

/** The series being drawn. */
export const SeriesContext = createContext<SeriesAnswer | undefined>(undefined)

/** Actions on the drawn series; absent ones are not offered. */
export interface SeriesActions {
  /** The same within a shorter time, with a finer step; undefined where there is none. */
  refine?(span: Span, signal: AbortSignal): Promise<SeriesAnswer | undefined>
  /** Opens the topology of a moment, Unix seconds. */
  onTopology?(at: number): void
  /** Makes a time that of what is asked. */
  onRange?(span: Span): void
  /** Reads what is newest again and again, or no longer. */
  readonly follow?: { readonly on: boolean; toggle(): void }
}

export const SeriesActionsContext = createContext<SeriesActions>({})

import type { Tab } from '#shared/documents/query.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import type { Explain, Outcome } from '../../spl/result.ts'

/** Everything needed to repeat a run. */
export interface RunRequest {
  readonly connection: string
  readonly text: string
  readonly limit: number | undefined
  readonly parameters: Readonly<Record<string, unknown>>
  readonly timeRange: { readonly from?: string; readonly to?: string } | undefined
  readonly entities?: Tab['entities']
}

/** Outcome of a run; `failed` means no answer was received, a refused query is an outcome. */
export type RunState =
  | {
      readonly kind: 'running'
      /** Progress of a paged result: rows received, and rows requested. */
      readonly progress?: { readonly rows: number; readonly wanted: number }
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'explained'; readonly explain: Explain; readonly sequence: number }
  | {
      readonly kind: 'answered'
      readonly outcome: Outcome
      /**
       * The answer as a language model sees it, verbatim. Stored beside the rows, since neither rebuilds it: the
       * rows do not record the server's formatting, and the trace is bounded and may have dropped the message.
       */
      readonly toon: string
      readonly bytes: number
      /** Sequence number of the request in the connection's trace. */
      readonly sequence: number
    }

/** One run of one statement. */
export interface Run {
  readonly id: string
  readonly tab: string
  readonly request: RunRequest
  /** Offset of the statement in the tab's text at the start; error positions are relative to it. */
  readonly from: number
  /** Whether a part of a statement was selected and run. */
  readonly isPart?: boolean
  /** The tab's time range at the start, as it was chosen. */
  readonly range?: Tab['timeRange']
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Milliseconds; set when finished. */
  readonly milliseconds: number | undefined
  readonly state: RunState
  /** Whether the server's data changed since the run started. */
  readonly isOutdated?: boolean
}

/** Number of rows returned, or `undefined` if none were. */
export function rowCount(run: Run): number | undefined {
  if (run.state.kind !== 'answered' || run.state.outcome.kind !== 'rows') return undefined
  return run.state.outcome.result.rows.length
}

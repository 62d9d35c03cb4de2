import type { Tab } from '#shared/documents/query.ts'
import type { Failure } from '#shared/workbench/failure.ts'
import type { Explain, Outcome } from '../../spl/result.ts'

/** Everything that a run was asked with, so that it can be asked again. */
export interface RunRequest {
  readonly connection: string
  readonly text: string
  readonly limit: number | undefined
  readonly parameters: Readonly<Record<string, unknown>>
  readonly timeRange: { readonly from?: string; readonly to?: string } | undefined
  readonly entities?: Tab['entities']
}

/** What came of a run; `failed` is a call that did not reach an answer, a refused query is an outcome. */
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
      /** The answer as the model sees it. */
      readonly toon: string
      readonly bytes: number
      /** The request's place in the connection's trace. */
      readonly sequence: number
    }

/** One run of one statement. */
export interface Run {
  readonly id: string
  readonly tab: string
  readonly request: RunRequest
  /** Offset of the statement in the tab's text when it was started; positions of errors count from it. */
  readonly from: number
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Milliseconds; set when the run is over. */
  readonly milliseconds: number | undefined
  readonly state: RunState
}

/** Rows that a run returned, or `undefined` when it returned none. */
export function rowCount(run: Run): number | undefined {
  if (run.state.kind !== 'answered' || run.state.outcome.kind !== 'rows') return undefined
  return run.state.outcome.result.rows.length
}

import type { Query } from '#shared/spl/index.ts'
import type { GraphStore, Workspace } from '../graphstore/store.ts'
import type { QueryRequest } from './request.ts'
import type { Row } from './row.ts'
import type { Pace, Rows } from './rows.ts'
import type { WithPairs } from './with-pairs.ts'

/** Context for planning a query. */
export interface QueryContext {
  readonly store: GraphStore
  readonly workspace: Workspace
  readonly request: QueryRequest
  readonly query: Query
  readonly pairs: WithPairs
  /** Maximum rows of the answer: the request's limit, else the query's, else `topk`, else 100 (docs/spl.md#limits). */
  readonly limit: number
  readonly pace: Pace
}

/** Information about a plan besides its rows; see QueryExplain. */
export interface PlanNotes {
  readonly provider: string
  readonly pushdown: readonly string[]
  readonly fallback: readonly string[]
  readonly depth?: number
  readonly extra?: { readonly [name: string]: unknown }
}

/** The planned, not yet executed source of a query's rows. */
export interface Plan {
  readonly columns: readonly string[]
  readonly notes: PlanNotes
  /** Stages already applied by the source; the others run on its rows. */
  readonly handled: ReadonlySet<Query['stages'][number]>
  /** Whether rows are unordered: the first stage that needs an order must break ties by stable key. */
  readonly unordered?: boolean
  /** Whether the rows so far, and those to come before it is false, are in the order of the first sort key. */
  readonly inOrder?: () => boolean
  /** Whether the rows are the answer, ignoring all stages (docs/spl.md#stages, `.entity_set`). */
  readonly final?: boolean
  open(): Rows | Promise<Rows>
}

export type { Row }

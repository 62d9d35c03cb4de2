import type { Query } from '#shared/spl/index.ts'
import type { GraphStore, Workspace } from '../graphstore/store.ts'
import type { QueryRequest } from './request.ts'
import type { Row } from './row.ts'
import type { Pace, Rows } from './rows.ts'
import type { WithPairs } from './with-pairs.ts'

/** Everything that planning a query needs. */
export interface QueryContext {
  readonly store: GraphStore
  readonly workspace: Workspace
  readonly request: QueryRequest
  readonly query: Query
  readonly pairs: WithPairs
  /** Rows the answer may have: the request's limit, else the query's, else `topk`, else 100 (docs/spl.md#limits). */
  readonly limit: number
  readonly pace: Pace
}

/** What is said about a plan besides its rows; see QueryExplain. */
export interface PlanNotes {
  readonly provider: string
  readonly pushdown: readonly string[]
  readonly fallback: readonly string[]
  readonly depth?: number
  readonly extra?: { readonly [name: string]: unknown }
}

/** Where the rows of a query come from, planned but not yet run. */
export interface Plan {
  readonly columns: readonly string[]
  readonly notes: PlanNotes
  /** Stages that the source has already dealt with; the others run on its rows. */
  readonly handled: ReadonlySet<Query['stages'][number]>
  /** True when the rows come in no order: the first stage that asks for one has to break ties by stable key. */
  readonly unordered?: boolean
  /** True when the answer is the rows as they are, whatever stages follow (docs/spl.md#stages, `.entity_set`). */
  readonly final?: boolean
  open(): Rows | Promise<Rows>
}

export type { Row }

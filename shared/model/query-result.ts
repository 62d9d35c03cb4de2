import type { JsonObject } from './json.ts'

/** How a query is carried out; docs/spl.md#explain. Members without a value are left out. */
export interface QueryExplain {
  readonly source: string
  /** What the rows come from: `graphstore`, `model`, `search` or `plan`. */
  readonly provider: string
  readonly storage_provider: string
  readonly search_provider?: string
  readonly embed_model?: string
  readonly search_mode?: string
  readonly cypher_dialect?: string
  readonly cypher_engine?: string
  readonly entity_call?: {
    readonly name: string
    readonly arguments: readonly unknown[]
    readonly named_arguments: { readonly [name: string]: unknown }
    readonly parameters: { readonly [name: string]: unknown }
    readonly signature: readonly string[]
  }
  /** What the store does itself. */
  readonly pushdown?: readonly string[]
  /** What is done on the rows afterwards. */
  readonly fallback?: readonly string[]
  readonly operators?: readonly string[]
  /** Steps of a Cypher plan, in the order in which rows pass them. */
  readonly steps?: readonly { readonly operator: string; readonly details: string }[]
  readonly depth?: number
  /** What the answer leaves out or passes over, in sentences. */
  readonly warnings?: readonly string[]
  readonly limit: number
  readonly timeout_ms?: number
  readonly time_range_applied: boolean
}

/** The answer of `query_spl_execute`; docs/model-service.md#results. */
export interface QueryResult {
  /** In the order to show; rows may hold more members than these. */
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
  readonly page: { readonly limit: number; readonly page_token?: string; readonly has_more?: boolean }
  readonly explain: QueryExplain
  readonly warnings?: readonly string[]
}

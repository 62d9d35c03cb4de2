import type { JsonObject } from './json.ts'

/** How a query is executed; docs/spl.md#explain. Absent members are omitted. */
export interface QueryExplain {
  readonly source: string
  /** Source of the rows: `graphstore`, `model`, `search` or `plan`. */
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
  /** Operations executed by the store. */
  readonly pushdown?: readonly string[]
  /** Operations executed on the rows afterwards. */
  readonly fallback?: readonly string[]
  readonly operators?: readonly string[]
  /** Steps of a Cypher plan, in execution order. */
  readonly steps?: readonly { readonly operator: string; readonly details: string }[]
  readonly depth?: number
  /** What the answer omits or ignores, as sentences. */
  readonly warnings?: readonly string[]
  readonly limit: number
  readonly timeout_ms?: number
  readonly time_range_applied: boolean
}

/** The answer of `query_spl_execute`; docs/model-service.md#results. */
export interface QueryResult {
  /** Display order; rows may have further members. */
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
  readonly page: { readonly limit: number; readonly page_token?: string; readonly has_more?: boolean }
  readonly explain: QueryExplain
  readonly warnings?: readonly string[]
}

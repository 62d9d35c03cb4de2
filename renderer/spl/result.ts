import { z } from 'zod'
import { isFields } from '#shared/json/fields.ts'
import type { ToolAnswer } from '#shared/workbench/areas/models.ts'
import { text as say } from '../i18n/text.ts'

/** One row as sent by the server. */
export type Row = Readonly<Record<string, unknown>>

/** How the server planned a query (docs/spl.md#explain). Unknown members are preserved. */
export const explainSchema = z.looseObject({
  source: z.string().optional(),
  provider: z.string().optional(),
  storage_provider: z.string().optional(),
  search_provider: z.string().optional(),
  search_mode: z.string().optional(),
  embed_model: z.string().optional(),
  cypher_dialect: z.string().optional(),
  cypher_engine: z.string().optional(),
  entity_call: z.looseObject({ name: z.string().optional() }).optional(),
  pushdown: z.array(z.string()).optional(),
  fallback: z.array(z.string()).optional(),
  operators: z.array(z.string()).optional(),
  /** For Cypher: the operators of its plan. */
  steps: z
    .array(z.looseObject({ operator: z.string(), details: z.string().optional() }))
    .optional()
    .catch(undefined),
  depth: z.number().optional(),
  limit: z.number().optional(),
  timeout_ms: z.number().optional(),
  time_range_applied: z.boolean().optional(),
})
export type Explain = z.infer<typeof explainSchema>

const queryResult = z.looseObject({
  columns: z.array(z.string()).default([]),
  // Custom check: zod would copy 100,000 rows, which takes a second.
  rows: z.custom<Row[]>((value) => Array.isArray(value) && value.every(isFields)).default([]),
  page: z.looseObject({ limit: z.number().optional(), page_token: z.string().optional() }).optional(),
  explain: explainSchema.optional().catch(undefined),
})

/**
 * Why a result has no more rows: the requested limit (or the server's default), the query's own `| limit`,
 * the page's maximum, or a cancel.
 */
export type TruncationReason = 'limit' | 'query' | 'page' | 'stopped'

/** The result of a run. `columns`: the server's, in its order, then other members of the rows. */
export interface QueryResult {
  readonly columns: readonly string[]
  /** Number of columns named by the server; the rest come from the rows. */
  readonly named: number
  readonly rows: readonly Row[]
  /** The effective limit, and a token if there is more. */
  readonly limit: number | undefined
  readonly more: boolean
  /** Why rows are missing, if there are more. */
  readonly bound?: TruncationReason
  readonly explain: Explain | undefined
}

/** A refused query: the server's code and message, and the range, in characters of the statement. */
export interface QueryRefusal {
  readonly code: string
  readonly message: string
  readonly from?: number
  readonly to?: number
  readonly suggestion?: string
  readonly details?: Readonly<Record<string, unknown>>
}

export type Outcome =
  | { readonly kind: 'rows'; readonly result: QueryResult }
  | { readonly kind: 'refused'; readonly refusal: QueryRefusal }

const answerShape = z.looseObject({
  ok: z.boolean().optional(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  code: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/**
 * Returns column names: the server's, then other members of the rows. If there are others, the service's own
 * `__fields__` go last, so that an entity's properties come first.
 */
export function allColumns(named: readonly string[], rows: readonly Row[]): string[] {
  const seen = new Set(named)
  for (const row of rows.slice(0, COLUMN_SCAN)) for (const key of Object.keys(row)) seen.add(key)
  const all = [...seen]
  if (all.length === named.length) return all
  const own = (column: string): boolean => !/^__.*__$/.test(column)
  return [...all.filter(own), ...all.filter((column) => !own(column))]
}

/** Rows scanned for unnamed members; rows of one result have the same shape. */
const COLUMN_SCAN = 500

/** Parses the answer of `query_spl_execute`; an answer of another shape becomes a refusal that says so. */
export function readAnswer(answer: ToolAnswer): Outcome {
  const shape = answerShape.safeParse(answer.structured)
  if (!shape.success) {
    const message = answer.text.slice(0, 400) || say('query.refused.noStructure')
    return { kind: 'refused', refusal: { code: 'UNREADABLE', message } }
  }
  const { ok, output, error, code, details } = shape.data
  if (answer.isError || ok === false) return { kind: 'refused', refusal: refusalOf(error, code, details) }
  const parsed = queryResult.safeParse(output)
  if (!parsed.success) {
    return { kind: 'refused', refusal: { code: 'UNREADABLE', message: say('query.refused.noRows') } }
  }
  const { columns, rows, page, explain } = parsed.data
  // Some servers say 0 for none.
  const limit = page?.limit || explain?.limit || undefined
  return {
    kind: 'rows',
    result: {
      columns: allColumns(columns, rows),
      named: columns.length,
      rows,
      limit,
      more: Boolean(page?.page_token) || (limit !== undefined && rows.length >= limit),
      explain,
    },
  }
}

function refusalOf(
  error: unknown,
  code: string | undefined,
  details: Record<string, unknown> | undefined,
): QueryRefusal {
  const nested = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : undefined
  const message =
    typeof error === 'string' ? error : cellText(nested?.['message']) || say('query.refused.plain')
  const found = details ?? (nested?.['details'] as Record<string, unknown> | undefined)
  const number = (value: unknown): number | undefined =>
    value === undefined || value === null || Number.isNaN(Number(value)) ? undefined : Number(value)
  const from = number(found?.['from'])
  const to = number(found?.['to'])
  const suggestion = found?.['suggestion']
  return {
    code: code ?? (cellText(nested?.['code']) || 'FAILED'),
    message,
    from,
    to,
    ...(typeof suggestion === 'string' ? { suggestion } : {}),
    details: found,
  }
}

/** Formats a cell as one line; objects and lists as JSON, null as an empty string. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'object') return JSON.stringify(value)
  return JSON.stringify(value) ?? ''
}

import { type CypherQuery, type Offset, parseCypher } from '#shared/spl/cypher/index.ts'
import type { Row } from './compiler.ts'
import type { Graph, Json } from './graph.ts'
import { compileQuery } from './query-compiler.ts'
import { PAUSE, Run } from './run.ts'
import { rowBytes } from './size.ts'
import { toJson } from './value.ts'

export { GraphNode, GraphRelation } from './graph.ts'
export type { Graph, Hop, Json, NodePages, NodeRequest } from './graph.ts'
export { AGGREGATES } from './aggregate.ts'
export { SCALAR_FUNCTIONS } from './functions/index.ts'

export interface CypherRequest {
  /** The query, without the backticks around it, or one that is parsed already. */
  readonly text: string | CypherQuery
  /** Values for `$name`; every parameter the query names has to be here. */
  readonly parameters?: { readonly [name: string]: Json }
  readonly graph: Graph
  /** Where `text` stands in the caller's text; errors point there. */
  readonly offset?: Offset
}

export interface CypherRun extends CypherRequest {
  /** Most rows to answer; the search ends as soon as they are found. Default: all. */
  readonly limit?: number
  readonly signal?: AbortSignal
  /** Milliseconds after which the query is stopped with TIMEOUT. Default: none. */
  readonly timeoutMs?: number
  /** Most rows that sorting, grouping and lists may keep at once. Default 1,000,000. */
  readonly maxHeldRows?: number
}

export interface CypherResult {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly [column: string]: Json }[]
}

/** One operator of a plan, in the order in which rows pass them. */
export interface CypherPlanStep {
  readonly operator: string
  readonly details: string
}

/**
 * Runs a read-only openCypher query over a graph.
 *
 * @throws CypherError QUERY_PARSE_ERROR, QUERY_PLAN_ERROR (also for values of the wrong type met on the way) or TIMEOUT
 *   (deadline or cancellation), each with the place in the caller's text
 */
export async function runCypher(request: CypherRun): Promise<CypherResult> {
  const query = parsed(request)
  const limit = request.limit ?? Number.POSITIVE_INFINITY
  const run = new Run({ ...request, parameters: request.parameters ?? {}, span: query })
  const { source, columns } = compileQuery(run, query, limit, () => {})
  source.start([])
  const rows: { readonly [column: string]: Json }[] = []
  while (rows.length < limit) {
    const row = next(source)
    if (row === PAUSE) await run.settle()
    else if (row === undefined) break
    else {
      // A value is refused before it is written out: parts that it has in common are then there as often as they stand in it.
      run.hold(1, rowBytes(row))
      const members = Object.fromEntries(columns.map((column, index) => [column, toJson(row[index] ?? null)]))
      rows.push(members)
    }
  }
  return { columns, rows }
}

function next(source: { readonly row: Row; advance(): boolean }): Row | undefined | typeof PAUSE {
  try {
    return source.advance() ? source.row : undefined
  } catch (error) {
    if (error === PAUSE) return PAUSE
    throw error
  }
}

/**
 * Plans a query without running it.
 *
 * @throws CypherError as {@link runCypher} does before it touches the graph
 */
export function explainCypher(request: CypherRequest): {
  readonly columns: readonly string[]
  readonly steps: readonly CypherPlanStep[]
} {
  const query = parsed(request)
  const run = new Run({ graph: request.graph, parameters: request.parameters ?? {}, span: query })
  const steps: CypherPlanStep[] = []
  const { columns } = compileQuery(run, query, Number.POSITIVE_INFINITY, (operator, details = '') => {
    steps.push({ operator, details })
  })
  return { columns, steps }
}

function parsed({ text, offset }: CypherRequest): CypherQuery {
  return typeof text === 'string' ? parseCypher(text, offset) : text
}

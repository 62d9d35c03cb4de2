import {
  type CypherQuery,
  type Offset,
  parseCypher,
  type Clause,
  type Expression,
  type MatchClause,
  type Pattern,
  type SingleQuery,
  type UnwindClause,
  planError,
} from '#shared/spl/cypher/index.ts'
import type { Row, Compiler, Evaluate, RowSource } from './compiler.ts'
import type { Graph, Json } from './graph.ts'
import { PAUSE, Run } from './run.ts'
import { rowBytes } from './size.ts'
import { toJson } from './value.ts'
import { compileExpression } from './expression.ts'
import { planMatch } from './match/planner.ts'
import { Concatenation, Distinct, Once, Unwind } from './pipeline/basic.ts'
import { MatchRows } from './pipeline/match-rows.ts'
import { Project } from './pipeline/project.ts'
import {
  type PlanSink,
  type ProjectionCompiler,
  compileProjection,
  fingerprint,
} from './pipeline/projection.ts'
import { Scope } from './scope.ts'

/** The only {@link Compiler} implementation, which combines expressions, patterns and clauses. */
class QueryCompiler implements ProjectionCompiler {
  readonly run: Run
  readonly scope: Scope
  readonly #replaced: ReadonlyMap<string, number>
  readonly #ungroupedHint: boolean

  constructor(
    run: Run,
    scope: Scope,
    replaced: ReadonlyMap<string, number> = new Map(),
    ungroupedHint = false,
  ) {
    this.run = run
    this.scope = scope
    this.#replaced = replaced
    this.#ungroupedHint = ungroupedHint
  }

  expression(expression: Expression): Evaluate {
    const slot = this.#replaced.size > 0 ? this.#replaced.get(fingerprint(expression)) : undefined
    if (slot !== undefined) return (row) => row[slot] ?? null
    if (this.#ungroupedHint && expression.kind === 'variable' && !this.scope.get(expression.name)) {
      throw planError(
        expression,
        `${expression.name} is neither a column nor inside an aggregate; return it as a column of its own.`,
        { found: expression.name },
      )
    }
    return compileExpression(this, expression)
  }

  patterns(patterns: readonly Pattern[], where: Expression | undefined): RowSource {
    return planMatch(this, patterns, where)
  }

  subquery(query: SingleQuery) {
    const { source, columns } = compileSingle(this, query, {
      carried: this.scope.names(),
      most: Number.POSITIVE_INFINITY,
      note: () => {},
    })
    return { source, columns: columns.map((_, index) => index) }
  }

  within(scope: Scope): Compiler {
    return new QueryCompiler(this.run, scope, this.#replaced, this.#ungroupedHint)
  }

  replacing(scope: Scope, replaced: ReadonlyMap<string, number>, ungroupedHint: boolean): Compiler {
    return new QueryCompiler(this.run, scope, replaced, ungroupedHint)
  }
}

interface Options {
  readonly carried: readonly string[]
  readonly most: number
  readonly note: PlanSink
}

interface Compiled {
  readonly source: RowSource
  readonly columns: readonly string[]
}

/**
 * Compiles a whole query. Result rows have one value per column, in order.
 *
 * @param most maximum rows that the caller reads
 * @throws CypherError QUERY_PLAN_ERROR when names, kinds, arities or columns do not match
 */
function compileQuery(run: Run, query: CypherQuery, most: number, note: PlanSink): Compiled {
  if (new Set(query.all).size > 1) {
    throw planError(query, 'UNION and UNION ALL cannot be mixed in one query.')
  }
  const keepsAll = query.all.length === 0 || query.all[0] === true
  const parts = query.parts.map((part) =>
    compileSingle(new QueryCompiler(run, new Scope()), part, {
      carried: [],
      most: keepsAll ? most : Number.POSITIVE_INFINITY,
      note,
    }),
  )
  const [first] = parts
  if (!first || parts.length === 1) return first ?? { source: new Once(), columns: [] }
  const aligned = parts.map((part, index) => align(run, part, first.columns, query.parts[index] ?? query))
  note(keepsAll ? 'UnionAll' : 'Union')
  const all = new Concatenation(aligned)
  return { source: keepsAll ? all : new Distinct(all, run, first.columns.length), columns: first.columns }
}

/** Reorders the columns of a union part to those of the first part. */
function align(
  run: Run,
  part: Compiled,
  columns: readonly string[],
  at: SingleQuery | CypherQuery,
): RowSource {
  const same = part.columns.length === columns.length && part.columns.every((name) => columns.includes(name))
  if (!same) {
    throw planError(
      at,
      `The parts of a UNION return the same columns; this one returns ${part.columns.join(', ')}.`,
      {
        expected: columns,
      },
    )
  }
  const slots = columns.map((name) => part.columns.indexOf(name))
  if (slots.every((slot, index) => slot === index)) return part.source
  const evaluators = slots.map((slot) => (row: Row) => row[slot] ?? null)
  return new Project(part.source, run, evaluators, [], 0)
}

function compileSingle(outer: QueryCompiler, query: SingleQuery, options: Options): Compiled {
  let compiler = outer
  let source: RowSource = new Once()
  let columns: readonly string[] = []
  for (const clause of query.clauses) {
    if (clause.kind === 'match' || clause.kind === 'unwind') {
      source = compileReading(compiler, clause, source, options.note)
      continue
    }
    if (clause.star && clause.kind === 'return' && options.carried.length === 0)
      refuseEmptyStar(compiler.scope, clause)
    const projected = compileProjection(compiler, clause, source, options)
    source = projected.source
    columns = projected.columns
    compiler = new QueryCompiler(outer.run, projected.scope)
  }
  return { source, columns }
}

function refuseEmptyStar(scope: Scope, clause: Clause): void {
  if (scope.names().length === 0) throw planError(clause, 'RETURN * needs at least one variable to return.')
}

function compileReading(
  compiler: QueryCompiler,
  clause: MatchClause | UnwindClause,
  source: RowSource,
  note: PlanSink,
): RowSource {
  const { run, scope } = compiler
  if (clause.kind === 'unwind') {
    const list = compiler.expression(clause.list)
    if (scope.get(clause.variable.name)) {
      throw planError(
        clause.variable,
        `The variable ${clause.variable.name} is bound already; choose another name.`,
      )
    }
    note('Unwind', clause.variable.name)
    return new Unwind(source, run, list, scope.declare(clause.variable.name, 'value').slot)
  }
  const before = new Set(scope.names())
  const matcher = planMatch(compiler, clause.patterns, clause.where)
  for (const step of matcher.steps) {
    const { operator, details } = step.describe()
    note(clause.optional ? `Optional${operator}` : operator, details)
  }
  const added = scope.names().filter((name) => !before.has(name))
  const slots = added.map((name) => scope.get(name)?.slot ?? 0)
  return new MatchRows(source, matcher, run, clause.optional ? slots : undefined)
}

export { GraphNode, GraphRelation } from './graph.ts'
export type { Graph, Hop, Json, NodePages, NodeRequest } from './graph.ts'
export { AGGREGATES } from './aggregate.ts'
export { SCALAR_FUNCTIONS } from './functions/index.ts'

export interface CypherRequest {
  /** The query without surrounding backticks, or an already parsed one. */
  readonly text: string | CypherQuery
  /** Values for `$name`; must contain every parameter that the query uses. */
  readonly parameters?: { readonly [name: string]: Json }
  readonly graph: Graph
  /** Position of `text` in the caller's text, to which errors refer. */
  readonly offset?: Offset
}

export interface CypherRun extends CypherRequest {
  /** Maximum result rows; the search stops once they are found. Default: all. */
  readonly limit?: number
  readonly signal?: AbortSignal
  /** Milliseconds after which the query fails with TIMEOUT. Default: none. */
  readonly timeoutMs?: number
  /** Maximum rows held at once by sorting, grouping and lists. Default 1,000,000. */
  readonly maxHeldRows?: number
}

export interface CypherResult {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly [column: string]: Json }[]
}

/** One operator of a plan, in execution order. */
export interface CypherPlanStep {
  readonly operator: string
  readonly details: string
}

/**
 * Runs a read-only openCypher query on a graph.
 *
 * @throws CypherError QUERY_PARSE_ERROR, QUERY_PLAN_ERROR (also for type errors at run time) or TIMEOUT
 *   (deadline or cancellation), each with the position in the caller's text
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
      // Check the size before serialising: shared parts are written as often as they occur.
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

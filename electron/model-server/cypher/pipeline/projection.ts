import {
  type CallExpression,
  type Expression,
  type ProjectionClause,
  type ProjectionItem,
  type SortItem,
  planError,
} from '#shared/spl/cypher/index.ts'
import { aggregateArity, isAggregate } from '../aggregate.ts'
import type { Compiler, RowSource, Row } from '../compiler.ts'
import { type BindingKind, Scope } from '../scope.ts'
import { order } from '../order.ts'
import { Holding, type Run } from '../run.ts'
import { rowBytes } from '../size.ts'
import { Distinct, Filter, Window, rowCount } from './basic.ts'
import { Aggregate, Project } from './project.ts'

/** Sorts rows by the keys after their `width` columns. With a `limit` it never holds more than twice that many rows. */
class Sort implements RowSource {
  row: Row = []
  readonly #source: RowSource
  readonly #run: Run
  readonly #holding: Holding
  readonly #width: number
  readonly #descending: readonly boolean[]
  readonly #limit: number
  #rows: { row: Row; position: number; bytes: number }[] = []
  #position = 0
  #sorted = false
  #index = 0

  constructor(source: RowSource, run: Run, width: number, descending: readonly boolean[], limit: number) {
    this.#source = source
    this.#run = run
    this.#holding = new Holding(run)
    this.#width = width
    this.#descending = descending
    this.#limit = limit
  }

  start(input: Row): void {
    this.#rows = []
    this.#holding.clear()
    this.#position = 0
    this.#sorted = false
    this.#index = 0
    this.#source.start(input)
  }

  advance(): boolean {
    if (!this.#sorted) this.#gather()
    const next = this.#rows[this.#index]
    if (!next) return false
    this.#index += 1
    this.row = next.row
    return true
  }

  #gather(): void {
    const most = this.#limit * 2
    while (this.#source.advance()) {
      const row = [...this.#source.row]
      const bytes = rowBytes(row)
      this.#rows.push({ row, position: this.#position, bytes })
      this.#holding.add(bytes)
      this.#position += 1
      if (this.#rows.length > most + 64) this.#trim()
      else if (this.#rows.length > this.#peak) {
        this.#peak = this.#rows.length
        this.#run.hold()
      }
    }
    this.#trim()
    this.#sorted = true
  }

  /** Peak number of held rows, which has been accounted for. */
  #peak = 0

  #trim(): void {
    this.#rows.sort((a, b) => this.#compare(a.row, b.row) || a.position - b.position)
    for (const { bytes } of this.#rows.splice(Math.min(this.#limit, this.#rows.length)))
      this.#holding.add(-bytes)
  }

  #compare(a: Row, b: Row): number {
    for (const [index, descending] of this.#descending.entries()) {
      const step = order(a[this.#width + index] ?? null, b[this.#width + index] ?? null)
      if (step !== 0) return descending ? -step : step
    }
    return 0
  }
}

/** Reports one operator of the plan, in execution order. */
export type PlanSink = (operator: string, details?: string) => void

/** A compiler that also knows which expressions are already computed, and their slots. */
export interface ProjectionCompiler extends Compiler {
  /** Returns a compiler for a scope in which exactly these expressions (by {@link fingerprint}) have slots. */
  replacing(scope: Scope, replaced: ReadonlyMap<string, number>, ungroupedHint: boolean): Compiler
}

interface Projected {
  readonly source: RowSource
  readonly scope: Scope
  readonly columns: readonly string[]
}

interface Column {
  readonly name: string
  readonly expression: Expression
  readonly kind: BindingKind
}

/** Returns a key that is equal for expressions with the same text, regardless of position. */
export function fingerprint(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) =>
    key === 'from' || key === 'to' ? undefined : value,
  )
}

/**
 * Compiles WITH or RETURN: columns, grouping, DISTINCT, ORDER BY, SKIP, LIMIT, and WITH's WHERE.
 *
 * @param carried outer variables that stay visible to a subquery after a WITH
 * @param most maximum rows that any caller reads, which lets a sort keep fewer
 */
export function compileProjection(
  compiler: ProjectionCompiler,
  clause: ProjectionClause,
  source: RowSource,
  options: { readonly carried: readonly string[]; readonly most: number; readonly note: PlanSink },
): Projected {
  const { run } = compiler
  const { note } = options
  const columns = columnsOf(compiler.scope, clause, options.carried)
  const prepared = columns.some((column) => aggregatesIn(column.expression).length > 0)
    ? grouped(compiler, columns, clause.orderBy, source, note)
    : { source, compiler, replaced: new Map<string, number>(), grouped: false }
  const evaluators = columns.map((column) => prepared.compiler.expression(column.expression))
  const offset = prepared.compiler.scope.frame.width
  const keys = sortKeys(compiler, prepared, columns, clause, offset)
  let rows: RowSource = new Project(prepared.source, run, evaluators, keys, offset)
  note('Projection', columns.map((column) => column.name).join(', '))
  if (clause.distinct) {
    rows = new Distinct(rows, run, columns.length)
    note('Distinct')
  }
  const skip = clause.skip ? rowCount(compiler.within(new Scope()).expression(clause.skip), clause.skip) : 0
  const wanted = clause.limit
    ? rowCount(compiler.within(new Scope()).expression(clause.limit), clause.limit)
    : Number.POSITIVE_INFINITY
  const limit = clause.kind === 'return' ? Math.min(wanted, options.most) : wanted
  if (keys.length > 0) {
    rows = new Sort(
      rows,
      run,
      columns.length,
      clause.orderBy.map((item) => item.descending),
      skip + limit,
    )
    note(
      Number.isFinite(limit) ? 'Top' : 'Sort',
      clause.orderBy.length === 1 ? '1 key' : `${clause.orderBy.length} keys`,
    )
  }
  if (clause.skip || clause.limit) {
    rows = new Window(rows, skip, wanted)
    note('Window', `skip ${skip}${clause.limit ? `, limit ${wanted}` : ''}`)
  }
  const scope = new Scope({ width: 0 })
  for (const column of columns) scope.declare(column.name, column.kind)
  if (clause.where) {
    rows = new Filter(rows, run, clause.where, compiler.within(scope).expression(clause.where))
    note('Filter')
  }
  return { source: rows, scope, columns: columns.map((column) => column.name) }
}

// -- columns

function columnsOf(scope: Scope, clause: ProjectionClause, carried: readonly string[]): Column[] {
  const taken = clause.star ? scope.names().filter((name) => name !== '') : []
  const names = columnNames(clause.items)
  const own = new Set([...taken, ...names])
  const inherited = clause.kind === 'with' ? carried.filter((name) => !own.has(name)) : []
  const columns = [...taken, ...inherited].map((name) => variableColumn(scope, name, clause))
  for (const [index, item] of clause.items.entries()) {
    const kind =
      item.expression.kind === 'variable' ? (scope.get(item.expression.name)?.kind ?? 'value') : 'value'
    columns.push({ name: names[index] ?? item.text, expression: item.expression, kind })
  }
  const seen = new Set<string>()
  for (const column of columns) {
    if (seen.has(column.name)) {
      throw planError(column.expression, `Two columns are called ${column.name}; rename one with AS.`)
    }
    seen.add(column.name)
  }
  return columns
}

function variableColumn(scope: Scope, name: string, clause: ProjectionClause): Column {
  const expression = { kind: 'variable' as const, name, from: clause.from, to: clause.to }
  return { name, expression, kind: scope.get(name)?.kind ?? 'value' }
}

/**
 * Names columns without AS as the service always has: `a.b` is b, `count(…)` is count
 * (docs/spl.md#graph-calls). If that gives two columns the same name, both are named by their text.
 */
function columnNames(items: readonly ProjectionItem[]): string[] {
  const short = items.map((item) => item.alias ?? shortName(item))
  return items.map((item, index) => {
    const clashes = short.filter((name) => name === short[index]).length > 1
    return item.alias ?? (clashes ? item.text : (short[index] ?? item.text))
  })
}

function shortName({ expression, text }: ProjectionItem): string {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind === 'property') return expression.key.name
  return expression.kind === 'call' ? expression.name.name : text
}

// -- grouping

/** Returns the outermost aggregate calls of an expression, excluding those inside subqueries. */
function aggregatesIn(node: unknown): CallExpression[] {
  if (Array.isArray(node)) return node.flatMap(aggregatesIn)
  if (node === null || typeof node !== 'object') return []
  if ('kind' in node) {
    if (node.kind === 'subquery') return []
    const call = node as CallExpression
    if (node.kind === 'call' && isAggregate(call.name.name)) return [call]
  }
  return Object.values(node).flatMap(aggregatesIn)
}

interface Prepared {
  readonly source: RowSource
  readonly compiler: Compiler
  readonly replaced: ReadonlyMap<string, number>
  readonly grouped: boolean
}

function grouped(
  compiler: ProjectionCompiler,
  columns: readonly Column[],
  orderBy: readonly SortItem[],
  source: RowSource,
  note: PlanSink,
): Prepared {
  const keys = columns.filter((column) => aggregatesIn(column.expression).length === 0)
  const calls = new Map<string, CallExpression>()
  for (const { expression } of [...columns, ...orderBy]) {
    for (const call of aggregatesIn(expression)) calls.set(fingerprint(call), call)
  }
  const scope = new Scope()
  const replaced = new Map<string, number>()
  for (const key of keys) replaced.set(fingerprint(key.expression), scope.reserve())
  for (const call of calls.keys()) replaced.set(call, scope.reserve())
  const aggregate = new Aggregate(
    source,
    compiler.run,
    keys.map((key) => compiler.expression(key.expression)),
    [...calls.values()].map((call) => aggregateCall(compiler, call)),
  )
  note('Aggregation', keys.length > 0 ? `by ${keys.map((key) => key.name).join(', ')}` : 'all rows')
  return { source: aggregate, compiler: compiler.replacing(scope, replaced, true), replaced, grouped: true }
}

function aggregateCall(compiler: Compiler, call: CallExpression) {
  const { name } = call.name
  const wanted = aggregateArity(name)
  if (!call.star && call.args.length !== wanted) {
    throw planError(
      call,
      `${name} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${call.args.length}.`,
    )
  }
  return {
    from: call.from,
    to: call.to,
    name,
    distinct: call.distinct,
    args: call.args.map((argument) => compiler.expression(argument)),
  }
}

// -- sorting

/**
 * Sort keys can use the columns, by alias or by the same expression. Without grouping and DISTINCT they can
 * also use the variables from which the columns were computed.
 */
function sortKeys(
  compiler: ProjectionCompiler,
  prepared: Prepared,
  columns: readonly Column[],
  clause: ProjectionClause,
  offset: number,
) {
  if (clause.orderBy.length === 0) return []
  const { frame } = prepared.compiler.scope
  const open = !prepared.grouped && !clause.distinct
  const scope = open ? prepared.compiler.scope.fork() : new Scope(frame)
  const replaced = new Map(prepared.replaced)
  for (const [index, column] of columns.entries()) {
    replaced.set(fingerprint(column.expression), offset + index)
    scope.declare(column.name, column.kind)
  }
  const inner = compiler.replacing(scope, replaced, !open)
  return clause.orderBy.map((item) => inner.expression(item.expression))
}

import type { Expression, Pattern, SingleQuery } from '#shared/spl/cypher/index.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'
import type { Value } from './value.ts'

/** One row of slots. A running pipeline reuses its rows, so copy a row to keep it. */
export type Row = Value[]

export type Evaluate = (row: Row) => Value

/** Pull-based row iterator. `row` is valid after `advance` returned true, until the next call. */
export interface RowSource {
  readonly row: Row
  /** Restarts with a new input row. */
  start(input: Row): void
  advance(): boolean
}

/**
 * Compiles syntax within one scope. The parts of the language are mutually recursive (patterns contain
 * expressions, expressions contain patterns and whole queries), so each reaches the others through this
 * interface.
 */
export interface Compiler {
  readonly run: Run
  readonly scope: Scope
  expression(expression: Expression): Evaluate
  /** Compiles patterns, adding their variables to the scope. */
  patterns(patterns: readonly Pattern[], where: Expression | undefined): RowSource
  /** Compiles a query inside an expression, with any number of columns. */
  subquery(query: SingleQuery): { readonly source: RowSource; readonly columns: readonly number[] }
  /** Returns a compiler for another scope. */
  within(scope: Scope): Compiler
}

/** Evaluates a predicate; null counts as false. The evaluators refuse a value that is not boolean. */
export type Check = (row: Row) => boolean

import type { Expression, Pattern, SingleQuery } from '#shared/spl/cypher/index.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'
import type { Value } from './value.ts'

/** One row of slots. Rows of a running pipeline are reused; whoever keeps one copies it. */
export type Row = Value[]

export type Evaluate = (row: Row) => Value

/** Produces rows one by one. `row` is valid after `advance` returned true, until it is called again. */
export interface RowSource {
  readonly row: Row
  /** Starts over with a new input row. */
  start(input: Row): void
  advance(): boolean
}

/**
 * Turns syntax into something that runs, within one scope. The parts of the language need each other (patterns hold
 * expressions, expressions hold patterns and whole queries), so each reaches the others through this interface.
 */
export interface Compiler {
  readonly run: Run
  readonly scope: Scope
  expression(expression: Expression): Evaluate
  /** Matches patterns, adding their variables to the scope. */
  patterns(patterns: readonly Pattern[], where: Expression | undefined): RowSource
  /** A query inside an expression; its last column count is not restricted. */
  subquery(query: SingleQuery): { readonly source: RowSource; readonly columns: readonly number[] }
  /** The same compiler for another scope. */
  within(scope: Scope): Compiler
}

/** Where a predicate holds: true only for true. A value that is not a truth value is refused by the evaluators. */
export type Check = (row: Row) => boolean

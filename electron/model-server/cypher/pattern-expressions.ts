import {
  type CallExpression,
  type Pattern,
  type PatternComprehension,
  type Span,
  type SubqueryExpression,
  planError,
} from '#shared/spl/cypher/index.ts'
import type { Compiler, Evaluate, Row, RowSource } from './compiler.ts'
import type { Run } from './run.ts'
import { sizeOf } from './size.ts'
import type { Value } from './value.ts'

/** A pattern as a condition: true when it matches at least once. It must not introduce variables. */
export function compilePatternTest(compiler: Compiler, pattern: Pattern): Evaluate {
  refuseNewVariables(compiler, pattern)
  const source = compiler.within(compiler.scope.fork()).patterns([pattern], undefined)
  return (row) =>
    compiler.run.atomically(() => {
      source.start(row)
      return source.advance()
    })
}

function refuseNewVariables(compiler: Compiler, pattern: Pattern): void {
  for (const part of [...pattern.nodes, ...pattern.relationships]) {
    if (part.variable) compiler.scope.need(part.variable)
  }
}

/** `[p = (a)-->(b) WHERE … | …]`: one item per match. */
export function compilePatternComprehension(compiler: Compiler, node: PatternComprehension): Evaluate {
  const inner = compiler.within(compiler.scope.fork())
  const source = inner.patterns([node.pattern], node.where)
  const projection = inner.expression(node.projection)
  return (row) => gather(compiler.run, node, source, row, projection)
}

function gather(run: Run, at: Span, source: RowSource, row: Row, item: Evaluate): Value {
  return run.atomically(() => {
    const out: Value[] = []
    let { made } = run
    source.start(row)
    while (source.advance()) {
      run.hold()
      const value = item(source.row)
      made += sizeOf(value).bytes
      run.setMade(made, at)
      out.push(value)
    }
    return out
  })
}

/** `EXISTS { … }`, `COUNT { … }`, `COLLECT { … }`: a subquery that sees the outer variables. */
export function compileSubquery(compiler: Compiler, node: SubqueryExpression): Evaluate {
  const { source, columns } = compiler.within(compiler.scope.fork()).subquery(node.query)
  const { run } = compiler
  if (node.mode === 'exists') {
    return (row) =>
      run.atomically(() => {
        source.start(row)
        return source.advance()
      })
  }
  if (node.mode === 'collect') {
    const [column] = columns
    if (column === undefined || columns.length !== 1) {
      throw planError(node, `COLLECT returns one column, not ${columns.length}.`)
    }
    return (row) => gather(run, node, source, row, (inner) => inner[column] ?? null)
  }
  return (row) =>
    run.atomically(() => {
      let seen = 0
      source.start(row)
      while (source.advance()) seen += 1
      return seen
    })
}

/** `shortestPath(…)` and `allShortestPaths(…)` as values: a path or null, or the list of paths. */
export function compileShortestPath(compiler: Compiler, node: CallExpression): Evaluate {
  const [argument] = node.args
  if (argument?.kind !== 'pattern' || node.args.length !== 1) {
    throw planError(node, `${node.name.name} takes one pattern, such as (a)-[*..5]-(b).`)
  }
  refuseNewVariables(compiler, argument.pattern)
  const all = node.name.name.toLowerCase() === 'allshortestpaths'
  const scope = compiler.scope.fork()
  // A name that no query can contain, because it is not a legal identifier even in backticks.
  const path = { kind: 'variable' as const, name: '', from: node.from, to: node.to }
  const inner = compiler.within(scope)
  const source = inner.patterns([{ ...argument.pattern, path, shortest: all ? 'all' : 'one' }], undefined)
  const { slot } = scope.need(path)
  if (all) return (row) => gather(compiler.run, node, source, row, (found) => found[slot] ?? null)
  return (row) =>
    compiler.run.atomically(() => {
      source.start(row)
      return source.advance() ? (source.row[slot] ?? null) : null
    })
}

import {
  type ListComprehension,
  type QuantifierExpression,
  type ReduceExpression,
  type Span,
  planError,
} from '#shared/spl/cypher/index.ts'
import type { Compiler, Evaluate } from './compiler.ts'
import { truth } from './operators.ts'
import { sizeOf } from './size.ts'
import { type Value, isList, typeName } from './value.ts'

/** Returns the list that an expression iterates over; null stays null. */
function listOrNull(value: Value, at: Span): readonly Value[] | null {
  if (value === null || isList(value)) return value
  throw planError(at, `Only a list can be gone through, not a ${typeName(value)}.`)
}

/** `[x IN list WHERE … | …]`; the variable has its own slot in the same row. */
export function compileListComprehension(compiler: Compiler, node: ListComprehension): Evaluate {
  const { run } = compiler
  const list = compiler.expression(node.list)
  const scope = compiler.scope.fork()
  const { slot } = scope.declare(node.variable.name, 'value')
  const inner = compiler.within(scope)
  const where = node.where && { at: node.where, evaluate: inner.expression(node.where) }
  const projection = node.projection && inner.expression(node.projection)
  return (row) => {
    const items = listOrNull(list(row), node.list)
    if (items === null) return null
    const out: Value[] = []
    let made = run.made
    for (const item of items) {
      run.check()
      row[slot] = item
      if (!where || truth(where.evaluate(row), where.at) === true) {
        const value = projection ? projection(row) : item
        made += sizeOf(value).bytes
        out.push(value)
      }
      run.setMade(made, node)
    }
    return out
  }
}

/** all, any, none and single over a list, in three-valued logic (openCypher 9 §Quantifier). */
export function compileQuantifier(compiler: Compiler, node: QuantifierExpression): Evaluate {
  const { run } = compiler
  const list = compiler.expression(node.list)
  const scope = compiler.scope.fork()
  const { slot } = scope.declare(node.variable.name, 'value')
  const predicate = compiler.within(scope).expression(node.predicate)
  return (row) => {
    const items = listOrNull(list(row), node.list)
    if (items === null) return null
    const { made } = run
    let holding = 0
    let unknown = 0
    for (const item of items) {
      run.check()
      run.setMade(made, node)
      row[slot] = item
      const holds = truth(predicate(row), node.predicate)
      if (holds) holding += 1
      if (holds === null) unknown += 1
    }
    return quantified(node.mode, items.length, holding, unknown)
  }
}

function quantified(
  mode: QuantifierExpression['mode'],
  items: number,
  holding: number,
  unknown: number,
): Value {
  const failing = items - holding - unknown
  switch (mode) {
    case 'all':
      return failing > 0 ? false : unknown > 0 ? null : true
    case 'any':
      return holding > 0 ? true : unknown > 0 ? null : false
    case 'none':
      return holding > 0 ? false : unknown > 0 ? null : true
    case 'single':
      return holding > 1 ? false : unknown > 0 ? null : holding === 1
  }
}

/** `reduce(total = start, x IN list | step)`. */
export function compileReduce(compiler: Compiler, node: ReduceExpression): Evaluate {
  const { run } = compiler
  const initial = compiler.expression(node.initial)
  const list = compiler.expression(node.list)
  const scope = compiler.scope.fork()
  const accumulator = scope.declare(node.accumulator.name, 'value').slot
  const { slot } = scope.declare(node.variable.name, 'value')
  const step = compiler.within(scope).expression(node.step)
  return (row) => {
    const items = listOrNull(list(row), node.list)
    if (items === null) return null
    const { made } = run
    let total = initial(row)
    for (const item of items) {
      run.check()
      run.setMade(made + sizeOf(total).bytes, node)
      row[accumulator] = total
      row[slot] = item
      total = step(row)
    }
    return total
  }
}

import {
  type ArithmeticExpression,
  type ComparisonExpression,
  type ComparisonOperator,
  type Expression,
  type LogicExpression,
  planError,
  type Span,
  type StringTestExpression,
} from '#shared/spl/cypher/index.ts'
import { compileRegularExpression, RegularExpressionError } from '#shared/spl/regular-expression.ts'
import type { Compiler, Evaluate } from './compiler.ts'
import { numberText } from './functions/number.ts'
import { compare, equal } from './order.ts'
import {
  float,
  Float,
  isInteger,
  isList,
  isNumber,
  numberOf,
  type Truth,
  typeName,
  type Value,
} from './value.ts'

/** Cache: patterns are usually literals and evaluated for every row. */
const compiled = new Map<string, (text: string) => boolean>()
const MAX_COMPILED = 64

/** Compiles a `=~` pattern; an invalid pattern is a QUERY_PLAN_ERROR at `at`. */
function regularExpression(pattern: string, at: Span): (text: string) => boolean {
  const known = compiled.get(pattern)
  if (known) return known
  try {
    const test = compileRegularExpression(pattern)
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    compiled.set(pattern, test)
    return test
  } catch (error) {
    if (error instanceof RegularExpressionError) throw planError(at, error.message)
    throw error
  }
}

/**
 * Returns the truth value of an operand of AND, OR, NOT, WHERE. Anything but a boolean or null is an error
 * rather than false.
 */
export function truth(value: Value, at: Span): Truth {
  if (value === null || typeof value === 'boolean') return value
  throw planError(at, `A condition has to be true, false or null, not a ${typeName(value)}.`)
}

/** AND, OR and XOR in three-valued logic; AND and OR short-circuit. */
export function compileLogic(compiler: Compiler, node: LogicExpression): Evaluate {
  const operands = node.operands.map((operand) => ({ at: operand, evaluate: compiler.expression(operand) }))
  if (node.kind === 'xor') {
    return (row) => {
      let result: Truth = false
      for (const { at, evaluate } of operands) {
        const value = truth(evaluate(row), at)
        result = value === null || result === null ? null : value !== result
      }
      return result
    }
  }
  const decisive = node.kind === 'or'
  return (row) => {
    let result: Truth = !decisive
    for (const { at, evaluate } of operands) {
      const value = truth(evaluate(row), at)
      if (value === decisive) return decisive
      if (value === null) result = null
    }
    return result
  }
}

const testers: Readonly<Record<ComparisonOperator, (a: Value, b: Value) => Truth>> = {
  '=': equal,
  '<>': (a, b) => {
    const same = equal(a, b)
    return same === null ? null : !same
  },
  '<': (a, b) => ordered(a, b, (step) => step < 0),
  '<=': (a, b) => ordered(a, b, (step) => step <= 0),
  '>': (a, b) => ordered(a, b, (step) => step > 0),
  '>=': (a, b) => ordered(a, b, (step) => step >= 0),
}

function ordered(a: Value, b: Value, holds: (step: number) => boolean): Truth {
  const step = compare(a, b)
  return step === null ? null : holds(step)
}

/** `a < b <= c`: every adjacent pair must hold. */
export function compileComparison(compiler: Compiler, node: ComparisonExpression): Evaluate {
  const operands = node.operands.map((operand) => compiler.expression(operand))
  const tests = node.operators.map((operator) => testers[operator])
  const [left, right] = operands
  const [only] = tests
  if (tests.length === 1 && left && right && only) return (row) => only(left(row), right(row))
  return (row) => {
    const values = operands.map((operand) => operand(row))
    let result: Truth = true
    for (const [index, test] of tests.entries()) {
      const holds = test(values[index] ?? null, values[index + 1] ?? null)
      if (holds === false) return false
      if (holds === null) result = null
    }
    return result
  }
}

/** STARTS WITH, ENDS WITH, CONTAINS and =~; null unless both sides are strings (openCypher 9). */
export function compileStringTest(compiler: Compiler, node: StringTestExpression): Evaluate {
  const left = compiler.expression(node.left)
  const right = compiler.expression(node.right)
  const test = {
    startsWith: (text: string, part: string) => text.startsWith(part),
    endsWith: (text: string, part: string) => text.endsWith(part),
    contains: (text: string, part: string) => text.includes(part),
    matches: (text: string, pattern: string) => regularExpression(pattern, node.right)(text),
  }[node.operator]
  return (row) => {
    const [text, part] = [left(row), right(row)]
    return typeof text === 'string' && typeof part === 'string' ? test(text, part) : null
  }
}

/** `item IN list`: true takes precedence over null, null over false; nothing is in an empty list. */
export function compileMembership(compiler: Compiler, itemNode: Expression, listNode: Expression): Evaluate {
  const item = compiler.expression(itemNode)
  const list = compiler.expression(listNode)
  return (row) => {
    const [wanted, values] = [item(row), list(row)]
    if (values === null) return null
    if (!isList(values)) throw planError(listNode, `IN needs a list on its right, not a ${typeName(values)}.`)
    let result: Truth = false
    for (const value of values) {
      const same = equal(wanted, value)
      if (same) return true
      if (same === null) result = null
    }
    return result
  }
}

export function compileArithmetic(compiler: Compiler, node: ArithmeticExpression): Evaluate {
  const left = compiler.expression(node.left)
  const right = compiler.expression(node.right)
  return (row) => {
    const [a, b] = [left(row), right(row)]
    if (node.operator === '+') {
      if (isList(a) || isList(b)) return concatenated(a, b)
      if (a !== null && b !== null && (typeof a === 'string' || typeof b === 'string'))
        return joined(a, b, node)
    }
    if (a === null || b === null) return null
    if (!isNumber(a) || !isNumber(b)) {
      throw planError(node, `${node.operator} cannot combine a ${typeName(a)} and a ${typeName(b)}.`)
    }
    return calculated(node, a, b)
  }
}

/** list + list concatenates, list + value appends, value + list prepends; null with a list gives null. */
function concatenated(a: Value, b: Value): Value {
  if (a === null || b === null) return null
  return [...(isList(a) ? a : [a]), ...(isList(b) ? b : [b])]
}

function joined(a: Value, b: Value, at: Span): Value {
  const [left, right] = [a, b].map((value) => {
    if (typeof value === 'string') return value
    if (isNumber(value)) return numberText(value)
    throw planError(at, `+ cannot join a string and a ${typeName(value)}; use toString().`)
  })
  return `${left}${right}`
}

function calculated(node: ArithmeticExpression, a: number | Float, b: number | Float): Value {
  const [x, y] = [numberOf(a), numberOf(b)]
  const whole = isInteger(a) && isInteger(b) && node.operator !== '^'
  if (whole && y === 0 && (node.operator === '/' || node.operator === '%')) {
    throw planError(node, 'An integer cannot be divided by zero.')
  }
  const result = arithmetic[node.operator](x, y)
  if (!whole) return float(result)
  return wholeNumber(Math.trunc(result), node)
}

const arithmetic = {
  '+': (x: number, y: number) => x + y,
  '-': (x: number, y: number) => x - y,
  '*': (x: number, y: number) => x * y,
  '/': (x: number, y: number) => x / y,
  '%': (x: number, y: number) => x % y,
  '^': (x: number, y: number) => x ** y,
}

/** Checks an integer result: an error if a double cannot represent it exactly, never a silently rounded value. */
function wholeNumber(result: number, at: Span): number {
  if (!Number.isSafeInteger(result))
    throw planError(at, 'The integer result leaves the range of ±(2^53 − 1).')
  // −0 would be written as 0 but behave differently as a divisor.
  return result === 0 ? 0 : result
}

export function compileSign(compiler: Compiler, operand: Expression, negative: boolean, at: Span): Evaluate {
  const evaluate = compiler.expression(operand)
  return (row) => {
    const value = evaluate(row)
    if (value === null) return null
    if (!isNumber(value)) throw planError(at, `A sign needs a number behind it, not a ${typeName(value)}.`)
    if (!negative) return value
    return value instanceof Float ? new Float(-value.value) : value === 0 ? 0 : -value
  }
}

import type { Json, JsonObject } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'
import { type Expression, type StageOf, unknownName } from '#shared/spl/index.ts'
import { MAX_VALUE_BYTES, VALUE_TOO_LARGE, detached, replaced } from '../../budget.ts'
import { planError } from '../../service-error.ts'
import { type Budget, type Place, checkedBytes } from '../budget.ts'
import { compareValues, numberOf } from '../compare.ts'
import { ExtendedRow, type Row } from '../row.ts'

type Evaluate = (row: Row) => Json

/**
 * Adds computed members; a later assignment sees earlier ones.
 *
 * @throws ServiceError QUERY_PLAN_ERROR for an unknown function or a wrong number of arguments
 */
export function extension(
  stage: StageOf<'extend'>,
  parameters: JsonObject,
  budget: Budget,
): (row: Row) => Row {
  const assignments = stage.assignments.map(
    ({ target, expression }) => [target.name, compile(expression, parameters), expression] as const,
  )
  return (row) => {
    const extended = new ExtendedRow(row)
    for (const [name, evaluate, expression] of assignments) {
      const value = evaluate(extended)
      const bytes = checkedBytes(value, expression)
      budget.hold(bytes, expression)
      extended.set(name, value, bytes)
    }
    return extended
  }
}

const truthy = (value: Json): boolean => value !== null && value !== false && value !== '' && value !== 0

function compile(expression: Expression, parameters: JsonObject): Evaluate {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression
      return () => value
    }
    case 'parameter': {
      const { name } = expression
      const value = Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : `$${name}`
      return () => value
    }
    case 'field': {
      const { name } = expression
      return (row) => row.get(name) ?? null
    }
    case 'negative': {
      const operand = compile(expression.operand, parameters)
      return (row) => arithmetic('-', 0, operand(row), expression)
    }
    case 'not': {
      const operand = compile(expression.operand, parameters)
      return (row) => !truthy(operand(row))
    }
    case 'binary':
      return binary(expression, parameters)
    case 'call':
      return call(expression, parameters)
  }
}

function binary(expression: Extract<Expression, { kind: 'binary' }>, parameters: JsonObject): Evaluate {
  const left = compile(expression.left, parameters)
  const right = compile(expression.right, parameters)
  const { operator } = expression
  switch (operator) {
    case 'and':
      return (row) => truthy(left(row)) && truthy(right(row))
    case 'or':
      return (row) => truthy(left(row)) || truthy(right(row))
    case '=':
      return (row) => compareValues(left(row), right(row)) === 0
    case '!=':
      return (row) => compareValues(left(row), right(row)) !== 0
    case '>':
      return (row) => compareValues(left(row), right(row)) > 0
    case '>=':
      return (row) => compareValues(left(row), right(row)) >= 0
    case '<':
      return (row) => compareValues(left(row), right(row)) < 0
    case '<=':
      return (row) => compareValues(left(row), right(row)) <= 0
    default:
      return (row) => arithmetic(operator, left(row), right(row), expression)
  }
}

/** Arithmetic on numeric values; anything else, and a division by zero, is null. `+` also concatenates texts. */
function arithmetic(operator: string, left: Json, right: Json, at: Place): Json {
  const a = numberOf(left)
  const b = numberOf(right)
  if (a === undefined || b === undefined) {
    return operator === '+' && typeof left === 'string' && right !== null
      ? joined([left, textOf(right)], at)
      : null
  }
  const result =
    operator === '+'
      ? a + b
      : operator === '-'
        ? a - b
        : operator === '*'
          ? a * b
          : operator === '/'
            ? a / b
            : a % b
  return Number.isFinite(result) ? result : null
}

/** Concatenates texts. @throws ServiceError QUERY_PLAN_ERROR when the result is too large */
function joined(texts: readonly string[], at: Place): string {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > MAX_VALUE_BYTES) throw planError(at, VALUE_TOO_LARGE)
  return texts.join('')
}

interface Definition {
  readonly least: number
  readonly most: number
  readonly apply: (args: readonly Json[], at: Place) => Json
}

function one(apply: (value: Json) => Json): Definition {
  return { least: 1, most: 1, apply: ([value = null]) => (value === null ? null : apply(value)) }
}

function number(apply: (value: number) => number): Definition {
  return one((value) => {
    const number = numberOf(value)
    const result = number === undefined ? Number.NaN : apply(number)
    return Number.isFinite(result) ? result : null
  })
}

const functions: { readonly [name: string]: Definition } = {
  upper: one((value) => textOf(value).toUpperCase()),
  lower: one((value) => textOf(value).toLowerCase()),
  trim: one((value) => detached(textOf(value).trim(), textOf(value))),
  length: one((value) => (Array.isArray(value) ? value.length : textOf(value).length)),
  abs: number(Math.abs),
  floor: number(Math.floor),
  ceil: number(Math.ceil),
  tostring: one((value) => textOf(value)),
  tonumber: one((value) => numberOf(value) ?? null),
  concat: {
    least: 1,
    most: 64,
    apply: (args, at) =>
      joined(
        args.map((value) => textOf(value)),
        at,
      ),
  },
  coalesce: { least: 1, most: 64, apply: (args) => args.find((value) => value !== null) ?? null },
  if: { least: 2, most: 3, apply: ([test = null, yes = null, no = null]) => (truthy(test) ? yes : no) },
  round: {
    least: 1,
    most: 2,
    apply: ([value = null, digits = 0]) => {
      const number = numberOf(value)
      const scale = 10 ** (numberOf(digits) ?? 0)
      return number === undefined || !Number.isFinite(scale) ? null : Math.round(number * scale) / scale
    },
  },
  substr: {
    least: 2,
    most: 3,
    apply: ([value = null, from = 0, length = null]) => {
      if (value === null) return null
      const start = Math.max(0, numberOf(from) ?? 0)
      const count = numberOf(length)
      const whole = textOf(value)
      return detached(whole.slice(start, count === undefined ? undefined : start + Math.max(0, count)), whole)
    },
  },
  replace: {
    least: 3,
    most: 3,
    apply([value = null, from = '', to = ''], at) {
      if (value === null) return null
      const text = replaced(textOf(value), textOf(from), textOf(to))
      if (text === undefined) throw planError(at, VALUE_TOO_LARGE)
      return text
    },
  },
  contains: {
    least: 2,
    most: 2,
    apply: ([value = null, part = '']) =>
      value === null ? null : textOf(value).toLowerCase().includes(textOf(part).toLowerCase()),
  },
  json_get: {
    least: 2,
    most: 2,
    apply: ([value = null, path = '']) => {
      let at: Json | undefined = parsed(value)
      for (const step of textOf(path).split('.')) {
        const inner: Json | undefined = at
        at =
          typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
            ? (inner as JsonObject)[step]
            : undefined
      }
      return at ?? null
    },
  },
}

/** Names of functions available in `extend`. */
export const EXTEND_FUNCTIONS: readonly string[] = Object.keys(functions)

function parsed(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return null
  }
}

function call(expression: Extract<Expression, { kind: 'call' }>, parameters: JsonObject): Evaluate {
  const name = expression.name.toLowerCase()
  const definition = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!definition) {
    const { sentence, details } = unknownName('function', expression.name, { names: EXTEND_FUNCTIONS })
    throw planError(expression, sentence, details)
  }
  const count = expression.args.length
  if (count < definition.least || count > definition.most) {
    const expected =
      definition.least === definition.most
        ? `${definition.least}`
        : `${definition.least} to ${definition.most}`
    throw planError(expression, `${name} takes ${expected} arguments, not ${count}.`, {
      found: String(count),
      expected: [`${expected} arguments`],
    })
  }
  const args = expression.args.map((argument) => compile(argument, parameters))
  return (row) =>
    definition.apply(
      args.map((evaluate) => evaluate(row)),
      expression,
    )
}

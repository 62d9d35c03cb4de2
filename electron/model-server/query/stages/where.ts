import type { Json, JsonObject } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'
import type { Condition, Value } from '#shared/spl/index.ts'
import { RegularExpressionError, compileRegularExpression } from '#shared/spl/regular-expression.ts'
import { planError } from '../../service-error.ts'
import { compareValues, numberOf } from '../compare.ts'
import { textValue, valueOf } from '../parameters.ts'
import type { Row } from '../row.ts'

export type Test = (row: Row) => boolean

/**
 * Compiles a condition. A missing field or null makes every comparison false, including `!=`; only `is null`
 * matches it.
 *
 * @throws ServiceError QUERY_PLAN_ERROR for an invalid regular expression or a value that should be a list
 */
export function compileCondition(condition: Condition, parameters: JsonObject): Test {
  switch (condition.kind) {
    case 'and': {
      const left = compileCondition(condition.left, parameters)
      const right = compileCondition(condition.right, parameters)
      return (row) => left(row) && right(row)
    }
    case 'or': {
      const left = compileCondition(condition.left, parameters)
      const right = compileCondition(condition.right, parameters)
      return (row) => left(row) || right(row)
    }
    case 'not': {
      const operand = compileCondition(condition.operand, parameters)
      return (row) => !operand(row)
    }
    case 'null': {
      const { name } = condition.field
      return (row) => ((row.get(name) ?? null) === null) !== condition.negated
    }
    case 'in':
      return membership(condition, parameters)
    case 'like':
      return present(
        condition.field.name,
        likeTest(textValue(condition.value, parameters)),
        condition.negated,
      )
    case 'compare':
      return comparison(condition, parameters)
  }
}

function present(name: string, test: (value: Json) => boolean, negated = false): Test {
  return (row) => {
    const value = row.get(name)
    return value !== undefined && value !== null && test(value) !== negated
  }
}

function membership(condition: Extract<Condition, { kind: 'in' }>, parameters: JsonObject): Test {
  const list = valueOf(condition.value, parameters)
  if (!Array.isArray(list)) {
    throw planError(condition.value, `${condition.field.name} in … needs a list, as in ['a', 'b'].`, {
      found: textOf(list),
      expected: ['a list'],
    })
  }
  const items: readonly Json[] = list
  const texts = new Set(items.map((item) => textOf(item)))
  const numbers = new Set(items.flatMap((item) => numberOf(item) ?? []))
  const test = (value: Json): boolean => {
    const number = numberOf(value)
    return texts.has(textOf(value)) || (number !== undefined && numbers.has(number))
  }
  return present(condition.field.name, test, condition.negated)
}

/** SQL's `like`: `%` any text, `_` one character, a backslash escapes either. Case-sensitive. */
function likeTest(pattern: string): (value: Json) => boolean {
  const escaped = pattern.replaceAll(/\\([%_\\])|[%_]|[\\^$.*+?()[\]{}|]/g, (mark, plain?: string) => {
    if (plain !== undefined) return plain === '\\' ? '\\\\' : plain
    return mark === '%' ? '.*' : mark === '_' ? '.' : `\\${mark}`
  })
  const test = compileRegularExpression(`(?s)${escaped}`)
  return (value) => test(textOf(value))
}

function comparison(condition: Extract<Condition, { kind: 'compare' }>, parameters: JsonObject): Test {
  const { name } = condition.field
  const text = textValue(condition.value, parameters)
  switch (condition.operator) {
    case '=':
      return present(name, equalTo(text))
    case '!=':
      return present(name, equalTo(text), true)
    case '>':
      return present(
        name,
        ordered(text, (order) => order > 0),
      )
    case '>=':
      return present(
        name,
        ordered(text, (order) => order >= 0),
      )
    case '<':
      return present(
        name,
        ordered(text, (order) => order < 0),
      )
    case '<=':
      return present(
        name,
        ordered(text, (order) => order <= 0),
      )
    case '~': {
      const lower = text.toLowerCase()
      return present(name, (value) => textOf(value).toLowerCase().includes(lower))
    }
    case '=~':
    case '!~': {
      const test = expressionAt(text, condition.value)
      return present(name, (value) => test(textOf(value)), condition.operator === '!~')
    }
  }
}

/** Compares with a text that is parsed once rather than for every row. */
function ordered(text: string, test: (order: number) => boolean): (value: Json) => boolean {
  const number = numberOf(text)
  return (value) => {
    const own = number === undefined ? undefined : numberOf(value)
    return test(own === undefined || number === undefined ? compareValues(value, text) : own - number)
  }
}

function equalTo(text: string): (value: Json) => boolean {
  const number = numberOf(text)
  return (value) => {
    if (typeof value === 'string' && value === text) return true
    if (number !== undefined) return numberOf(value) === number || textOf(value) === text
    return textOf(value) === text
  }
}

function expressionAt(pattern: string, at: Value): (text: string) => boolean {
  try {
    return compileRegularExpression(pattern)
  } catch (error) {
    if (!(error instanceof RegularExpressionError)) throw error
    throw planError(at, `The regular expression is broken: ${error.message}`, { found: pattern })
  }
}

import { planError } from '#shared/spl/cypher/index.ts'
import { VALUE_TOO_LARGE, detached, replaced, splitAt } from '../../budget.ts'
import { type Value, isList, isNumber } from '../value.ts'
import {
  type CallSite,
  type FunctionTable,
  integerArgument,
  textArgument,
  unary,
  wrongType,
} from './function.ts'
import { numberText } from './number.ts'

const text = (change: (value: string) => string) => unary((value, site) => change(textArgument(value, site)))

function lengthArgument(value: Value, site: CallSite): number {
  const length = integerArgument(value, site)
  if (length < 0) throw planError(site, `${site.name} takes a length of zero or more, not ${length}.`)
  return length
}

function toText(value: Value, site: CallSite): Value {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (isNumber(value)) return numberText(value)
  throw wrongType(site, 'a string, number or boolean', value)
}

function toBoolean(value: Value, site: CallSite): Value {
  if (typeof value === 'boolean') return value
  const word = textArgument(value, site).trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : null
}

function refuse(site: CallSite): never {
  throw planError(site, VALUE_TOO_LARGE)
}

function split(value: string, separators: Value, site: CallSite): Value {
  const marks = isList(separators)
    ? separators.map((mark) => textArgument(mark, site))
    : [textArgument(separators, site)]
  return marks.reduce<string[]>(
    (pieces, mark) => pieces.flatMap((piece) => splitAt(piece, mark) ?? refuse(site)),
    [value],
  )
}

export const textFunctions: FunctionTable = {
  tostring: unary(toText),
  toboolean: unary(toBoolean),
  toupper: text((value) => value.toUpperCase()),
  tolower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  lower: text((value) => value.toLowerCase()),
  trim: text((value) => detached(value.trim(), value)),
  ltrim: text((value) => detached(value.trimStart(), value)),
  rtrim: text((value) => detached(value.trimEnd(), value)),
  reverse: unary((value, site) =>
    isList(value) ? value.toReversed() : Array.from(textArgument(value, site)).reverse().join(''),
  ),
  replace: {
    min: 3,
    max: 3,
    call: ([value = null, search = null, replacement = null], site) =>
      replaced(textArgument(value, site), textArgument(search, site), textArgument(replacement, site)) ??
      refuse(site),
  },
  split: {
    min: 2,
    max: 2,
    call: ([value = null, separators = null], site) => split(textArgument(value, site), separators, site),
  },
  substring: {
    min: 2,
    max: 3,
    call: ([value = null, start = null, length], site) => {
      const from = lengthArgument(start, site)
      const all = textArgument(value, site)
      const to = length === undefined ? undefined : from + lengthArgument(length, site)
      return detached(all.slice(from, to), all)
    },
  },
  left: {
    min: 2,
    max: 2,
    call: ([value = null, length = null], site) => {
      const all = textArgument(value, site)
      return detached(all.slice(0, lengthArgument(length, site)), all)
    },
  },
  right: {
    min: 2,
    max: 2,
    call: ([value = null, length = null], site) => {
      const all = textArgument(value, site)
      return detached(all.slice(Math.max(0, all.length - lengthArgument(length, site))), all)
    },
  },
}

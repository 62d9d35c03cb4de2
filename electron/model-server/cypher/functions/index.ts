import { planError } from '#shared/spl/cypher/index.ts'
import { VALUE_TOO_LARGE, detached, replaced, splitAt } from '../../budget.ts'
import { GraphNode, GraphRelation } from '../graph.ts'
import { Path, type Value, type ValueMap, isList, isMap, isNumber } from '../value.ts'
import {
  type CypherFunction,
  type CallSite,
  type FunctionTable,
  integerArgument,
  listArgument,
  unary,
  wrongType,
  textArgument,
} from './function.ts'
import { numberFunctions, numberText } from './number.ts'

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

const textFunctions: FunctionTable = {
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

/** Maximum length of a list built by range(). */
const MAX_RANGE_ITEMS = 1_000_000

/** Counts code points without building an array of them. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function size(value: Value, site: CallSite): Value {
  if (isList(value)) return value.length
  if (typeof value === 'string') return characters(value)
  if (isMap(value)) return Object.keys(value).length
  throw wrongType(site, 'a list, string or map', value)
}

function range(first: number, last: number, step: number, site: CallSite): Value {
  if (step === 0) throw planError(site, 'range takes a step other than zero.')
  const count = Math.max(0, Math.floor((last - first) / step) + 1)
  if (count > MAX_RANGE_ITEMS) {
    throw planError(site, `range would build ${count} items; at most ${MAX_RANGE_ITEMS} are allowed.`)
  }
  return Array.from({ length: count }, (_, index) => first + index * step)
}

function propertiesOf(value: Value, site: CallSite): ValueMap {
  if (value instanceof GraphNode || value instanceof GraphRelation) return value.properties()
  if (isMap(value)) return value
  throw wrongType(site, 'a node, relationship or map', value)
}

function pathArgument(value: Value, site: CallSite): Path {
  if (!(value instanceof Path)) throw wrongType(site, 'a path', value)
  return value
}

function relationArgument(value: Value, site: CallSite): GraphRelation {
  if (!(value instanceof GraphRelation)) throw wrongType(site, 'a relationship', value)
  return value
}

function nodeArgument(value: Value, site: CallSite): GraphNode {
  if (!(value instanceof GraphNode)) throw wrongType(site, 'a node', value)
  return value
}

function identifier(value: Value, site: CallSite): Value {
  if (value instanceof GraphNode) return value.id
  return relationArgument(value, site).key
}

const listFunctions: FunctionTable = {
  size: unary(size),
  length: unary((value, site) => (value instanceof Path ? value.relations.length : size(value, site))),
  head: unary((value, site) => listArgument(value, site)[0] ?? null),
  last: unary((value, site) => listArgument(value, site).at(-1) ?? null),
  tail: unary((value, site) => listArgument(value, site).slice(1)),
  range: {
    min: 2,
    max: 3,
    call: ([first = null, last = null, step = 1], site) =>
      range(integerArgument(first, site), integerArgument(last, site), integerArgument(step, site), site),
  },
  isempty: unary((value, site) => size(value, site) === 0),
  keys: unary((value, site) => Object.keys(propertiesOf(value, site)).sort()),
  properties: unary(propertiesOf),
  nodes: unary((value, site) => pathArgument(value, site).nodes),
  relationships: unary((value, site) => pathArgument(value, site).relations),
  type: unary((value, site) => relationArgument(value, site).type),
  labels: unary((value, site) => nodeArgument(value, site).labels),
  startnode: unary((value, site) => relationArgument(value, site).start),
  endnode: unary((value, site) => relationArgument(value, site).end),
  id: unary(identifier),
  elementid: unary((value, site) =>
    value instanceof GraphNode ? value.key : relationArgument(value, site).key,
  ),
  coalesce: {
    min: 1,
    max: Number.POSITIVE_INFINITY,
    nulls: true,
    call: (args) => args.find((argument) => argument !== null) ?? null,
  },
}

export type { CallSite, CypherFunction } from './function.ts'

const table = new Map<string, CypherFunction>(
  [listFunctions, numberFunctions, textFunctions].flatMap((functions) => Object.entries(functions)),
)

/** Names of all scalar functions, lower case; Cypher's function names are case-insensitive. */
export const SCALAR_FUNCTIONS: readonly string[] = [...table.keys()].sort()

/** Returns the scalar function of that name, in any letter case. */
export function scalarFunction(name: string): CypherFunction | undefined {
  return table.get(name.toLowerCase())
}

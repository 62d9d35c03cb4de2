import { planError } from '#shared/spl/cypher/index.ts'
import { GraphNode, GraphRelation } from '../graph.ts'
import { Path, type Value, type ValueMap, isList, isMap } from '../value.ts'
import {
  type CallSite,
  type FunctionTable,
  integerArgument,
  listArgument,
  unary,
  wrongType,
} from './function.ts'

/** Longest list that range() builds. */
const LONGEST_RANGE = 1_000_000

/** Characters as people count them; without a list of them, which a long text would make. */
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
  if (count > LONGEST_RANGE) {
    throw planError(site, `range would build ${count} items; at most ${LONGEST_RANGE} are allowed.`)
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

export const listFunctions: FunctionTable = {
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

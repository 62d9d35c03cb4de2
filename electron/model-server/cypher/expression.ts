import {
  type CallExpression,
  type CaseExpression,
  type Expression,
  type IndexExpression,
  type MapProjection,
  type PropertyExpression,
  type SliceExpression,
  type Span,
  planError,
} from '#shared/spl/cypher/index.ts'
import { nearest } from '#shared/spl/nearest.ts'
import { AGGREGATES, isAggregate } from './aggregate.ts'
import type { Compiler, Evaluate } from './compiler.ts'
import { SCALAR_FUNCTIONS, scalarFunction } from './functions/index.ts'
import { GraphNode, GraphRelation } from './graph.ts'
import { compileListComprehension, compileQuantifier, compileReduce } from './list-expressions.ts'
import {
  compileArithmetic,
  compileComparison,
  compileLogic,
  compileMembership,
  compileSign,
  compileStringTest,
  truth,
} from './operators.ts'
import { equal } from './order.ts'
import {
  compilePatternComprehension,
  compilePatternTest,
  compileShortestPath,
  compileSubquery,
} from './pattern-expressions.ts'
import { type Value, type ValueMap, entryOf, float, isInteger, isList, isMap, typeName } from './value.ts'

/** Expressions that create values, which can be larger than their operands. */
const MAKING: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  'list',
  'map',
  'mapProjection',
  'slice',
  'arithmetic',
  'call',
  'reduce',
  'listComprehension',
  'patternComprehension',
  'subquery',
])

/** Compiles an expression to a function of a row. Checks names and function arities now, types at run time. */
export function compileExpression(compiler: Compiler, node: Expression): Evaluate {
  const evaluate = compileNode(compiler, node)
  return MAKING.has(node.kind) ? compiler.run.measured(evaluate, node) : evaluate
}

function compileNode(compiler: Compiler, node: Expression): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const value = typeof node.value === 'number' && node.float ? float(node.value) : node.value
      return () => value
    }
    case 'parameter': {
      const value = parameter(compiler, node.name, node)
      return () => value
    }
    case 'variable': {
      const { slot } = compiler.scope.need(node)
      return (row) => row[slot] ?? null
    }
    case 'property':
      return compileProperty(compiler, node)
    case 'index':
      return compileIndex(compiler, node)
    case 'slice':
      return compileSlice(compiler, node)
    case 'list': {
      const items = node.items.map((item) => compiler.expression(item))
      return (row) => items.map((item) => item(row))
    }
    case 'map': {
      const entries = node.entries.map(({ key, value }) => [key.name, compiler.expression(value)] as const)
      return (row) => Object.fromEntries(entries.map(([key, value]) => [key, value(row)]))
    }
    case 'mapProjection':
      return compileMapProjection(compiler, node)
    case 'not': {
      const operand = compiler.expression(node.operand)
      return (row) => {
        const value = truth(operand(row), node.operand)
        return value === null ? null : !value
      }
    }
    case 'sign':
      return compileSign(compiler, node.operand, node.negative, node)
    case 'and':
    case 'or':
    case 'xor':
      return compileLogic(compiler, node)
    case 'comparison':
      return compileComparison(compiler, node)
    case 'arithmetic':
      return compileArithmetic(compiler, node)
    case 'stringTest':
      return compileStringTest(compiler, node)
    case 'membership':
      return compileMembership(compiler, node.item, node.list)
    case 'nullTest': {
      const operand = compiler.expression(node.operand)
      return (row) => (operand(row) === null) !== node.negated
    }
    case 'labelTest': {
      const target = compiler.expression(node.target)
      const names = node.labels.map((label) => label.name)
      return (row) => hasLabels(target(row), names, node)
    }
    case 'call':
      return compileCall(compiler, node)
    case 'case':
      return compileCase(compiler, node)
    case 'quantifier':
      return compileQuantifier(compiler, node)
    case 'reduce':
      return compileReduce(compiler, node)
    case 'listComprehension':
      return compileListComprehension(compiler, node)
    case 'pattern':
      return compilePatternTest(compiler, node.pattern)
    case 'patternComprehension':
      return compilePatternComprehension(compiler, node)
    case 'subquery':
      return compileSubquery(compiler, node)
  }
}

/** Returns a parameter's value; every parameter that a query uses must be given (docs/spl.md#values). */
function parameter(compiler: Compiler, name: string, at: Span): Value {
  const { parameters } = compiler.run
  if (Object.hasOwn(parameters, name)) return parameters[name] ?? null
  const suggestion = nearest(name, Object.keys(parameters))
  throw planError(at, `The parameter $${name} has no value; add it to parameters.`, {
    found: `$${name}`,
    expected: Object.keys(parameters).map((known) => `$${known}`),
    ...(suggestion ? { suggestion: `$${suggestion}` } : {}),
  })
}

/** Returns the value of a property; null when the owner or the property is missing. */
function propertyOf(target: Value, key: string, at: Span): Value {
  if (target === null) return null
  if (target instanceof GraphNode || target instanceof GraphRelation) return target.get(key) ?? null
  if (isMap(target)) return entryOf(target, key)
  throw planError(
    at,
    `A ${typeName(target)} has no properties; ${key} can be asked of nodes, relationships and maps.`,
  )
}

function compileProperty(compiler: Compiler, node: PropertyExpression): Evaluate {
  const target = compiler.expression(node.target)
  const key = node.key.name
  return (row) => propertyOf(target(row), key, node)
}

function compileIndex(compiler: Compiler, node: IndexExpression): Evaluate {
  const target = compiler.expression(node.target)
  const index = compiler.expression(node.index)
  return (row) => {
    const [owner, at] = [target(row), index(row)]
    if (owner === null || at === null) return null
    if (isList(owner)) {
      if (!isInteger(at))
        throw planError(node.index, `A list is indexed by an integer, not a ${typeName(at)}.`)
      return owner.at(at) ?? null
    }
    if (typeof at !== 'string')
      throw planError(node.index, `A property is named by a string, not a ${typeName(at)}.`)
    return propertyOf(owner, at, node)
  }
}

function compileSlice(compiler: Compiler, node: SliceExpression): Evaluate {
  const target = compiler.expression(node.target)
  const bounds = [node.start, node.end].map(
    (bound) => bound && { bound, evaluate: compiler.expression(bound) },
  )
  return (row) => {
    const list = target(row)
    const [start, end] = bounds.map((side) => side && { at: side.bound, value: side.evaluate(row) })
    if (list === null || start?.value === null || end?.value === null) return null
    if (!isList(list)) throw planError(node.target, `Only a list can be sliced, not a ${typeName(list)}.`)
    for (const side of [start, end]) {
      if (side && !isInteger(side.value)) {
        throw planError(side.at, `A list is sliced by integers, not by a ${typeName(side.value)}.`)
      }
    }
    return list.slice(start?.value as number | undefined, end?.value as number | undefined)
  }
}

function compileMapProjection(compiler: Compiler, node: MapProjection): Evaluate {
  const target = compiler.expression(node.variable)
  const entries = node.entries.map((entry) =>
    entry.kind === 'entry'
      ? { kind: entry.kind, key: entry.key.name, value: compiler.expression(entry.value) }
      : { kind: entry.kind, key: entry.kind === 'own' ? entry.key.name : '', value: target },
  )
  return (row) => {
    const owner = target(row)
    if (owner === null) return null
    const out: [string, Value][] = entries.flatMap(({ kind, key, value }): [string, Value][] => {
      if (kind === 'all') return Object.entries(ownProperties(owner, node))
      return [[key, kind === 'own' ? propertyOf(owner, key, node) : value(row)]]
    })
    return Object.fromEntries(out)
  }
}

function ownProperties(owner: Value, at: Span): ValueMap {
  if (owner instanceof GraphNode || owner instanceof GraphRelation) return owner.properties()
  if (isMap(owner)) return owner
  throw planError(at, `A ${typeName(owner)} cannot be projected; nodes, relationships and maps can.`)
}

/** Whether a node has all the labels, or a relationship has the type; null for null. */
function hasLabels(target: Value, names: readonly string[], at: Span): Value {
  if (target === null) return null
  if (target instanceof GraphNode) return names.every((name) => target.labels.includes(name))
  if (target instanceof GraphRelation) return names.every((name) => target.type === name)
  throw planError(at, `A ${typeName(target)} has no labels.`)
}

function compileCall(compiler: Compiler, node: CallExpression): Evaluate {
  const name = node.name.name
  if (/^(?:all)?shortestpaths?$/i.test(name)) return compileShortestPath(compiler, node)
  if (isAggregate(name)) {
    throw planError(
      node,
      `${name} gathers many rows and may stand only in WITH and RETURN, and not inside itself.`,
    )
  }
  const definition = scalarFunction(name)
  if (!definition) {
    const suggestion = nearest(name.toLowerCase(), [...SCALAR_FUNCTIONS, ...AGGREGATES])
    throw planError(
      node.name,
      `There is no function ${name}${suggestion ? `; did you mean ${suggestion}?` : '.'}`,
      {
        found: name,
        expected: [...SCALAR_FUNCTIONS, ...AGGREGATES],
        suggestion,
      },
    )
  }
  if (node.distinct) throw planError(node, `${name} is no aggregate, so DISTINCT has no meaning in it.`)
  if (node.args.length < definition.min || node.args.length > definition.max) {
    const wanted =
      definition.min === definition.max ? `${definition.min}` : `${definition.min} to ${definition.max}`
    throw planError(node, `${name} takes ${wanted} arguments, not ${node.args.length}.`)
  }
  const args = node.args.map((argument) => compiler.expression(argument))
  const site = { from: node.from, to: node.to, name }
  return (row) => {
    const values = args.map((argument) => argument(row))
    if (!definition.nulls && values.includes(null)) return null
    return definition.call(values, site)
  }
}

function compileCase(compiler: Compiler, node: CaseExpression): Evaluate {
  const subject = node.subject && compiler.expression(node.subject)
  const branches = node.branches.map(({ when, then }) => ({
    at: when,
    when: compiler.expression(when),
    then: compiler.expression(then),
  }))
  const otherwise = node.otherwise ? compiler.expression(node.otherwise) : () => null
  return (row) => {
    const value = subject?.(row)
    for (const { at, when, then } of branches) {
      const holds = value === undefined ? truth(when(row), at) : equal(value, when(row))
      if (holds) return then(row)
    }
    return otherwise(row)
  }
}

import type { SyntaxNode } from '@lezer/common'
import { child, children } from '../tree.ts'
import type {
  ArithmeticOperator,
  CallExpression,
  ComparisonOperator,
  Expression,
  LogicExpression,
  MapExpression,
  MapProjectionEntry,
  QuantifierExpression,
} from './ast.ts'
import { parseError } from './error.ts'
import { patternOf, whereOf } from './patterns.ts'
import { type Source, integerValue, nameOf, plainName, stringValue, textOf, variableOf } from './source.ts'

type Reader = (source: Source, node: SyntaxNode) => Expression

/** Builds an expression from any expression node of the grammar; parentheses only affect the shape. */
export function expressionOf(source: Source, node: SyntaxNode): Expression {
  const reader = readers[node.name]
  if (!reader) throw new Error(`no reader for ${node.name}`)
  return reader(source, node)
}

/** Builds the sub-expression at position `index` among the named children. */
function part(source: Source, node: SyntaxNode, index: number): Expression {
  const found = children(node).at(index)
  if (!found) throw new Error(`${node.name} has no part ${index}`)
  return source.expression(found)
}

/**
 * Collects operands and operators of a left-nested chain of one node kind. Iterative, so that a thousand ORs
 * do not nest a thousand calls.
 */
function spine(node: SyntaxNode): { operands: SyntaxNode[]; operators: SyntaxNode[] } {
  const operands: SyntaxNode[] = []
  const operators: SyntaxNode[] = []
  let current = node
  for (;;) {
    const parts = children(current)
    const [left, operator, right] = parts
    if (!left || !operator || !right) throw new Error(`${node.name} is not binary`)
    operands.push(right)
    operators.push(operator)
    if (left.name !== node.name) {
      operands.push(left)
      return { operands: operands.reverse(), operators: operators.reverse() }
    }
    current = left
  }
}

const logic =
  (kind: LogicExpression['kind']): Reader =>
  (source, node) => ({
    kind,
    ...source.span(node),
    operands: spine(node).operands.map((operand) => source.expression(operand)),
  })

const arithmetic: Reader = (source, node) => {
  const { operands, operators } = spine(node)
  const [first, ...rest] = operands.map((operand) => source.expression(operand))
  if (!first) throw new Error('empty chain')
  return rest.reduce<Expression>(
    (left, right, index) => ({
      kind: 'arithmetic',
      from: first.from,
      to: right.to,
      operator: textOf(source, operators[index] ?? node) as ArithmeticOperator,
      left,
      right,
    }),
    first,
  )
}

const power: Reader = (source, node) => ({
  kind: 'arithmetic',
  ...source.span(node),
  operator: '^',
  left: part(source, node, 0),
  right: part(source, node, 1),
})

const comparison: Reader = (source, node) => {
  const { operands, operators } = spine(node)
  return {
    kind: 'comparison',
    ...source.span(node),
    operands: operands.map((operand) => source.expression(operand)),
    operators: operators.map((operator) => {
      const written = textOf(source, operator)
      return (written === '!=' ? '<>' : written) as ComparisonOperator
    }),
  }
}

const stringTest: Reader = (source, node) => {
  const operator = node.getChild('STARTS')
    ? 'startsWith'
    : node.getChild('ENDS')
      ? 'endsWith'
      : node.getChild('CONTAINS')
        ? 'contains'
        : 'matches'
  return {
    kind: 'stringTest',
    ...source.span(node),
    operator,
    left: part(source, node, 0),
    right: part(source, node, -1),
  }
}

const slice: Reader = (source, node) => {
  const [target, ...bounds] = children(node)
  const dots = node.getChildren('..')[0]
  if (!target || !dots) throw new Error('incomplete slice')
  const start = bounds.find((bound) => bound.to <= dots.from)
  const end = bounds.find((bound) => bound.from >= dots.to)
  return {
    kind: 'slice',
    ...source.span(node),
    target: source.expression(target),
    ...(start ? { start: source.expression(start) } : {}),
    ...(end ? { end: source.expression(end) } : {}),
  }
}

const map = (source: Source, node: SyntaxNode): MapExpression => ({
  kind: 'map',
  ...source.span(node),
  entries: node.getChildren('MapEntry').map((entry) => mapEntry(source, entry)),
})

const mapEntry = (source: Source, entry: SyntaxNode) => ({
  key: nameOf(source, child(entry, 'Name')),
  value: part(source, entry, -1),
})

const mapProjection: Reader = (source, node) => {
  const [variable, ...entries] = children(node)
  if (!variable) throw new Error('map projection without a variable')
  return {
    kind: 'mapProjection',
    ...source.span(node),
    variable: variableOf(source, variable),
    entries: entries.map((entry) => projectionEntry(source, entry)),
  }
}

const projectionEntry = (source: Source, entry: SyntaxNode): MapProjectionEntry => {
  if (entry.name === 'AllProperties') return { kind: 'all' }
  if (entry.name === 'OwnProperty') return { kind: 'own', key: nameOf(source, child(entry, 'Name')) }
  if (entry.name === 'MapEntry') return { kind: 'entry', ...mapEntry(source, entry) }
  return { kind: 'entry', key: nameOf(source, entry), value: variableOf(source, entry) }
}

const call = (source: Source, node: SyntaxNode): Expression => {
  const [name, ...rest] = children(node)
  if (!name) throw new Error('call without a name')
  const args = rest.filter((item) => item.name !== 'DISTINCT' && item.name !== 'Star')
  const built: CallExpression = {
    kind: 'call',
    ...source.span(node),
    name: nameOf(source, name),
    distinct: node.getChild('DISTINCT') !== null,
    star: node.getChild('Star') !== null,
    args: args.map((item) => source.expression(item)),
  }
  if (built.star && built.name.name.toLowerCase() !== 'count') {
    throw parseError(built.name, `Only count may be called with *, not ${built.name.name}.`, {
      expected: ['count(*)'],
    })
  }
  return built
}

const quantifier: Reader = (source, node) => {
  const [name, variable, , list] = children(node)
  const mode = name && textOf(source, name).toLowerCase()
  if (!name || !variable || !list || !mode || !['all', 'any', 'none', 'single'].includes(mode)) {
    throw parseError(source.span(name ?? node), 'A test over a list starts with all, any, none or single.', {
      found: name ? textOf(source, name) : '',
      expected: ['all', 'any', 'none', 'single'],
    })
  }
  const { where } = whereOf(source, node)
  if (!where) throw new Error('quantifier without WHERE')
  return {
    kind: 'quantifier',
    ...source.span(node),
    mode: mode as QuantifierExpression['mode'],
    variable: variableOf(source, variable),
    list: source.expression(list),
    predicate: where,
  }
}

const reduce: Reader = (source, node) => {
  const [name, accumulator, initial, variable, , list, step] = children(node)
  if (!name || !accumulator || !initial || !variable || !list || !step) throw new Error('incomplete reduce')
  if (textOf(source, name).toLowerCase() !== 'reduce') {
    throw parseError(source.span(name), 'Only reduce is written as (accumulator = …, x IN … | …).', {
      found: textOf(source, name),
      expected: ['reduce'],
    })
  }
  return {
    kind: 'reduce',
    ...source.span(node),
    accumulator: variableOf(source, accumulator),
    initial: source.expression(initial),
    variable: variableOf(source, variable),
    list: source.expression(list),
    step: source.expression(step),
  }
}

const caseOf: Reader = (source, node) => {
  const second = children(node)[1]
  const otherwise = node.getChild('CaseElse')
  return {
    kind: 'case',
    ...source.span(node),
    ...(second && second.name !== 'CaseBranch' ? { subject: source.expression(second) } : {}),
    branches: node
      .getChildren('CaseBranch')
      .map((branch) => ({ when: part(source, branch, 1), then: part(source, branch, 3) })),
    ...(otherwise ? { otherwise: part(source, otherwise, 1) } : {}),
  }
}

const exists: Reader = (source, node) => {
  const inner = children(node)[1]
  if (!inner) throw new Error('EXISTS without an argument')
  if (inner.name === 'SingleQuery' || inner.name === 'PatternQuery') {
    return { kind: 'subquery', mode: 'exists', ...source.span(node), query: source.singleQuery(inner) }
  }
  const argument = source.expression(inner)
  // `exists(pattern)` is a pattern predicate, `exists(expression)` the old spelling of IS NOT NULL.
  if (argument.kind === 'pattern') return { ...argument, ...source.span(node) }
  return { kind: 'nullTest', ...source.span(node), operand: argument, negated: true }
}

const subquery: Reader = (source, node) => {
  const [name, inner] = children(node)
  const mode = name && textOf(source, name).toLowerCase()
  if (!name || !inner || (mode !== 'count' && mode !== 'collect')) {
    throw parseError(source.span(name ?? node), 'A subquery starts with EXISTS, COUNT or COLLECT.', {
      found: name ? textOf(source, name) : '',
      expected: ['EXISTS', 'COUNT', 'COLLECT'],
    })
  }
  return { kind: 'subquery', mode, ...source.span(node), query: source.singleQuery(inner) }
}

const listComprehension: Reader = (source, node) => {
  const [variable, , list, ...rest] = children(node)
  if (!variable || !list) throw new Error('incomplete list comprehension')
  const projection = rest.find((item) => item.name !== 'WhereClause')
  return {
    kind: 'listComprehension',
    ...source.span(node),
    variable: variableOf(source, variable),
    list: source.expression(list),
    ...whereOf(source, node),
    ...(projection ? { projection: source.expression(projection) } : {}),
  }
}

const patternComprehension: Reader = (source, node) => {
  const path = node.getChild('Variable')
  const chain = patternOf(source, child(node, 'PathPattern'))
  const last = children(node).at(-1)
  // The projection may itself be a variable; it is then the last one, after the pattern.
  const named = path && path.to <= child(node, 'PathPattern').from ? { path: variableOf(source, path) } : {}
  if (!last) throw new Error('incomplete pattern comprehension')
  return {
    kind: 'patternComprehension',
    ...source.span(node),
    pattern: { ...chain, ...named },
    ...whereOf(source, node),
    projection: source.expression(last),
  }
}

const readers: Readonly<Record<string, Reader>> = {
  Or: logic('or'),
  Xor: logic('xor'),
  And: logic('and'),
  Not: (source, node) => ({ kind: 'not', ...source.span(node), operand: part(source, node, -1) }),
  Comparison: comparison,
  StringTest: stringTest,
  Membership: (source, node) => ({
    kind: 'membership',
    ...source.span(node),
    item: part(source, node, 0),
    list: part(source, node, -1),
  }),
  NullTest: (source, node) => ({
    kind: 'nullTest',
    ...source.span(node),
    operand: part(source, node, 0),
    negated: node.getChild('NOT') !== null,
  }),
  Sum: arithmetic,
  Product: arithmetic,
  Power: power,
  Sign: (source, node) => ({
    kind: 'sign',
    ...source.span(node),
    negative: textOf(source, child(node, 'SignOperator')) === '-',
    operand: part(source, node, -1),
  }),
  Property: (source, node) => ({
    kind: 'property',
    ...source.span(node),
    target: part(source, node, 0),
    key: nameOf(source, child(node, 'Name')),
  }),
  Index: (source, node) => ({
    kind: 'index',
    ...source.span(node),
    target: part(source, node, 0),
    index: part(source, node, -1),
  }),
  Slice: slice,
  LabelTest: (source, node) => ({
    kind: 'labelTest',
    ...source.span(node),
    target: part(source, node, 0),
    labels: child(node, 'TestedLabels')
      .getChildren('TestedLabel')
      .map((label) => nameOf(source, child(label, 'Name'))),
  }),
  Integer: (source, node) => ({ kind: 'literal', ...source.span(node), value: integerValue(source, node) }),
  Float: (source, node) => ({
    kind: 'literal',
    ...source.span(node),
    value: Number(textOf(source, node)),
    float: true,
  }),
  String: (source, node) => ({ kind: 'literal', ...source.span(node), value: stringValue(source, node) }),
  Boolean: (source, node) => ({
    kind: 'literal',
    ...source.span(node),
    value: node.getChild('TRUE') !== null,
  }),
  Null: (source, node) => ({ kind: 'literal', ...source.span(node), value: null }),
  Parameter: (source, node) => ({
    kind: 'parameter',
    ...source.span(node),
    name: plainName(textOf(source, node).slice(1)),
  }),
  Variable: variableOf,
  ListLiteral: (source, node) => ({
    kind: 'list',
    ...source.span(node),
    items: children(node).map((item) => source.expression(item)),
  }),
  MapLiteral: map,
  MapProjection: mapProjection,
  Parenthesized: (source, node) => part(source, node, 0),
  Call: call,
  Quantifier: quantifier,
  Reduce: reduce,
  Case: caseOf,
  Exists: exists,
  Subquery: subquery,
  ListComprehension: listComprehension,
  PatternComprehension: patternComprehension,
  PatternExpression: (source, node) => ({
    kind: 'pattern',
    ...source.span(node),
    pattern: patternOf(source, node),
  }),
}

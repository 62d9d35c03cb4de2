import type { SyntaxNode } from '@lezer/common'
import type {
  Aggregate,
  Argument,
  Stage,
  StageKind,
  Value,
  CompareOperator,
  Condition,
  Expression,
} from '../ast.ts'
import { SplError } from '../error.ts'
import { child, children } from '../tree.ts'
import { type Source, fieldOf, spanOf, textOf, hasWord, unquoted } from './source.ts'
import { buildPair, buildValue, VALUE_NODES } from './value.ts'

/** Builds the right side of an `extend`. */
function buildExpression(source: Source, node: SyntaxNode): Expression {
  const span = spanOf(node)
  const parts = children(node)
  const operand = (index: number): Expression => {
    const part = parts[index]
    if (!part) throw new Error(`${node.name} lacks an operand`)
    return buildExpression(source, part)
  }
  const written = textOf(source, node)
  switch (node.name) {
    case 'OrExpression':
    case 'AndExpression':
      return {
        ...span,
        kind: 'binary',
        operator: node.name === 'OrExpression' ? 'or' : 'and',
        left: operand(0),
        right: operand(1),
      }
    case 'NotExpression':
      return { ...span, kind: 'not', operand: operand(0) }
    case 'Negative':
      return { ...span, kind: 'negative', operand: operand(0) }
    case 'Parenthesis':
      return operand(0)
    case 'Binary': {
      const sign = parts[1] ? textOf(source, parts[1]) : ''
      return {
        ...span,
        kind: 'binary',
        operator: sign === '==' ? '=' : sign,
        left: operand(0),
        right: operand(2),
      }
    }
    case 'Call': {
      const name = textOf(source, child(node, 'CallName'))
      return {
        ...span,
        kind: 'call',
        name,
        args: parts.slice(1).map((part) => buildExpression(source, part)),
      }
    }
    case 'FieldRef':
      return { ...span, kind: 'field', name: fieldOf(source, node).name }
    case 'Parameter':
      return { ...span, kind: 'parameter', name: written.slice(1) }
    case 'String':
      return { ...span, kind: 'literal', value: unquoted(written) }
    case 'Number':
      return { ...span, kind: 'literal', value: Number(written) }
    case 'Constant': {
      const word = written.toLowerCase()
      return { ...span, kind: 'literal', value: word === 'null' ? null : word === 'true' }
    }
  }
  throw new Error(`${node.name} is no expression`)
}

/**
 * Builds the condition of a `where`. `==` is normalised to `=`, and `contains(f, v)` to `f ~ v`
 * (docs/spl.md#stages).
 */
function buildCondition(source: Source, node: SyntaxNode): Condition {
  const span = spanOf(node)
  const [first, second] = children(node)
  switch (node.name) {
    case 'Or':
    case 'And':
      if (!first || !second) break
      return {
        ...span,
        kind: node.name === 'Or' ? 'or' : 'and',
        left: buildCondition(source, first),
        right: buildCondition(source, second),
      }
    case 'Not':
      if (!first) break
      return { ...span, kind: 'not', operand: buildCondition(source, first) }
    case 'Group':
      if (!first) break
      return buildCondition(source, first)
    case 'NullTest':
      return { ...span, kind: 'null', field: fieldIn(source, node), negated: hasWord(source, node, 'not') }
    case 'Membership':
    case 'Likeness':
      return {
        ...span,
        kind: node.name === 'Likeness' ? 'like' : 'in',
        field: fieldIn(source, node),
        negated: hasWord(source, node, 'not'),
        value: valueIn(source, node),
      }
    case 'Contains':
      return {
        ...span,
        kind: 'compare',
        field: fieldIn(source, node),
        operator: '~',
        value: valueIn(source, node),
      }
    case 'Comparison':
      return {
        ...span,
        kind: 'compare',
        field: fieldIn(source, node),
        operator: operatorOf(textOf(source, child(node, 'CompareOp'))),
        value: valueIn(source, node),
      }
  }
  throw new Error(`${node.name} is no condition`)
}

function operatorOf(written: string): CompareOperator {
  return written === '==' ? '=' : (written as CompareOperator)
}

function fieldIn(source: Source, node: SyntaxNode): ReturnType<typeof fieldOf> {
  return fieldOf(source, child(node, 'Field'))
}

function valueIn(source: Source, node: SyntaxNode): ReturnType<typeof buildValue> {
  const value = children(node).findLast((item) => VALUE_NODES.includes(item.name))
  if (!value) throw new Error(`${node.name} has no value`)
  return buildValue(source, value)
}

/** @throws SplError for what the grammar cannot express, such as `limit 0` */
export function buildStage(source: Source, node: SyntaxNode): Stage {
  const span = spanOf(node)
  const parts = children(node).filter((part) => part.name !== 'StageName')
  const field = (part: SyntaxNode): ReturnType<typeof fieldOf> => fieldOf(source, part)
  switch (node.name) {
    case 'With':
      return { ...span, kind: 'with', pairs: parts.map((part) => buildPair(source, part)) }
    case 'Where':
      return { ...span, kind: 'where', condition: buildCondition(source, only(parts)) }
    case 'Project':
      return {
        ...span,
        kind: 'project',
        columns: parts.map((part) => {
          const [name, as] = children(part)
          return { field: field(name ?? part), ...(as ? { as: field(as) } : {}) }
        }),
      }
    case 'Sort':
      return {
        ...span,
        kind: 'sort',
        keys: parts.map((part) => ({
          field: field(child(part, 'Field')),
          descending: part.getChild('Desc') !== null,
        })),
      }
    case 'Limit':
    case 'Offset':
      return {
        ...span,
        kind: node.name === 'Limit' ? 'limit' : 'offset',
        count: count(source, node, only(parts)),
      }
    case 'Distinct':
      return { ...span, kind: 'distinct', fields: parts.map(field) }
    case 'Extend':
      return {
        ...span,
        kind: 'extend',
        assignments: parts.map((part) => {
          const [target, value] = children(part)
          return { target: field(target ?? part), expression: buildExpression(source, value ?? part) }
        }),
      }
    case 'Stats':
      return {
        ...span,
        kind: 'stats',
        aggregates: parts.filter((part) => part.name === 'Aggregate').map((part) => aggregate(source, part)),
        by: parts.filter((part) => part.name === 'Field').map(field),
      }
    case 'EntityCall':
    case 'GraphCall':
      return call(source, node, node.name === 'EntityCall' ? 'entity-call' : 'graph-call')
    case 'GraphMatch': {
      const pattern = child(node, 'MatchPattern')
      return { ...span, kind: 'graph-match', pattern: textOf(source, pattern), patternFrom: pattern.from }
    }
  }
  throw new Error(`${node.name} is no stage`)
}

function only(parts: readonly SyntaxNode[]): SyntaxNode {
  const [part] = parts
  if (!part) throw new Error('a stage without its operand')
  return part
}

/** Parses the number of a `limit` (at least 1) or an `offset` (at least 0). */
function count(source: Source, stage: SyntaxNode, node: SyntaxNode): Value {
  const value = buildValue(source, node)
  if (value.kind === 'parameter') return value
  const least = stage.name === 'Limit' ? 1 : 0
  if (value.kind === 'number' && Number.isSafeInteger(value.value) && value.value >= least) return value
  const name = stage.name.toLowerCase()
  const expected = least === 1 ? 'a whole number from 1' : 'a whole number from 0'
  throw new SplError(`${name} takes ${expected}, as in ${name} 20.`, {
    ...spanOf(node),
    found: textOf(source, node),
    expected: [expected],
    field: name,
  })
}

function aggregate(source: Source, node: SyntaxNode): Aggregate {
  const name = textOf(source, child(node, 'FunctionName'))
  const [first, second] = node.getChildren('Field')
  // `count() as n` has one Field after the parenthesis, `count(x)` one inside.
  const close = source.text.indexOf(')', child(node, 'FunctionName').to)
  const inside = first && first.to <= closing(source, node, close) ? first : undefined
  const alias = inside ? second : first
  const field = inside ? fieldOf(source, inside) : undefined
  const distinct = node.getChild('DistinctMark') !== null
  const star = field?.name === '*' || field === undefined
  return {
    ...spanOf(node),
    name: name.toLowerCase(),
    ...(star ? {} : { field }),
    distinct,
    as: alias
      ? fieldOf(source, alias).name
      : star
        ? name.toLowerCase()
        : `${name.toLowerCase()}_${field.name}`,
  }
}

/** The closing parenthesis of an aggregate, as a node of its own: a quoted field may contain parentheses. */
function closing(_source: Source, node: SyntaxNode, fallback: number): number {
  return node.getChild(')')?.from ?? fallback
}

function call(
  source: Source,
  node: SyntaxNode,
  kind: Extract<StageKind, 'entity-call' | 'graph-call'>,
): Stage {
  const [method, ...rest] = children(node).filter((part) => part.name !== 'StageName')
  if (!method) throw new Error('a call without a name')
  const args = rest.map((part): Argument => {
    if (part.name !== 'NamedArgument') return { ...spanOf(part), value: buildValue(source, part) }
    const pair = buildPair(source, part)
    return pair
  })
  const seen = new Set<string>()
  for (const { key } of args) {
    if (!key) continue
    if (seen.has(key.name)) {
      throw new SplError(`The argument ${key.name} is given twice; keep one.`, {
        from: key.from,
        to: key.to,
        found: key.name,
        argument: key.name,
      })
    }
    seen.add(key.name)
  }
  return { ...spanOf(node), kind, method: fieldOf(source, method), args }
}

import type { SyntaxNode } from '@lezer/common'
import type { CompareOperator, Condition } from '../ast.ts'
import { type Source, fieldOf, hasWord, spanOf, textOf } from './source.ts'
import { child, children } from '../tree.ts'
import { VALUE_NODES, buildValue } from './value.ts'

/** The condition of a `where`. `==` is stored as `=`, and `contains(f, v)` as `f ~ v` (docs/spl.md#stages). */
export function buildCondition(source: Source, node: SyntaxNode): Condition {
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

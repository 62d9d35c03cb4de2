import type { SyntaxNode } from '@lezer/common'
import type { Expression } from '../ast.ts'
import { type Source, fieldOf, spanOf, textOf, unquoted } from './source.ts'
import { child, children } from '../tree.ts'

/** The right side of an `extend`. */
export function buildExpression(source: Source, node: SyntaxNode): Expression {
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

import type { SyntaxNode } from '@lezer/common'
import type { NodeValue, Pair, Value } from '../ast.ts'
import { isEntityId } from '../../model/entity.ts'
import { SplError } from '../error.ts'
import { child, children } from '../tree.ts'
import { type Source, fieldOf, spanOf, textOf, unquoted } from './source.ts'

export const VALUE_NODES: readonly string[] = [
  'String',
  'Backtick',
  'List',
  'Tuple',
  'Parameter',
  'Bare',
  'NodeList',
  'Node',
]

/** Parses a bare word: an integer, a float (with a dot), a boolean in any case, else a string (docs/spl.md#values). */
function bareValue(source: Source, node: SyntaxNode): Value {
  const span = spanOf(node)
  const written = textOf(source, node).trim()
  if (/^-?\d+(?:\.\d+)?$/.test(written)) {
    const value = Number(written)
    // An integer that a double cannot represent exactly, such as a numeric id, stays a string.
    if (written.includes('.') || Number.isSafeInteger(value))
      return { ...span, kind: 'number', value, written }
  }
  if (/^true$/i.test(written)) return { ...span, kind: 'boolean', value: true }
  if (/^false$/i.test(written)) return { ...span, kind: 'boolean', value: false }
  return { ...span, kind: 'string', value: written, quote: '' }
}

/** @throws SplError when a node pattern lacks its id or the id has another form */
export function buildValue(source: Source, node: SyntaxNode): Value {
  const span = spanOf(node)
  switch (node.name) {
    case 'String':
    case 'Backtick': {
      const written = textOf(source, node)
      const quote = written[0] === '`' ? '`' : written[0] === '"' ? '"' : "'"
      return { ...span, kind: 'string', value: unquoted(written), quote }
    }
    case 'Parameter':
      return { ...span, kind: 'parameter', name: textOf(source, node).slice(1) }
    case 'List':
    case 'Tuple':
    case 'NodeList':
      return { ...span, kind: 'list', items: children(node).map((item) => buildValue(source, item)) }
    case 'Node':
      return buildNode(source, node)
    default:
      return bareValue(source, node)
  }
}

export function buildPair(source: Source, node: SyntaxNode): Pair {
  const [key, value] = children(node)
  if (!key) throw new Error('a pair without a key')
  const span = spanOf(node)
  return {
    ...span,
    key: fieldOf(source, key),
    value: value
      ? buildValue(source, value)
      : { kind: 'string', value: '', quote: '', from: node.to, to: node.to },
  }
}

function buildNode(source: Source, node: SyntaxNode): NodeValue {
  const map = node.getChild('PropertyMap')
  const properties = map ? children(map).map((property) => buildPair(source, property)) : []
  const label = unquoted(textOf(source, child(node, 'Label')))
  const id = properties.find((pair) => pair.key.name === '__entity_id__')
  if (!id) {
    throw new SplError('A node needs its id; write (:"domain@type" {__entity_id__: \'…\'}).', {
      ...spanOf(node),
      found: textOf(source, node),
      expected: ["{__entity_id__: '…'}"],
      argument: 'nodes',
    })
  }
  if (id.value.kind === 'string' && !/^\$\w+$/.test(id.value.value) && !isEntityId(id.value.value)) {
    throw new SplError('An entity id is 32 lower-case hexadecimal digits.', {
      ...spanOf(id.value),
      found: id.value.value,
      expected: ['32 lower-case hexadecimal digits'],
      argument: '__entity_id__',
    })
  }
  if (!/^[^@]+@[^@]+$/.test(label)) {
    const at = child(node, 'Label')
    throw new SplError('A node\'s label names domain and type, as in "devops@devops.service".', {
      ...spanOf(at),
      found: label,
      expected: ['"domain@type"'],
      argument: 'nodes',
    })
  }
  return { ...spanOf(node), kind: 'node', label, properties }
}

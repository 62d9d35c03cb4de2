import type { SyntaxNode } from '@lezer/common'
import { child, children } from '../tree.ts'
import {
  type Direction,
  type HopRange,
  MAX_HOPS,
  type MapExpression,
  type Name,
  type NodePattern,
  type ParameterExpression,
  type Pattern,
  type RelationshipPattern,
} from './ast.ts'
import { parseError } from './error.ts'
import { type Source, integerValue, nameOf, textOf, variableOf } from './source.ts'

/** Builds a pattern from a PatternPart, PathPattern, ShortestPath or PatternExpression. */
export function patternOf(source: Source, node: SyntaxNode): Pattern {
  const path = node.name === 'PatternPart' ? node.getChild('Variable') : null
  const shortest = node.name === 'ShortestPath' ? node : node.getChild('ShortestPath')
  const holder = shortest ?? node
  const chain = holder.getChild('PathPattern') ?? holder
  return {
    ...source.span(node),
    ...(path ? { path: variableOf(source, path) } : {}),
    ...(shortest ? { shortest: shortestMode(source, child(shortest, 'Variable')) } : {}),
    nodes: chain.getChildren('NodePattern').map((part) => nodePatternOf(source, part)),
    relationships: chain
      .getChildren('RelationshipPattern')
      .map((part) => relationshipPatternOf(source, part)),
  }
}

/** Distinguishes `shortestPath` from `allShortestPaths`; no other name may precede a parenthesised pattern. */
function shortestMode(source: Source, node: SyntaxNode): 'one' | 'all' {
  const written = textOf(source, node)
  if (written.toLowerCase() === 'shortestpath') return 'one'
  if (written.toLowerCase() === 'allshortestpaths') return 'all'
  throw parseError(source.span(node), `A pattern cannot start with ${written}.`, {
    found: written,
    expected: ['shortestPath', 'allShortestPaths', '('],
  })
}

function nodePatternOf(source: Source, node: SyntaxNode): NodePattern {
  const variable = node.getChild('Variable')
  const labels = node.getChild('Labels')
  return {
    ...source.span(node),
    ...(variable ? { variable: variableOf(source, variable) } : {}),
    labels: (labels?.getChildren('LabelGroup') ?? []).map((group) => namesOf(source, group)),
    ...propertiesOf(source, node),
    ...whereOf(source, node),
  }
}

function relationshipPatternOf(source: Source, node: SyntaxNode): RelationshipPattern {
  const detail = node.getChild('RelationshipDetail')
  const variable = detail?.getChild('Variable')
  const types = detail?.getChild('RelationshipTypes')
  const range = detail?.getChild('Range')
  return {
    ...source.span(node),
    ...(variable ? { variable: variableOf(source, variable) } : {}),
    types: types ? namesOf(source, types) : [],
    direction: directionOf(node),
    ...(range ? { range: rangeOf(source, range) } : {}),
    ...(detail ? propertiesOf(source, detail) : {}),
    ...(detail ? whereOf(source, detail) : {}),
  }
}

/** `-[]-` and `<-[]->` both match either direction (openCypher 9). */
function directionOf(node: SyntaxNode): Direction {
  const left = node.getChild('LeftHead') !== null
  const right = node.getChild('RightHead') !== null
  if (left === right) return 'both'
  return left ? 'in' : 'out'
}

/**
 * `*` is 1 to {@link MAX_HOPS}, `*n` exactly n; a missing end is the smallest or largest allowed;
 * docs/spl.md#graph-calls.
 */
function rangeOf(source: Source, node: SyntaxNode): HopRange {
  const written = textOf(source, node)
  const numbers = node.getChildren('Integer').map((part) => integerValue(source, part))
  const dots = written.includes('..')
  const [first, second] = numbers
  const startsOpen = /^\*\s*\.\./.test(written)
  const min = startsOpen ? 1 : (first ?? 1)
  const max = dots ? ((startsOpen ? first : second) ?? MAX_HOPS) : (first ?? MAX_HOPS)
  const span = source.span(node)
  if (max > MAX_HOPS || min > MAX_HOPS) {
    throw parseError(span, `A relationship may be at most ${MAX_HOPS} hops long; ask for a smaller range.`, {
      found: written,
      expected: [`*1..${MAX_HOPS}`],
    })
  }
  if (max < min) {
    throw parseError(span, `The hop range ends (${max}) before it starts (${min}).`, { found: written })
  }
  return { ...span, min, max }
}

function namesOf(source: Source, node: SyntaxNode): Name[] {
  return node.getChildren('Name').map((part) => nameOf(source, part))
}

function propertiesOf(
  source: Source,
  node: SyntaxNode,
): { properties?: MapExpression | ParameterExpression } {
  const map = node.getChild('MapLiteral') ?? node.getChild('Parameter')
  return map ? { properties: source.expression(map) as MapExpression | ParameterExpression } : {}
}

/** Builds the WHERE expression inside `node`, to be spread into the parent. */
export function whereOf(source: Source, node: SyntaxNode): { where?: ReturnType<Source['expression']> } {
  const where = node.getChild('WhereClause')
  const condition = where && children(where).at(-1)
  return condition ? { where: source.expression(condition) } : {}
}

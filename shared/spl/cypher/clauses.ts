import type { SyntaxNode } from '@lezer/common'
import type { Clause, Expression, ProjectionClause, ProjectionItem, SingleQuery, SortItem } from './ast.ts'
import { type Source, plainName, textOf, variableOf } from './source.ts'
import { children } from '../tree.ts'
import { whereOf } from './patterns.ts'

/** Reads a SingleQuery, or a PatternQuery (the short form inside `EXISTS { … }`) as MATCH … RETURN *. */
export function singleQueryOf(source: Source, node: SyntaxNode): SingleQuery {
  if (node.name === 'PatternQuery') return patternQueryOf(source, node)
  return { ...source.span(node), clauses: children(node).map((part) => clauseOf(source, part)) }
}

function patternQueryOf(source: Source, node: SyntaxNode): SingleQuery {
  const span = source.span(node)
  const patterns = node.getChildren('PatternPart').map((part) => source.pattern(part))
  const match: Clause = { kind: 'match', ...span, optional: false, patterns, ...whereOf(source, node) }
  const end: Clause = { kind: 'return', ...span, distinct: false, star: true, items: [], orderBy: [] }
  return { ...span, clauses: [match, end] }
}

function clauseOf(source: Source, node: SyntaxNode): Clause {
  if (node.name === 'MatchClause') {
    return {
      kind: 'match',
      ...source.span(node),
      optional: node.getChild('OPTIONAL') !== null,
      patterns: node.getChildren('PatternPart').map((part) => source.pattern(part)),
      ...whereOf(source, node),
    }
  }
  if (node.name === 'UnwindClause') {
    const list = children(node)[1]
    if (!list) throw new Error('UNWIND without a list')
    return {
      kind: 'unwind',
      ...source.span(node),
      list: source.expression(list),
      variable: variableOf(source, children(node).at(-1) ?? node),
    }
  }
  return projectionOf(source, node)
}

function projectionOf(source: Source, node: SyntaxNode): ProjectionClause {
  const skip = onlyExpression(source, node.getChild('SkipClause'))
  const limit = onlyExpression(source, node.getChild('LimitClause'))
  return {
    kind: node.name === 'WithClause' ? 'with' : 'return',
    ...source.span(node),
    distinct: node.getChild('DISTINCT') !== null,
    star: node.getChild('Star') !== null,
    items: node.getChildren('ProjectionItem').map((item) => itemOf(source, item)),
    orderBy: (node.getChild('OrderBy')?.getChildren('SortItem') ?? []).map((item) =>
      sortItemOf(source, item),
    ),
    ...(skip ? { skip } : {}),
    ...(limit ? { limit } : {}),
    ...whereOf(source, node),
  }
}

function itemOf(source: Source, item: SyntaxNode): ProjectionItem {
  const [expression, , alias] = children(item)
  if (!expression) throw new Error('empty projection')
  return {
    ...source.span(item),
    expression: source.expression(expression),
    ...(alias ? { alias: plainName(textOf(source, alias)) } : {}),
    text: textOf(source, expression),
  }
}

function sortItemOf(source: Source, item: SyntaxNode): SortItem {
  const [expression] = children(item)
  if (!expression) throw new Error('empty sort key')
  return {
    ...source.span(item),
    expression: source.expression(expression),
    descending: item.getChild('DESC') !== null || item.getChild('DESCENDING') !== null,
  }
}

function onlyExpression(source: Source, node: SyntaxNode | null): Expression | undefined {
  const last = node && children(node).at(-1)
  return last ? source.expression(last) : undefined
}

import type { SyntaxNode } from '@lezer/common'
import type { Clause, Expression, ProjectionClause, SingleQuery, SortItem } from './ast.ts'
import { type Source, child, children, plainName, textOf, variableOf } from './source.ts'
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
    items: node.getChildren('ProjectionItem').map((item) => {
      const [expression, , alias] = children(item)
      if (!expression) throw new Error('empty projection')
      return {
        ...source.span(item),
        expression: source.expression(expression),
        ...(alias ? { alias: plainName(textOf(source, alias)) } : {}),
        text: textOf(source, expression),
      }
    }),
    orderBy: node.getChild('OrderBy') ? sortItemsOf(source, child(node, 'OrderBy')) : [],
    ...(skip ? { skip } : {}),
    ...(limit ? { limit } : {}),
    ...whereOf(source, node),
  }
}

function sortItemsOf(source: Source, node: SyntaxNode): SortItem[] {
  return node.getChildren('SortItem').map((item) => ({
    ...source.span(item),
    expression: source.expression(child(item, children(item)[0]?.name ?? '')),
    descending: item.getChild('DESC') !== null || item.getChild('DESCENDING') !== null,
  }))
}

function onlyExpression(source: Source, node: SyntaxNode | null): Expression | undefined {
  const last = node && children(node).at(-1)
  return last ? source.expression(last) : undefined
}

import type { SyntaxNode } from '@lezer/common'
import { parser } from '../generated/cypher.ts'
import { nearest } from '../nearest.ts'
import { children } from '../tree.ts'
import type {
  Clause,
  CypherQuery,
  Expression,
  ProjectionClause,
  ProjectionItem,
  SingleQuery,
  SortItem,
} from './ast.ts'
import { CypherError, parseError } from './error.ts'
import { expectedAfter, failsAt } from './expected.ts'
import { expressionOf } from './expressions.ts'
import { patternOf, whereOf } from './patterns.ts'
import { MAX_NESTING, type Offset, plainName, type Source, textOf, variableOf } from './source.ts'

/** Builds a SingleQuery, or a PatternQuery (the short form inside `EXISTS { … }`) as MATCH … RETURN *. */
function singleQueryOf(source: Source, node: SyntaxNode): SingleQuery {
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
    skip,
    limit,
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

/** Clauses of full Cypher without a rule here; used only to word the error, since the grammar already refuses them. */
const writing = new Set([
  'CREATE',
  'MERGE',
  'DELETE',
  'DETACH',
  'SET',
  'REMOVE',
  'DROP',
  'LOAD',
  'FOREACH',
  'CALL',
])

/**
 * Parses one read-only Cypher query.
 *
 * @param text the query, without the backticks around it
 * @param offset added to every reported position, or a function from positions in `text` to the caller's
 * @throws CypherError QUERY_PARSE_ERROR with the position, what was found and what was expected;
 *   QUERY_PLAN_ERROR for a clause that writes or calls a procedure (docs/spl.md#graph-calls)
 */
export function parseCypher(text: string, offset: Offset = 0): CypherQuery {
  const shift = typeof offset === 'number' ? (position: number) => position + offset : offset
  const span = (node: { from: number; to: number }) => ({ from: shift(node.from), to: shift(node.to) })
  const stop = failsAt(text)
  if (stop !== null) throw syntaxError(text, stop, span)
  const tree = parser.parse(text)
  refuseDeepNesting(tree.topNode, span)
  const source: Source = {
    text,
    span,
    expression: (node) => expressionOf(source, node),
    pattern: (node) => patternOf(source, node),
    singleQuery: (node) => singleQueryOf(source, node),
  }
  const parts = tree.topNode.getChildren('SingleQuery').map((part) => source.singleQuery(part))
  const all = tree.topNode.getChildren('UnionClause').map((union) => union.getChild('ALL') !== null)
  return { ...span(tree.topNode), parts, all }
}

/**
 * Left-nested node kinds that form a flat chain; the builder handles them iteratively, so they do not count
 * as nesting.
 */
const flat = new Set(['Or', 'Xor', 'And', 'Sum', 'Product', 'Comparison'])

/** Maximum terms of an arithmetic chain, because it is evaluated recursively. */
const MAX_CHAIN = 1_000

/**
 * Walks the tree without recursion and refuses brackets or operators nested too deeply for the recursive
 * passes that follow.
 */
function refuseDeepNesting(root: SyntaxNode, span: Source['span']): void {
  const pending: { node: SyntaxNode; depth: number; chain: number }[] = [{ node: root, depth: 0, chain: 0 }]
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { node, depth, chain } = item
    if (depth > MAX_NESTING || chain > MAX_CHAIN) {
      throw parseError(
        span(node),
        `The query nests more than ${MAX_NESTING} levels deep; split it with WITH.`,
      )
    }
    for (const inner of children(node)) {
      const same = flat.has(node.name) && inner.name === node.name && inner.from === node.from
      pending.push({ node: inner, depth: same ? depth : depth + 1, chain: same ? chain + 1 : 0 })
    }
  }
}

function syntaxError(text: string, stop: number, span: Source['span']): CypherError {
  const before = text.slice(0, stop)
  const found = tokenAt(text, stop)
  const at = span({ from: stop, to: stop + found.length })
  const expected = expectedAfter(before)
  const shown = found === '' ? 'end of query' : found
  const keyword = found.toUpperCase()
  if (writing.has(keyword) && (expected.includes('MATCH') || expected.includes('RETURN'))) {
    const reason = keyword === 'CALL' ? 'calls a procedure' : 'would change the graph'
    return new CypherError('QUERY_PLAN_ERROR', `Cypher here is read-only: ${keyword} ${reason}.`, {
      ...at,
      found: shown,
      expected,
      keyword: keyword.toLowerCase(),
    })
  }
  const suggestion =
    keyword.length < 3
      ? undefined
      : nearest(
          found,
          expected.filter((word) => /^[A-Z]/.test(word)),
        )
  return parseError(at, messageFor(shown, expected, suggestion), {
    found: shown,
    expected,
    suggestion,
  })
}

/** A quote opened at the error position and never closed. */
const openQuote = /^(['"`])(?:(?!\1)[^])*$/

function messageFor(found: string, expected: readonly string[], suggestion: string | undefined): string {
  const start =
    found === 'end of query' ? 'The Cypher query ends too early' : `Unexpected “${found}” in Cypher`
  if (openQuote.test(found)) return `The quote ${found[0]} is never closed; add the closing one.`
  if (suggestion) return `${start}. Did you mean ${suggestion}?`
  if (expected.length === 0) return `${start}.`
  const few = expected.slice(0, 8)
  return `${start}. Expected ${few.join(' ')}${expected.length > few.length ? ' …' : ''}.`
}

/** Returns the token at `at` as a reader sees it: a word, a number, a quoted text, or one symbol. Empty at the end. */
function tokenAt(text: string, at: number): string {
  const token = /^(?:[\p{L}_$][\p{L}\p{N}_]*|\d+(?:\.\d+)?|'[^']*'?|"[^"]*"?|`[^`]*`?|[^])/u.exec(
    text.slice(at, at + 80),
  )
  return token?.[0] ?? ''
}

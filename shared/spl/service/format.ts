import type { SyntaxNode } from '@lezer/common'
import { parser } from '../generated/spl.ts'
import { SplError } from '../error.ts'
import { parseSpl } from '../parse.ts'
import { statementsOf } from './statements.ts'

/** Nodes copied verbatim: their whitespace is significant, or they must not change. */
const ATOMS = new Set([
  'Bare',
  'String',
  'Backtick',
  'Comment',
  'MatchPattern',
  'Parameter',
  'Number',
  'CompareOp',
  'Source',
  'StageName',
])
const MARKS = new Set(['(', ')', '[', ']', '{', '}', ',', '|', ':', '=', ';', '+', '-', '*', '/', '%'])

interface Token {
  readonly text: string
  /** Name of the tree node, or the symbol itself, or `word`. */
  readonly kind: string
  /** Name of the parent node. */
  readonly holder: string
}

/**
 * Returns a statement's tokens in order: verbatim nodes of its tree, and the text between them split into
 * words and symbols.
 */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const between = (from: number, to: number, holder: string): void => {
    for (const [piece] of text.slice(from, to).matchAll(/[()[\]{},|:;=+\-*/%]|[^\s()[\]{},|:;=]+/g)) {
      tokens.push({ text: piece, kind: MARKS.has(piece) ? piece : 'word', holder })
    }
  }
  const walk = (node: SyntaxNode): void => {
    if (ATOMS.has(node.name)) {
      tokens.push({
        text: text.slice(node.from, node.to).trimEnd(),
        kind: node.name,
        holder: node.parent?.name ?? '',
      })
      return
    }
    if (MARKS.has(node.name)) {
      tokens.push({ text: node.name, kind: node.name, holder: node.parent?.name ?? '' })
      return
    }
    let at = node.from
    for (let child = node.firstChild; child; child = child.nextSibling) {
      between(at, child.from, node.name)
      walk(child)
      at = child.to
    }
    between(at, node.to, node.name)
  }
  walk(parser.parse(text).topNode)
  return tokens
}

/** Symbols without a blank before them, and after them. */
const TIGHT_BEFORE = new Set([')', ']', '}', ',', ':', ';'])
const TIGHT_AFTER = new Set(['(', '[', '{'])
/** Nodes whose `=` has no blanks, because it joins a key and its value. Elsewhere it compares or assigns. */
const TIED = new Set(['Pair', 'NamedArgument'])
/** Nodes whose `(` opens the arguments of the name before it. */
const CALLS = new Set(['With', 'EntityCall', 'GraphCall', 'Aggregate', 'Contains', 'Call'])
/** Inside a node pattern, the colon belongs to the label after it. */
const NAMES_LABEL = 'Node'

function blankBetween(before: Token, next: Token): boolean {
  if (TIGHT_BEFORE.has(next.kind) || TIGHT_AFTER.has(before.kind)) return false
  if (next.kind === '(' && CALLS.has(next.holder) && before.kind !== ',' && before.kind !== 'Source')
    return false
  if (next.kind === '=' && TIED.has(next.holder)) return false
  if (before.kind === '=' && TIED.has(before.holder)) return false
  if (before.kind === ':' && before.holder === NAMES_LABEL) return false
  if (before.kind === '-' && before.holder === 'Negative') return false
  return true
}

function join(tokens: readonly Token[]): string {
  let out = ''
  let before: Token | undefined
  for (const token of tokens) {
    if (token.kind === ';') continue
    if (before === undefined) out = token.text
    else if (token.kind === '|' && token.holder !== 'MatchPattern') out += `\n${token.text}`
    else if (before.kind === 'Comment') out += `\n${token.kind === 'Comment' ? '' : '  '}${token.text}`
    else out += `${blankBetween(before, token) ? ' ' : ''}${token.text}`
    before = token
  }
  return out
}

/** Serialises a statement's syntax tree without positions; undefined when it does not parse. */
function meaning(text: string): string | undefined {
  try {
    const { source, stages } = parseSpl(text)
    return JSON.stringify([source.name, stages], (key, value: unknown) =>
      key === 'from' || key === 'to' || key === 'patternFrom' ? undefined : value,
    )
  } catch (error) {
    if (error instanceof SplError) return undefined
    throw error
  }
}

/**
 * Formats a statement with one stage per line and normalised blanks. Idempotent and meaning-preserving: a
 * text that does not parse, or whose meaning would change, is returned unchanged.
 */
export function formatStatement(text: string): string {
  const meant = meaning(text)
  if (meant === undefined) return text
  const formatted = join(tokensOf(text).filter((token, index, all) => !isEmptyStage(token, all[index + 1])))
  return formatted === text || meaning(formatted) === meant ? formatted : text
}

/** A bar followed by another bar, or by nothing. */
function isEmptyStage(token: Token, next: Token | undefined): boolean {
  return token.kind === '|' && (next === undefined || next.kind === '|')
}

/** A replacement of a text range. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/**
 * Yields the edits that format the statements in a range, leaving comments, blank lines and separators
 * between them alone. Yields `undefined` for an unchanged statement, so that the caller can pause after each.
 */
export function* formatEdits(text: string, from = 0, to = text.length): Generator<Edit | undefined> {
  for (const statement of statementsOf(text)) {
    if (statement.from > to || statement.to < from) continue
    const insert = formatStatement(statement.text)
    yield insert === statement.text ? undefined : { from: statement.from, to: statement.to, insert }
  }
}

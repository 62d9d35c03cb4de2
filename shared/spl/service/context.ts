import { TreeFragment, type SyntaxNode, type Tree } from '@lezer/common'
import type { LRParser } from '@lezer/lr'
import { SOURCES, type SourceName } from '../ast.ts'
import { parser } from '../generated/spl.ts'
import { commentEnd, quotedEnd } from './statements.ts'

/** What surrounds the cursor. `from` is the start of the word being typed, `quote` the quote left open before it. */
export type Context = { readonly from: number; readonly quote: string } &
  /** `pipe` and `direction`: after a complete construct; the grammar decides what may follow. */
  (
    | { readonly kind: 'source' | 'stage' | 'operator' | 'pipe' | 'direction' | 'parameter' | 'none' }
    /** The name of a with(…) key. */
    | { readonly kind: 'key'; readonly used: readonly string[] }
    /** The value of a with(…) key; `pairs` are the other pairs so far. */
    | { readonly kind: 'keyValue'; readonly key: string; readonly pairs: Pairs }
    /** A field; at the start of a condition also `not` and `contains(…)`. */
    | { readonly kind: 'field'; readonly condition: boolean }
    | { readonly kind: 'fieldValue'; readonly field: string }
    | { readonly kind: 'aggregate' | 'function' | 'method' | 'graphFunction' }
    | {
        readonly kind: 'argument'
        readonly method: string
        readonly index: number
        readonly key: string | undefined
      }
    | { readonly kind: 'graphArgument'; readonly method: string; readonly index: number }
    | { readonly kind: 'label' | 'nodeKey' }
    /** Inside the backticks of cypher(`…`): the Cypher text before the cursor, and its start. */
    | { readonly kind: 'cypher'; readonly before: string; readonly start: number }
  )

export type Pairs = Readonly<Record<string, string>>

/** Information about the statement around the cursor. */
export interface Situation {
  readonly context: Context
  readonly source: SourceName | undefined
  /** All with(…) pairs of the statement; later ones override earlier ones. */
  readonly pairs: Pairs
  /** The statement up to the bar before the cursor's stage, excluding that bar. */
  readonly earlier: string
  /** The innermost call whose parentheses contain the cursor: its name, and the argument by index or key. */
  readonly call: Call | undefined
}

export interface Call {
  readonly kind: 'method' | 'graph' | 'aggregate' | 'expression'
  readonly name: string
  readonly index: number
  readonly key: string | undefined
}

/** Inserted for the word under the cursor, so that the parser sees a complete word. */
const PLACEHOLDER = 'x_'
const WORD = /[A-Za-z0-9_.@\-\u00a1-\uffff]*$/

/** Returns the quote left open at the end of a text, with its position; a comment is reported as the quote `-`. */
function openQuote(text: string): { readonly quote: string; readonly at: number } | undefined {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? ''
    const comment = commentEnd(text, at)
    if (comment > at) {
      if (comment === text.length) return { quote: '-', at }
      at = comment
    } else if (character === '"' || character === "'" || character === '`') {
      const end = quotedEnd(text, at)
      const closed = end > at + 1 && text[end - 1] === character && !isOpen(text, at, end)
      if (end === text.length && !closed) return { quote: character, at }
      at = end
    } else at++
  }
  return undefined
}

/**
 * Whether the quoted text from `at` to the end only appears closed because its last quote is escaped or is
 * the opening one.
 */
function isOpen(text: string, at: number, end: number): boolean {
  return quotedEnd(`${text.slice(at, end)}\u0000`, 0) === end - at + 1
}

const textOf = (node: SyntaxNode | null, text: string): string => (node ? text.slice(node.from, node.to) : '')

const unquoted = (text: string): string => text.replaceAll(/^['"`]|['"`]$/g, '')

function ancestor(node: SyntaxNode, ...names: readonly string[]): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (names.includes(at.name)) return at
  return undefined
}

/** Collects the pairs of all with(…) stages in a tree. */
function pairsOf(top: SyntaxNode, text: string): Pairs {
  const pairs: Record<string, string> = {}
  for (const stage of top.getChildren('With')) {
    for (const pair of stage.getChildren('Pair')) {
      const value = pair.lastChild
      if (value && value.name !== 'Key')
        pairs[textOf(pair.getChild('Key'), text)] = unquoted(textOf(value, text))
    }
  }
  return pairs
}

/** A statement's tree, and the parser that produced it. */
export interface Reading {
  readonly parser: LRParser
  readonly tree: Tree
}

/**
 * Determines the situation at the cursor. `text` is a single statement, `cursor` an offset in it. Parses the
 * text before the cursor with a placeholder for the current word, so the result agrees with the grammar
 * wherever the text is valid. With a `reading` of the same text, only the end is reparsed.
 */
export function situationAt(
  text: string,
  cursor: number,
  reading: Reading = { parser, tree: parser.parse(text) },
): Situation {
  const before = text.slice(0, cursor)
  const open = openQuote(before)
  const quote = open?.quote ?? ''
  const from = open ? open.at + 1 : cursor - (WORD.exec(before)?.[0].length ?? 0)
  const written = open ? before.slice(0, open.at) : before.slice(0, from)
  const probe =
    quote === '' || quote === '-' ? `${written}${PLACEHOLDER}` : `${written}${quote}${PLACEHOLDER}${quote}`
  const top = probed(reading, text.length, written.length, probe)
  const node = top.resolveInner(probe.length, -1)
  const sourceText = textOf(top.getChild('Source'), probe)
  const source = SOURCES.find((name) => name === sourceText)
  const context = { from, quote, ...classify(node, probe, written, quote, open?.at ?? 0, before) } as Context
  const call = context.kind === 'cypher' ? undefined : callAt(node, probe)
  return { context, source, pairs: pairsOf(reading.tree.topNode, text), earlier: earlierText(written), call }
}

/** Parses a text incrementally that shares a prefix, up to `same`, with a parsed one. */
function probed(reading: Reading, length: number, same: number, probe: string): SyntaxNode {
  const change = { fromA: same, toA: length, fromB: same, toB: probe.length }
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(reading.tree), [change])
  return reading.parser.parse(probe, fragments).topNode
}

/** Returns the text before the last bar outside quotes and brackets. */
function earlierText(written: string): string {
  let last = -1
  let depth = 0
  for (let at = 0; at < written.length;) {
    const character = written[at] ?? ''
    const comment = commentEnd(written, at)
    if (comment > at) at = comment
    else if (character === '"' || character === "'" || character === '`') at = quotedEnd(written, at)
    else {
      if ('([{'.includes(character)) depth++
      else if (')]}'.includes(character)) depth--
      else if (character === '|' && depth <= 0) last = at
      at++
    }
  }
  return last < 0 ? (/^\s*\.[a-z_]+/.exec(written)?.[0] ?? '') : written.slice(0, last).trimEnd()
}

type Found = Record<string, unknown> & { readonly kind: Context['kind'] }

function classify(
  node: SyntaxNode,
  probe: string,
  written: string,
  quote: string,
  at: number,
  before: string,
): Found {
  if (quote === '-') return { kind: 'none' }
  const lead = stripComments(written).trimEnd()
  if (lead === '' || /^\s*\.?$/.test(lead)) return { kind: 'source' }
  if (quote === '' && written.endsWith('$')) return { kind: 'parameter' }
  if (quote === '`' && ancestor(node, 'GraphCall'))
    return { kind: 'cypher', before: before.slice(at + 1), start: at + 1 }
  if (quote === '' && (lead.endsWith('|') || /^\.[a-z_]+$/.test(lead.trim()))) return { kind: 'stage' }
  return inStage(node, probe, lead, quote)
}

function stripComments(text: string): string {
  let out = ''
  for (let at = 0; at < text.length;) {
    const comment = commentEnd(text, at)
    if (comment > at) at = comment
    else {
      const character = text[at] ?? ''
      const end = character === '"' || character === "'" || character === '`' ? quotedEnd(text, at) : at + 1
      out += text.slice(at, end)
      at = end
    }
  }
  return out
}

/** Where an operand or an argument may start. After anything else only an operator may follow. */
const OPENS_OPERAND = /[=<>!+\-*/%(,]$|\b(?:and|or|not)$/i
const OPENS_ARGUMENT = /[([,=]$/

function inStage(node: SyntaxNode, probe: string, lead: string, quote: string): Found {
  const stage = ancestor(
    node,
    'With',
    'Where',
    'Project',
    'Sort',
    'Limit',
    'Offset',
    'Distinct',
    'Extend',
    'Stats',
    'EntityCall',
    'GraphCall',
    'GraphMatch',
  )
  switch (stage?.name) {
    case 'With':
      return inWith(node, stage, probe, lead)
    case 'Where':
      return inWhere(node, probe, lead)
    case 'Sort':
      return ancestor(node, 'Field') ? { kind: 'field', condition: false } : { kind: 'direction' }
    case 'Project':
    case 'Distinct':
      return ancestor(node, 'Field') ? { kind: 'field', condition: false } : { kind: 'pipe' }
    case 'Extend':
      if (!ancestor(node, 'FieldRef', 'CallName')) return { kind: 'none' }
      return OPENS_OPERAND.test(lead) ? { kind: 'function' } : { kind: 'pipe' }
    case 'Stats':
      if (ancestor(node, 'FunctionName')) return { kind: 'aggregate' }
      if (/\bas$/i.test(lead)) return { kind: 'none' }
      return ancestor(node, 'Field') ? { kind: 'field', condition: false } : { kind: 'pipe' }
    case 'EntityCall':
      if (ancestor(node, 'MethodName')) return { kind: 'method' }
      if (quote === '' && !OPENS_ARGUMENT.test(lead)) return { kind: 'pipe' }
      return { kind: 'argument', method: methodOf(stage, probe), ...argumentAt(node, stage, probe) }
    case 'GraphCall':
      if (ancestor(node, 'MethodName')) return { kind: 'graphFunction' }
      if (ancestor(node, 'Label') || /\(\w*\s*:$/.test(lead)) return { kind: 'label' }
      if (ancestor(node, 'PropertyKey')) return { kind: 'nodeKey' }
      if (quote === '' && !OPENS_ARGUMENT.test(lead)) return { kind: 'pipe' }
      return { kind: 'graphArgument', method: methodOf(stage, probe), ...argumentAt(node, stage, probe) }
    case 'Limit':
    case 'Offset':
      return /\b(?:limit|offset)$/.test(lead) ? { kind: 'none' } : { kind: 'pipe' }
    default:
      return /[|]$/.test(lead) ? { kind: 'stage' } : { kind: 'pipe' }
  }
}

const methodOf = (stage: SyntaxNode, probe: string): string => textOf(stage.getChild('MethodName'), probe)

function inWith(node: SyntaxNode, stage: SyntaxNode, probe: string, lead: string): Found {
  const pair = ancestor(node, 'Pair')
  const key = textOf(pair?.getChild('Key') ?? null, probe)
  if (lead.endsWith(')')) return { kind: 'pipe' }
  if (!pair || ancestor(node, 'Key')) {
    const used = stage.getChildren('Pair').flatMap((each) => {
      const name = textOf(each.getChild('Key'), probe)
      return name === PLACEHOLDER ? [] : [name]
    })
    return { kind: 'key', used }
  }
  // An unquoted value is complete, whatever word follows it.
  if (!OPENS_ARGUMENT.test(lead)) return { kind: 'pipe' }
  return { kind: 'keyValue', key, pairs: pairsOf(stage.parent ?? stage, probe) }
}

const COMPARES = /(?:=|==|!=|>=|<=|>|<|~|=~|!~)$/

function inWhere(node: SyntaxNode, probe: string, lead: string): Found {
  const test = ancestor(node, 'Comparison', 'Membership', 'Likeness', 'Contains')
  const field = unquoted(textOf(test?.getChild('Field') ?? null, probe))
  if (ancestor(node, 'Field')) return { kind: 'field', condition: test?.name !== 'Contains' }
  // `is`, `is not`, `not in` and similar operators are typed word by word.
  if (/\b(?:is|not)$/i.test(lead)) return { kind: 'pipe' }
  const valued = COMPARES.test(lead) || /(?:\blike|[[(,])$/i.test(lead)
  if (test && valued) return { kind: 'fieldValue', field }
  if (/['"`)\]]$/.test(lead)) return { kind: 'pipe' }
  if (test?.name === 'Comparison' && textOf(test.getChild('CompareOp'), probe) === '')
    return { kind: 'operator' }
  return { kind: 'pipe' }
}

const CALLS: Readonly<Record<string, Call['kind']>> = {
  EntityCall: 'method',
  GraphCall: 'graph',
  Aggregate: 'aggregate',
  Call: 'expression',
}
const CALL_NAMES = ['MethodName', 'FunctionName', 'CallName']

/** Returns the innermost call that has the node among its arguments. */
function callAt(node: SyntaxNode, probe: string): Call | undefined {
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    const kind = CALLS[at.name]
    if (kind === undefined) continue
    const open = at.getChild('(')
    if (!open || node.from < open.to) continue
    const name = CALL_NAMES.map((each) => textOf(at?.getChild(each) ?? null, probe)).find(Boolean) ?? ''
    return { kind, name, ...argumentAt(node, at, probe) }
  }
  return undefined
}

/** Returns which argument of a call contains a node, by counting the arguments that end before it. */
function argumentAt(
  node: SyntaxNode,
  call: SyntaxNode,
  probe: string,
): { index: number; key: string | undefined } {
  let index = 0
  for (
    let child = call.getChild('(')?.nextSibling ?? null;
    child && child.to < node.from;
    child = child.nextSibling
  ) {
    if (!child.type.isError && child.name !== 'Comment') index++
  }
  const named = ancestor(node, 'NamedArgument')
  const key = named && !ancestor(node, 'Key') ? textOf(named.getChild('Key'), probe) : undefined
  return { index, key }
}

import type { SyntaxNode } from '@lezer/common'
import type { Field, Span } from '../ast.ts'

/** Context of one parse. */
export interface Source {
  readonly text: string
}

export function spanOf(node: Span): Span {
  return { from: node.from, to: node.to }
}

export function textOf(source: Source, node: Span): string {
  return source.text.slice(node.from, node.to)
}

/** Whether a node's own tokens (not those of its named children) contain this word, case-insensitively. */
export function hasWord(source: Source, node: SyntaxNode, word: string): boolean {
  const gaps: string[] = []
  let at = node.from
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!/^[A-Z]/.test(child.name)) continue
    gaps.push(source.text.slice(at, child.from))
    at = child.to
  }
  gaps.push(source.text.slice(at, node.to))
  return new RegExp(`\\b${word}\\b`, 'i').test(gaps.join(' '))
}

/**
 * Removes the quotes: a backslash escapes only the same quote and itself; a doubled backtick is one
 * (docs/spl.md#values).
 */
export function unquoted(written: string): string {
  const quote = written[0]
  const inner = written.slice(1, -1)
  if (quote === '`') return inner.replaceAll('``', '`')
  return inner.replaceAll(/\\(['"\\])/g, (escape, character: string) =>
    character === '\\' || character === quote ? character : escape,
  )
}

function isQuoted(written: string): boolean {
  return written.startsWith("'") || written.startsWith('"') || written.startsWith('`')
}

/** Returns a name without its quotes. */
export function fieldOf(source: Source, node: Span): Field {
  const written = textOf(source, node)
  return { ...spanOf(node), name: isQuoted(written) ? unquoted(written) : written }
}

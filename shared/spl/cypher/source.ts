import type { SyntaxNode } from '@lezer/common'
import type { Expression, Name, Pattern, SingleQuery, Span, Variable } from './ast.ts'
import { parseError } from './error.ts'

/** Maps positions in the Cypher text to the caller's text; a number is a constant shift. */
export type Offset = number | ((position: number) => number)

/** Maximum nesting of brackets, operators and subqueries; keeps recursive walks within the call stack. */
export const MAX_NESTING = 200

/** Context of one parse: the text, and its three mutually recursive builders, so that each can have its own file. */
export interface Source {
  readonly text: string
  span(node: { readonly from: number; readonly to: number }): Span
  expression(node: SyntaxNode): Expression
  pattern(node: SyntaxNode): Pattern
  singleQuery(node: SyntaxNode): SingleQuery
}

/** Returns the source text of a tree node. */
export function textOf(source: Source, node: { readonly from: number; readonly to: number }): string {
  return source.text.slice(node.from, node.to)
}

/** Returns a label, type, key or variable name without backticks; a doubled backtick is unescaped. */
export function plainName(written: string): string {
  return written.startsWith('`') ? written.slice(1, -1).replaceAll('``', '`') : written
}

export function nameOf(source: Source, node: SyntaxNode): Name {
  return { ...source.span(node), name: plainName(textOf(source, node)) }
}

export function variableOf(source: Source, node: SyntaxNode): Variable {
  return { kind: 'variable', ...nameOf(source, node) }
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '/': '/',
}

/**
 * Decodes a quoted string. Supports openCypher's escapes, `\uXXXX` and `\UXXXXXXXX`; refuses any other
 * escape, because guessing would change the text.
 */
export function stringValue(source: Source, node: SyntaxNode): string {
  const written = textOf(source, node).slice(1, -1)
  if (!written.includes('\\')) return written
  return written.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/g,
    (escape, short?: string, long?: string, one?: string) => {
      const hex = short ?? long
      if (hex !== undefined && Number.parseInt(hex, 16) <= 0x10ffff) {
        return String.fromCodePoint(Number.parseInt(hex, 16))
      }
      const plain = one === undefined ? undefined : escapes[one]
      if (plain === undefined) {
        throw parseError(
          source.span(node),
          `The string holds an unknown escape ${escape}; write \\\\ for a backslash.`,
          {
            found: escape,
          },
        )
      }
      return plain
    },
  )
}

/** Parses an integer literal: decimal, `0x` or `0o`. Refuses what a double cannot represent exactly. */
export function integerValue(source: Source, node: { readonly from: number; readonly to: number }): number {
  const written = textOf(source, node)
  const value = Number(written)
  if (!Number.isSafeInteger(value)) {
    throw parseError(source.span(node), `The integer ${written} is outside ±(2^53 − 1).`, { found: written })
  }
  return value
}

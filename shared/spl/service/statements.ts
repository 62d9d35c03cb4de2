/**
 * One query in a text that may contain several: `from` is its first character after leading comments; `to` is
 * exclusive.
 */
export interface Statement {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * A query's source at the start of a line begins a new statement, even where a quote or bracket before it is
 * unclosed.
 */
export const SOURCE_LINE = /^[ \t]*\.(?:model|entity_set|entity|topo|runbook_set|[a-z_]+)(?=[ \t\r|;]|$)/

/** Returns the end (exclusive) of the quoted text that opens at `at`: after its closing quote, or `end`. */
export function quotedEnd(text: string, at: number, end = text.length): number {
  const quote = text[at]
  for (let i = at + 1; i < end; i++) {
    const character = text[i]
    if (character === '\\' && quote !== '`') i++
    else if (character === quote) {
      if (quote === '`' && text[i + 1] === '`') i++
      else return i + 1
    }
  }
  return end
}

const DASH = '-'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)

/**
 * Returns the end of the comment at `at`, or `at` if there is none. Comments are `--` and `//` to the end of
 * the line.
 */
export function commentEnd(text: string, at: number): number {
  const mark = text.charCodeAt(at)
  if ((mark !== DASH && mark !== SLASH) || text.charCodeAt(at + 1) !== mark) return at
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/**
 * Splits a text into statements, separated by `;` or by the next line that starts with a source such as
 * `.model`. Ignores separators in quotes and comments, except a source at the start of a line, so that an
 * unclosed quote cannot swallow the statements after it.
 */
export function statementsOf(text: string): Statement[] {
  const out: Statement[] = []
  for (const { from, to } of regions(text)) {
    const start = skipBlank(text, from, to)
    const end = start + text.slice(start, to).trimEnd().length
    if (end > start) out.push({ from: start, to: end, text: text.slice(start, end) })
  }
  return out
}

function skipBlank(text: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    const after = commentEnd(text, at)
    if (after > at) at = after
    else if (/\s/.test(text[at] ?? '')) at++
    else break
  }
  return Math.min(at, to)
}

function* regions(text: string): Generator<{ from: number; to: number }> {
  let from = 0
  let seen = false
  let limit = nextSource(text, 0)
  for (let at = 0; at < text.length;) {
    if (at >= limit) {
      if (seen) {
        yield { from, to: limit }
        from = limit
      }
      at = limit
      seen = false
      limit = nextSource(text, endOfLine(text, at))
    }
    const character = text[at] ?? ''
    const comment = commentEnd(text, at)
    if (comment > at) at = Math.min(comment, limit)
    else if (character === '"' || character === "'" || character === '`') {
      at = quotedEnd(text, at, limit)
      seen = true
    } else if (character === ';') {
      yield { from, to: at }
      from = ++at
      seen = false
    } else {
      PLAIN.lastIndex = at
      const run = PLAIN.exec(text)?.[0] ?? character
      seen ||= /\S/.test(run)
      at += run.length
    }
  }
  yield { from, to: text.length }
}

/** A run within one line without quotes, comments or separators; keeps scanning of long texts fast. */
const PLAIN = /[^;'"`\-/\n]+/y

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** Returns the start of the first line at or after `at` (a line start) that starts with a source. */
function nextSource(text: string, at: number): number {
  ANY_SOURCE_LINE.lastIndex = at
  return ANY_SOURCE_LINE.exec(text)?.index ?? text.length
}

/** `SOURCE_LINE` for use on multi-line text. */
const ANY_SOURCE_LINE = /(?<![^\n])[ \t]*\.[a-z_]+(?=[ \t\r|;\n]|$)/g

/** Returns the statement at the cursor: the one around it, else the last before it, else the first. */
export function statementAt(statements: readonly Statement[], cursor: number): Statement | undefined {
  const around = statements.find(({ from, to }) => cursor >= from && cursor <= to)
  return around ?? statements.findLast(({ to }) => to <= cursor) ?? statements[0]
}

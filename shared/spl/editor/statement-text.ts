import { ExternalTokenizer, type InputStream } from '@lezer/lr'
import { Statement } from './generated/script.terms.ts'

const END = -1
const code = (character: string): number => character.charCodeAt(0)
const NEWLINE = code('\n')
const SEMICOLON = code(';')
const DOT = code('.')
const BACKTICK = code('`')
const BACKSLASH = code('\\')
const DASH = code('-')
const SLASH = code('/')
const BLANK = new Set([code(' '), code('\t'), code('\r'), NEWLINE, 0xa0, 0xfeff])
const QUOTES = new Set([code("'"), code('"'), BACKTICK])

const isLetter = (at: number): boolean => (at >= 97 && at <= 122) || at === 95
/** What may follow a source's name. */
const ENDS_SOURCE = new Set([END, code(' '), code('\t'), code('\r'), NEWLINE, code('|'), SEMICOLON])

/** Whether the line that follows the line break under the cursor begins with a source. */
function sourceFollows(input: InputStream): boolean {
  let ahead = 1
  while (input.peek(ahead) === 32 || input.peek(ahead) === 9) ahead++
  if (input.peek(ahead) !== DOT || !isLetter(input.peek(ahead + 1))) return false
  ahead++
  while (isLetter(input.peek(ahead))) ahead++
  return ENDS_SOURCE.has(input.peek(ahead))
}

const startsComment = (input: InputStream): boolean =>
  (input.next === DASH || input.next === SLASH) && input.peek(1) === input.next

/** Reads one statement: up to `;`, or to a line that begins with a source; blanks and comments at its end are left out. */
export const statementText = new ExternalTokenizer((input) => {
  if (input.next === END || input.next === SEMICOLON || BLANK.has(input.next) || startsComment(input)) return
  let quote = 0
  let comment = false
  let length = 0
  let end = 0
  while (input.next !== END) {
    const { next } = input
    if (next === NEWLINE) {
      if (sourceFollows(input)) break
      comment = false
    } else if (comment) {
      // Up to the end of the line.
    } else if (quote !== 0) {
      if (next === BACKSLASH && quote !== BACKTICK && input.peek(1) !== NEWLINE && input.peek(1) !== END) {
        input.advance()
        length++
      } else if (next === quote) quote = 0
    } else if (QUOTES.has(next)) quote = next
    else if (next === SEMICOLON) break
    else if (startsComment(input)) comment = true
    input.advance()
    length++
    if (!comment && !BLANK.has(next)) end = length
  }
  input.acceptToken(Statement, end - length)
})

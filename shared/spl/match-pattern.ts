import { ExternalTokenizer, type InputStream } from '@lezer/lr'
import { MatchPattern } from './generated/spl.terms.ts'

const END = -1
const code = (character: string): number => character.charCodeAt(0)
const BAR = code('|')
const QUOTES = new Set([code("'"), code('"'), code('`')])
const BACKSLASH = code('\\')
const BLANK = new Set([code(' '), code('\t'), code('\r'), code('\n'), code(';')])
const CLOSES = new Map([
  [code('('), code(')')],
  [code('['), code(']')],
  [code('{'), code('}')],
])

/** Skips the quoted text that starts here; false when it is unclosed. */
function quoted(input: InputStream): boolean {
  const quote = input.next
  while (input.advance() !== END) {
    if (input.next === BACKSLASH) input.advance()
    else if (input.next === quote) {
      input.advance()
      return true
    }
  }
  return false
}

/**
 * Tokenises the text after `graph-match`: Cypher up to the next bar outside quotes and brackets, without
 * trailing blanks. Returns no token for an unclosed quote or bracket, so that the parser reports the error
 * there.
 */
export const matchPattern = new ExternalTokenizer((input) => {
  const open: number[] = []
  let length = 0
  let end = 0
  const start = input.pos
  while (input.next !== END && (input.next !== BAR || open.length > 0)) {
    const blank = BLANK.has(input.next)
    const close = CLOSES.get(input.next)
    if (QUOTES.has(input.next)) {
      if (!quoted(input)) return
    } else {
      if (close !== undefined) open.push(close)
      else if (input.next === open.at(-1)) open.pop()
      input.advance()
    }
    length = input.pos - start
    if (!blank) end = length
  }
  if (end > 0 && open.length === 0) input.acceptToken(MatchPattern, end - length)
})

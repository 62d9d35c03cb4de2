import { ExternalTokenizer } from '@lezer/lr'
import { RawText } from './generated/spl.terms.ts'

const BAR = 0x7c
const QUOTES = new Set([0x22, 0x27, 0x60])
const OPEN = new Set([0x28, 0x5b, 0x7b])
const CLOSE = new Set([0x29, 0x5d, 0x7d])
const BACKSLASH = 0x5c
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Everything up to the next bar that stands outside quotes and brackets: the expression of `graph-match`. */
export const rawText = new ExternalTokenizer((input) => {
  let depth = 0
  let taken = false
  while (input.next >= 0) {
    if (depth === 0 && input.next === BAR) break
    if (QUOTES.has(input.next)) {
      const quote = input.next
      input.advance()
      while (input.next >= 0 && input.next !== quote) {
        if (input.next === BACKSLASH && quote !== 0x60) input.advance()
        input.advance()
      }
    } else if (OPEN.has(input.next)) depth++
    else if (CLOSE.has(input.next)) depth = Math.max(0, depth - 1)
    if (!BLANK.has(input.next)) taken = true
    input.advance()
  }
  if (taken) input.acceptToken(RawText)
})

import { expect, it } from 'vitest'
import { beginningOf } from '../../../renderer/ui/long-text.tsx'

it.each([
  ['a short text', 'short', 'short'],
  ['a long one', 'x'.repeat(10_000), 'x'.repeat(600)],
  ['a blank at the end', `${'x'.repeat(598)}  yy`, 'x'.repeat(598)],
  ['no half of a character', `${'x'.repeat(599)}😀😀`, 'x'.repeat(599)],
])('%s begins', (_name, text, beginning) => expect(beginningOf(text)).toBe(beginning))

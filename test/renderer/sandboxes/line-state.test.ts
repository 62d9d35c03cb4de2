import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  graphemeAfter,
  graphemeBefore,
  emptyLine,
  type LineCommand,
  lineCommands,
  type LineState,
} from '../../../renderer/sandboxes/line/line-state.ts'

/** A line with `|` at the cursor. */
function line(marked: string): LineState {
  return { ...emptyLine, text: marked.replace('|', ''), cursor: marked.indexOf('|') }
}
const marked = ({ text, cursor }: LineState): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`

const apply = (state: LineState, ...commands: LineCommand[]): LineState =>
  commands.reduce<LineState>(
    (now, name) => (lineCommands[name] as (state: LineState) => LineState)(now),
    state,
  )

const FAMILY = '👨‍👩‍👧'

describe('Readline’s commands', () => {
  it.each<[string, LineCommand[], string]>([
    ['one two|', ['beginning-of-line'], '|one two'],
    ['a\nb|c\nd', ['beginning-of-line'], 'a\n|bc\nd'],
    ['a\n|bc\nd', ['end-of-line'], 'a\nbc|\nd'],
    [`a${FAMILY}|b`, ['backward-char'], `a|${FAMILY}b`],
    [`a|${FAMILY}b`, ['forward-char'], `a${FAMILY}|b`],
    [`a${FAMILY}|b`, ['backward-delete-char'], 'a|b'],
    ['e\u0301|x', ['backward-delete-char'], '|x'],
    ['one-two three|', ['backward-word'], 'one-two |three'],
    ['|one-two three', ['forward-word'], 'one|-two three'],
    ['日本 語|', ['backward-word'], '日本 |語'],
    ['one two|three', ['kill-line'], 'one two|'],
    ['one|\ntwo', ['kill-line'], 'one|two'],
    ['one two|three', ['unix-line-discard'], '|three'],
    ['ls /usr/bin|', ['unix-word-rubout'], 'ls |'],
    ['ls /usr/bin|', ['backward-kill-word'], 'ls /usr/|'],
    ['one two|', ['unix-word-rubout', 'unix-word-rubout', 'yank'], 'one two|'],
    ['one two|', ['unix-word-rubout', 'beginning-of-line', 'yank'], 'two|one '],
    ['ab|', ['transpose-chars'], 'ba|'],
    ['a|b', ['transpose-chars'], 'ba|'],
    ['|hello there', ['upcase-word'], 'HELLO| there'],
    ['|hELLO there', ['capitalize-word'], 'Hello| there'],
    ['one two|', ['unix-word-rubout', 'undo'], 'one two|'],
    ['x|', ['undo'], 'x|'],
  ])('%j after %j is %j', (before, commands, after) =>
    expect(marked(apply(line(before), ...commands))).toBe(after),
  )

  it('goes round the cuts with yank-pop', () => {
    const cut = apply(line('one two|'), 'unix-word-rubout', 'backward-char', 'unix-word-rubout')
    expect(marked(apply(cut, 'yank'))).toBe('one| ')
    expect(marked(apply(cut, 'yank', 'yank-pop'))).toBe('two| ')
    expect(marked(apply(cut, 'yank', 'yank-pop', 'yank-pop'))).toBe('one| ')
  })

  it('keeps the cursor inside the text and on grapheme borders, whatever is pressed', () => {
    const names = Object.keys(lineCommands) as LineCommand[]
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.array(fc.constantFrom(...names), { maxLength: 12 }),
        (text, commands) => {
          const { text: now, cursor } = apply({ ...emptyLine, text, cursor: text.length }, ...commands)
          expect(cursor).toBeGreaterThanOrEqual(0)
          expect(cursor).toBeLessThanOrEqual(now.length)
          // A split surrogate pair would not survive UTF-8.
          const before = now.slice(0, cursor)
          expect(new TextDecoder().decode(new TextEncoder().encode(before))).toBe(before)
        },
      ),
    )
  })

  it('finds the way back over every grapheme', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const borders = [0]
        while ((borders.at(-1) ?? 0) < text.length) borders.push(graphemeAfter(text, borders.at(-1) ?? 0))
        expect(borders.at(-1)).toBe(text.length)
        let at = text.length
        while (at > 0) {
          const before = graphemeBefore(text, at)
          expect(before).toBeLessThan(at)
          at = before
        }
      }),
    )
  })
})

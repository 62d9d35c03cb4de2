import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { QueryAnswers } from '../../../../../electron/workbench/sandboxes/terminals/query-answers.ts'

/** The input that a program gets after printing these chunks. */
async function answersTo(...chunks: readonly string[]): Promise<string> {
  let typed = ''
  const colours = { foreground: '#1b2130', background: '#ffffff' }
  const answers = new QueryAnswers(
    { cols: 40, rows: 10 },
    (data) => (typed += data),
    () => colours,
  )
  for (const chunk of chunks) answers.hear(chunk)
  await setTimeout(20)
  answers.dispose()
  return typed
}

describe('a program that asks its terminal', () => {
  it.each([
    ['where the cursor is', ['one\r\ntwo', '\x1b[6n'], '\x1b[2;4R'],
    ['where it is after a move', ['\x1b[5;7H\x1b[6n'], '\x1b[5;7R'],
    ['where it is below a long output', ['line\r\n'.repeat(30_000), '\x1b[6n'], '\x1b[10;1R'],
    ['whether it is well', ['\x1b[5n'], '\x1b[0n'],
    ['what it is', ['\x1b[c'], '\x1b[?1;2c'],
    ['for its ground', ['\x1b]11;?\x07'], '\x1b]11;rgb:ffff/ffff/ffff\x1b\\'],
    ['for its text colour', ['\x1b]10;?\x1b\\'], '\x1b]10;rgb:1b1b/2121/3030\x1b\\'],
    ['about a mode', ['\x1b[?2004h\x1b[?2004$p'], '\x1b[?2004;1$y'],
    ['in two chunks', ['\x1b[', '6n'], '\x1b[1;1R'],
    ['twice', ['\x1b[6n', 'ab\x1b[6n'], '\x1b[1;1R\x1b[1;3R'],
    ['nothing', ['\x1b[32mgreen\x1b[0m\x1b[2J\x1b[H'], ''],
  ])('%s, is answered once', async (_what, chunks, answer) => expect(await answersTo(...chunks)).toBe(answer))
})

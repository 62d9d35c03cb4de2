import { expect, it } from 'vitest'
import type { TraceEntry } from '#shared/workbench/areas/trace.ts'
import { foldPings } from '../../../renderer/console/trace-list.tsx'

/** Entries from words such as `ping`, `ping!` (failed) and `tools/list`. */
const traceOf = (words: string): TraceEntry[] =>
  words
    .split(' ')
    .filter(Boolean)
    .map((word, place) => ({
      sequence: place + 1,
      at: 0,
      direction: 'out',
      kind: word.endsWith('!') ? 'error' : 'request',
      method: word.replace('!', ''),
      bytes: 1,
    }))

it.each([
  ['nothing', '', [], ''],
  ['other messages stay', 'initialize tools/list', [], 'initialize tools/list'],
  ['a single ping stays', 'a ping ping b', [], 'a ping ping b'],
  ['more are one line', 'a ping ping ping ping b', [], 'a [4] b'],
  ['at either end', 'ping ping ping a ping ping ping', [], '[3] a [3]'],
  ['an open run shows its messages', 'ping ping ping a ping ping ping', [5], '[3] a [3] ping ping ping'],
  ['a failed ping stays in sight', 'ping ping ping ping! ping', [], '[3] ping ping'],
])('pings: %s', (_title, words, open, shown) => {
  const lines = foldPings(traceOf(words), new Set(open))
  expect(lines.map((line) => (line.run ? `[${line.run.length}]` : line.entry.method)).join(' ')).toBe(shown)
})

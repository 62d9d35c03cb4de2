import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineFramer } from '../../../electron/node/line-framer.ts'

function frame(chunks: readonly Buffer[], maxBytes = 1 << 20): string[] {
  const seen: string[] = []
  const sink = {
    onLine: (line: Buffer) => seen.push(line.toString()),
    onTooLong: () => seen.push('TOO LONG'),
  }
  const framer = new LineFramer(sink, maxBytes)
  for (const chunk of chunks) framer.push(chunk)
  framer.end()
  return seen
}

describe('LineFramer', () => {
  it('yields the same lines however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''))),
        fc.array(fc.nat({ max: 40 })),
        (lines, cuts) => {
          const stream = Buffer.from(lines.map((line) => `${line}\n`).join(''))
          const chunks: Buffer[] = []
          let at = 0
          for (const cut of cuts) {
            chunks.push(stream.subarray(at, at + cut))
            at += cut
          }
          chunks.push(stream.subarray(at))
          expect(frame(chunks)).toEqual(lines)
        },
      ),
    )
  })

  it.each([
    ['a last line without its end', ['a\nb'], ['a', 'b']],
    ['a line over the limit in one chunk', ['12345\nab\n'], ['TOO LONG', 'ab']],
    ['a line over the limit across chunks', ['123', '45', '6\nab\n'], ['TOO LONG', 'ab']],
    ['a last line over the limit', ['ab\n123', '45'], ['ab', 'TOO LONG']],
    ['a line of just the limit', ['1234\n'], ['1234']],
  ])('%s', (_name, chunks, lines) => {
    expect(
      frame(
        chunks.map((chunk) => Buffer.from(chunk)),
        4,
      ),
    ).toEqual(lines)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineFramer } from '../../../../electron/workbench/supervision/lines.ts'

function frame(chunks: readonly Buffer[], max = 1 << 20): { lines: string[]; rest: string } {
  const lines: string[] = []
  const framer = new LineFramer((line) => lines.push(line.toString()), max)
  for (const chunk of chunks) framer.push(chunk)
  return { lines, rest: framer.rest().toString() }
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
          expect(frame(chunks)).toEqual({ lines, rest: '' })
        },
      ),
    )
  })

  it('keeps what follows the last newline', () => {
    expect(frame([Buffer.from('a\nb')])).toEqual({ lines: ['a'], rest: 'b' })
  })

  it.each([
    ['in one chunk', [Buffer.from('12345\n')]],
    ['across chunks', [Buffer.from('123'), Buffer.from('45')]],
  ])('refuses a line over the limit that arrives %s', (_name, chunks) => {
    expect(() => frame(chunks, 4)).toThrow(RangeError)
  })
})

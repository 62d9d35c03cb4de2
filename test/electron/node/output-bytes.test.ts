import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutputBytes } from '../../../electron/node/output-bytes.ts'

function output(chunks: readonly Uint8Array[]): OutputBytes {
  const made = new OutputBytes()
  for (const chunk of chunks) made.add(Buffer.from(chunk))
  return made
}
/** The bytes again, from slices. */
const sliced = (bytes: OutputBytes, size: number) => Buffer.concat([...bytes.slices(size)])
const chunks = fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 6 })
const size = fc.integer({ min: 4, max: 5_000 })

describe('collected output', () => {
  it('has every byte in order, whole and in slices', () => {
    fc.assert(
      fc.property(chunks, size, (parts, size) => {
        const [made, whole] = [output(parts), Buffer.concat(parts)]
        expect(made.length).toBe(whole.length)
        expect(made.bytes().equals(whole)).toBe(true)
        expect(sliced(made, size).equals(whole)).toBe(true)
      }),
    )
  })

  it('has slices that divide no character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 3_000 }), { maxLength: 6 }),
        size,
        (parts, size) => {
          const made = output(parts.map((part) => Buffer.from(part)))
          expect([...made.slices(size)].map(String).join('')).toBe(String(Buffer.from(parts.join(''))))
        },
      ),
    )
  })

  it('keeps no chunk, however large or small', () => {
    const chunk = Buffer.from('a')
    const made = output([chunk])
    chunk.fill('b')
    expect(String(made.bytes())).toBe('a')
  })

  it('is the same when it is longer than one piece', () => {
    const megabyte = Buffer.alloc(1024 ** 2, 'äöü€')
    const made = new OutputBytes()
    for (let n = 0; n < 36; n++) made.add(megabyte)
    expect(made.length).toBe(36 * megabyte.length)
    const slices = [...made.slices(256 * 1024)]
    expect(slices.every((slice) => slice.length <= 256 * 1024 + 3)).toBe(true)
    expect(Buffer.concat(slices).equals(Buffer.concat(Array<Buffer>(36).fill(megabyte)))).toBe(true)
  })
})

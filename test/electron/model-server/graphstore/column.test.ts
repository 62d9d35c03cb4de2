import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Column } from '../../../../electron/model-server/graphstore/ladybug/column.ts'
import { type ByteSource, bytesOf } from '../../../../electron/model-server/graphstore/ladybug/index-file.ts'
import { eachLine, linesOf } from '../../../../electron/model-server/graphstore/ladybug/relation-rows.ts'

/** Reads back pieces as a file does that contains them one after another. */
function sourceOf(pieces: readonly Uint32Array<ArrayBuffer>[]): ByteSource {
  const bytes = Buffer.concat(pieces.map(bytesOf))
  let at = 0
  return {
    async fill(target) {
      target.set(bytes.subarray(at, at + target.length))
      at += target.length
    },
  }
}

describe('a column', () => {
  const anyIndex = fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 100_000 }))

  it('holds numbers over the ends of its pages, and reads back what it saved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyIndex, fc.nat()), { minLength: 1, maxLength: 30 }),
        fc.nat({ max: 100_000 }),
        async (written, count) => {
          const column = new Column()
          const expected = new Map(written)
          for (const [index, value] of written) column.set(index, value)
          const restored = await Column.restore(count, sourceOf(column.first(count)))
          for (const [index, value] of expected) {
            expect(column.get(index)).toBe(value)
            expect(restored.get(index)).toBe(index < count ? value : 0)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('lines of a row', () => {
  it('are the same one at a time', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z"]{1,5}$/)), (lines) => {
        const row = { lines: lines.join('\n') }
        expect([...eachLine(row)]).toEqual(linesOf(row))
        expect(linesOf(row)).toEqual(lines)
      }),
    )
  })
})

import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutputBytes } from '../../../../electron/node/output-bytes.ts'
import {
  hasLongText,
  isBeyondJson,
  jsonStream,
  LongText,
  SLICE_LENGTH,
} from '../../../../electron/sandbox-server/api/long-text.ts'

function longText(content: string | Buffer): LongText {
  const bytes = new OutputBytes()
  bytes.add(Buffer.from(content))
  return new LongText(bytes)
}

async function partsOf(value: unknown): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for await (const part of jsonStream(value)) parts.push(part)
  return parts
}
const parsed = async (value: unknown): Promise<unknown> =>
  JSON.parse(Buffer.concat(await partsOf(value)).toString())

/** How often others have their turn while the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  await work
  return turns
}

describe('an answer with a long text', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', { a: undefined, b: null, c: {} }, { b: null, c: {} }],
    ['lists and numbers', { a: [1, { b: 'x' }], c: 1.5, d: true }, { a: [1, { b: 'x' }], c: 1.5, d: true }],
    [
      'output',
      { result: { stdout: longText('a"\\\n\u0000ä€😀') } },
      { result: { stdout: 'a"\\\n\u0000ä€😀' } },
    ],
    ['bytes that are no text', { stdout: longText(Buffer.from([0x61, 0xff])) }, { stdout: 'a\\xff' }],
    ['pairs at every cut', { a: 'x' + '😀'.repeat(SLICE_LENGTH) }, { a: 'x' + '😀'.repeat(SLICE_LENGTH) }],
    ['halves of pairs', { a: '\ud83d'.repeat(SLICE_LENGTH + 1) }, { a: '\ud83d'.repeat(SLICE_LENGTH + 1) }],
  ])('says the same as if it were encoded at once: %s', async (_, value, expected) => {
    expect(await parsed(value)).toEqual(expected)
    expect(JSON.parse(JSON.stringify(value))).toEqual(expected)
  })

  it('says the same whatever the text is', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(text, async (one) => {
        const value = { error: one.repeat(SLICE_LENGTH / 4), result: { stdout: longText(one) } }
        expect(await parsed(value)).toEqual({
          error: value.error,
          result: { stdout: String(Buffer.from(one)) },
        })
      }),
      { numRuns: 20 },
    )
  })

  it('is sent in slices, and others have their turn after each', async () => {
    const slices = 40
    const value = {
      result: {
        stdout: longText(Buffer.alloc(slices * SLICE_LENGTH, 'x')),
        stderr: 'y'.repeat(2 * SLICE_LENGTH),
      },
    }
    const parts = partsOf(value)
    expect(await turnsDuring(parts)).toBeGreaterThan(slices)
    expect(Math.max(...(await parts).map(({ length }) => length))).toBeLessThanOrEqual(SLICE_LENGTH)
  })

  it('is decoded in slices, too', async () => {
    const slices = 40
    const text = longText(Buffer.alloc(slices * SLICE_LENGTH, 0xff))
    expect(await turnsDuring(text.text())).toBeGreaterThan(slices)
    expect(await text.isUtf8()).toBe(false)
    expect(await longText(Buffer.alloc(2 * SLICE_LENGTH, 'x')).isUtf8()).toBe(true)
  })

  it.each<[unknown, boolean]>([
    [{ result: { stdout: longText('x'.repeat(SLICE_LENGTH)) } }, false],
    [{ result: { stdout: longText('x'.repeat(SLICE_LENGTH + 1)) } }, true],
    [{ error: 'x'.repeat(SLICE_LENGTH + 1), result: null }, true],
    [{ result: [1, 2] }, false],
  ])('is one when a text of it is longer than a slice: %#', (value, isLong) => {
    expect(hasLongText(value)).toBe(isLong)
  })

  it('is refused when no JSON text can hold it', async () => {
    expect(await isBeyondJson({ result: longText(Buffer.alloc(90 * 1024 ** 2)) })).toBe(true)
    expect(await isBeyondJson({ result: longText(Buffer.alloc(90 * 1024 ** 2, 'x')) })).toBe(false)
  })
})

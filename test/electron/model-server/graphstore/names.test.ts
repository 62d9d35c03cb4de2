import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Names } from '../../../../electron/model-server/graphstore/ladybug/names.ts'

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((name) => Names.canHold(name)),
  fc.integer({ min: 0, max: 9 }).map((length) => 'ab'.repeat(length)),
  // Longer than a first page.
  fc.integer({ min: 0, max: 3 }).map((number) => `${number}`.repeat(5_000)),
)

/** The names as they are read back from what they saved. */
async function readBack(names: Names): Promise<Names> {
  const { shape, parts } = names.save()
  const bytes = Buffer.concat(parts)
  let at = 0
  return Names.restore(shape, {
    fill: async (target) => {
      target.set(bytes.subarray(at, at + target.length))
      at += target.length
    },
  })
}

describe('numbered names', () => {
  it('are numbered once each in their order, found, and read back from a file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyName, { maxLength: 60 }), fc.array(anyName), async (first, later) => {
        const names = new Names()
        const numbers = new Map<string, number>()
        const add = (to: Names, name: string): void => {
          if (!numbers.has(name)) numbers.set(name, numbers.size + 1)
          expect(to.add(name)).toBe(numbers.get(name))
        }
        for (const name of first) add(names, name)
        const restored = await readBack(names)
        for (const name of later) add(restored, name)
        expect(restored.size).toBe(numbers.size)
        for (const [name, number] of numbers) {
          expect(restored.at(number)).toBe(name)
          expect(restored.find(name)).toBe(number)
        }
        expect(restored.find('not among them')).toBeUndefined()
      }),
    )
  })

  it('are compared, and searched for their beginning and parts', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const names = new Names()
        const [one, other] = [names.add(a), names.add(b)]
        const byPoints = Buffer.compare(Buffer.from(a), Buffer.from(b))
        expect(Math.sign(names.compare(one, other))).toBe(byPoints)
        expect(Math.sign(names.compareTo(one, Buffer.from(b)))).toBe(byPoints)
        expect(names.startsWith(one, Buffer.from(b))).toBe(a.startsWith(b))
        expect(names.includes(one, Buffer.from(b))).toBe(a.includes(b))
      }),
    )
  })

  it('stay apart in large numbers, before and after they are read back', async () => {
    const names = new Names()
    const name = (number: number): string => `shop/shop.kind${number % 7}/${(number * 7_919).toString(36)}`
    for (let number = 1; number <= 30_000; number += 1) expect(names.add(name(number))).toBe(number)
    for (const one of [names, await readBack(names)])
      for (let number = 1; number <= 30_000; number += 97) {
        expect(one.find(name(number))).toBe(number)
        expect(one.at(number)).toBe(name(number))
      }
  })

  it.each([
    ['a lone surrogate, which UTF-8 does not tell from another', 'a\ud800'],
    ['very many characters', 'x'.repeat(20_000)],
  ])('do not hold %s', (_what, name) => {
    expect(Names.canHold(name)).toBe(false)
    expect(Names.canHold('😀')).toBe(true)
  })
})

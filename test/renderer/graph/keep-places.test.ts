import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedGroup, Rect } from '../../../renderer/graph/layout/group-rects.ts'
import { keepPlaces } from '../../../renderer/graph/layout/keep-places.ts'

const [WIDTH, HEIGHT, GAP] = [200, 100, 60]

/** A map of boxes in rows; the places that are left out are empty. */
function map(columns: number, rows: number, left: ReadonlySet<number> = new Set()): Rect[] {
  return Array.from({ length: columns * rows }, (_, place) => ({
    x: (place % columns) * (WIDTH + GAP),
    y: Math.floor(place / columns) * (HEIGHT + GAP),
    width: WIDTH,
    height: HEIGHT,
  })).filter((_, place) => !left.has(place))
}

function kept(sizes: readonly PlacedGroup[], stood: readonly Rect[], aspect = 1.5): Rect[] {
  const places = keepPlaces(sizes, stood, aspect)
  if (!places) throw new Error('they stood on each other')
  return places.map((place, index) => ({ ...(sizes[index] as PlacedGroup), ...place }))
}

const grown = (stood: readonly Rect[], sizes: Readonly<Record<number, readonly [number, number]>>) =>
  stood.map(({ width, height }, place) => {
    const [wide, high] = sizes[place] ?? [width, height]
    return { width: wide, height: high }
  })

const middles = ({ x, y, width, height }: Rect) => [x + width / 2, y + height / 2] as const

/** The distance of two boxes, across or down, whichever is more. */
function between(a: Rect, b: Rect): number {
  const [[ax, ay], [bx, by]] = [middles(a), middles(b)]
  return Math.max(Math.abs(ax - bx) - (a.width + b.width) / 2, Math.abs(ay - by) - (a.height + b.height) / 2)
}

describe('boxes of a map of which some open', () => {
  it('stay exactly where they were if none has grown', () => {
    const stood = map(4, 3)
    expect(kept(grown(stood, {}), stood)).toEqual(stood)
  })

  it('open about their middle; those beside them stay beside them, in their row or column', () => {
    const stood = map(3, 3)
    const now = kept(grown(stood, { 4: [900, 500] }), stood)
    expect(middles(now[4] as Rect)).toEqual(middles(stood[4] as Rect))
    const [, left, right] = [4, 3, 5].map((place) => now[place] as Rect)
    expect(middles(left as Rect)[1]).toBe(middles(stood[3] as Rect)[1])
    expect(right?.x).toBe((now[4]?.x ?? 0) + 900 + GAP)
    const [above, below] = [now[1] as Rect, now[7] as Rect]
    expect([middles(above)[0], middles(below)[0]]).toEqual(
      [1, 7].map((place) => middles(stood[place] as Rect)[0]),
    )
    expect(above.y + HEIGHT + GAP).toBe(now[4]?.y)
  })

  it.each<{ grows: string; size: [number, number]; closed: 'x' | 'y' }>([
    { grows: 'wider', size: [900, 300], closed: 'x' },
    { grows: 'higher', size: [400, 900], closed: 'y' },
  ])('close up again where one grows $grows: the corners move along one axis only', ({ size, closed }) => {
    const stood = map(3, 3)
    const now = kept(grown(stood, { 4: size }), stood)
    for (const corner of [0, 2, 6, 8]) {
      expect(now[corner]?.[closed]).toBe(stood[corner]?.[closed])
      const other = closed === 'x' ? 'y' : 'x'
      expect(now[corner]?.[other]).not.toBe(stood[corner]?.[other])
    }
  })

  it('close up the way that suits the view', () => {
    // Four in a row, and one that grows below its left end: beside it the row would be twice as long.
    const stood = [...map(4, 1), { x: 0, y: HEIGHT + GAP, width: WIDTH, height: HEIGHT }]
    const now = kept(grown(stood, { 4: [900, 120] }), stood)
    expect(now.slice(0, 4).map(({ x }) => x)).toEqual(stood.slice(0, 4).map(({ x }) => x))
  })

  it('cannot stay where they stood on each other', () => {
    const stood = [...map(2, 1), { x: 10, y: 10, width: WIDTH, height: HEIGHT }]
    expect(keepPlaces(grown(stood, {}), stood, 1)).toBeUndefined()
  })

  it('come no nearer to each other than any were, and those in line keep their order (random maps)', () => {
    const size = fc.tuple(fc.integer({ min: 20, max: 1500 }), fc.integer({ min: 20, max: 1500 }))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.uniqueArray(fc.nat(35), { maxLength: 12 }),
        fc.dictionary(fc.integer({ min: 0, max: 35 }).map(String), size, { maxKeys: 4 }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (columns, rows, empty, larger, aspect) => {
          const stood = map(columns, rows, new Set(empty))
          const now = kept(grown(stood, larger), stood, aspect)
          for (const [place, a] of now.entries())
            for (const [other, b] of now.entries()) {
              if (place >= other) continue
              expect(between(a, b)).toBeGreaterThan(GAP - 2)
              const [[ax, ay], [bx, by]] = [middles(stood[place] as Rect), middles(stood[other] as Rect)]
              if (ay === by) expect(Math.sign(middles(b)[0] - middles(a)[0])).toBe(Math.sign(bx - ax))
              if (ax === bx) expect(Math.sign(middles(b)[1] - middles(a)[1])).toBe(Math.sign(by - ay))
            }
        },
      ),
      { numRuns: 300 },
    )
  })
})

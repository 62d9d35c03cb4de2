import { describe, expect, it } from 'vitest'
import { lanesOf } from '../../../renderer/graph/routing/lanes.ts'
import { routeSteps } from '../../../renderer/graph/routing/route.ts'
import { atOnce } from '../../../renderer/app/slices.ts'

describe('lines that share a way', () => {
  const sides = ['bottom', 'top'] as const
  const way = [50, 100, 50, 120, 90, 140, 90, 160]

  it.each([
    ['from several items, in their order', [0, 1, 2], [3, 3, 3], [0, 2, 1]],
    ['from one item, in the order of their targets', [3, 3, 3], [2, 1, 0], [2, 0, 1]],
  ])('run beside each other, %s', (_, from, to, fromLeft) => {
    const x = [0, 100, 50, 70]
    const lanes = lanesOf({ way, sides, lines: [0, 1, 2], x, y: [0, 0, 0, 0], from, to })
    // At the beginning, and at the end.
    for (const at of [0, -2]) {
      const places = fromLeft.map((line) => lanes[line]?.at(at) ?? 0)
      expect((places[1] ?? 0) - (places[0] ?? 0)).toBeCloseTo(4.5)
      expect((places[2] ?? 0) - (places[1] ?? 0)).toBeCloseTo(4.5)
    }
  })

  it('are apart all the way between two groups', () => {
    const cards = { x: [60, 260, 160], y: [60, 60, 360], width: [80, 80, 80], height: [34, 34, 34] }
    const frame = (top: number) => ({
      left: 0,
      right: 320,
      top,
      bottom: top + 120,
      titleWidth: 60,
      titleHeight: 30,
    })
    const { start, points } = atOnce(
      routeSteps({
        ...cards,
        count: 3,
        from: [0, 1],
        to: [2, 2],
        frames: [frame(0), frame(300)],
        frameOf: [0, 0, 1],
        flowing: true,
      }),
    )
    const ways = [0, 1].map((line) => points.slice(start[line], start[line + 1]))
    const between = ways.map((one) => {
      for (let i = 2; i < one.length; i += 2) {
        const [a, b] = [one[i - 1] ?? 0, one[i + 1] ?? 0]
        if (a <= 280 && b >= 280)
          return (one[i - 2] ?? 0) + (((one[i] ?? 0) - (one[i - 2] ?? 0)) * (280 - a)) / (b - a)
      }
      return NaN
    })
    expect((between[1] ?? 0) - (between[0] ?? 0)).toBeGreaterThan(4)
  })
})

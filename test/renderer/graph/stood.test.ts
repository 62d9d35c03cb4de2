import { describe, expect, it } from 'vitest'
import type { Algorithm, LayoutProblem } from '../../../renderer/graph/layout/layout.ts'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import { COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../../renderer/graph/scene/card.ts'

const [CARD_WIDTH, CARD_HEIGHT] = [160, 40]
const noElk = (): Promise<never> => Promise.reject(new Error('no kernel'))

/** Four collapsed groups around a fifth, which has opened to twelve cards, each linked with the next and with one of the others. */
function opened(algorithm: Algorithm): LayoutProblem {
  const [boxes, cards] = [4, 12]
  const count = boxes + cards
  const places = [
    [0, -400],
    [600, 0],
    [0, 400],
    [-600, 0],
  ] as const
  const items = new Float32Array(4 * count)
  for (let item = 0; item < count; item++)
    items.set([...(places[item] ?? [0, 0]), COLLAPSED_WIDTH, COLLAPSED_HEIGHT], 4 * item)
  const links = Array.from({ length: cards - 1 }, (_, place) => [boxes + place, boxes + place + 1] as const)
  const outer = Array.from({ length: cards }, (_, place) => [place % boxes, boxes + place] as const)
  const edges = [...links, ...outer]
  return {
    algorithm,
    count,
    width: new Float32Array(count).fill(CARD_WIDTH).fill(COLLAPSED_WIDTH, 0, boxes),
    height: new Float32Array(count).fill(CARD_HEIGHT).fill(COLLAPSED_HEIGHT, 0, boxes),
    from: Uint32Array.from(edges, ([from]) => from),
    to: Uint32Array.from(edges, ([, to]) => to),
    groupOf: Uint32Array.from({ length: count }, (_, item) => Math.min(item, boxes)),
    groups: boxes + 1,
    title: Float32Array.from([0, 0, 0, 0, 90]),
    order: Uint32Array.from({ length: count }, (_, item) => item),
    fixed: new Float32Array(2 * count).fill(Number.NaN),
    root: -1,
    deadline: 60_000,
    stood: {
      items,
      isOther: new Uint8Array(count).fill(1, boxes),
      ways: new Map(),
    },
  }
}

describe('a group that has opened', () => {
  it.each<Algorithm>(['layered', 'grid', 'force', 'radial'])(
    'has its cards where it was, and the others around it as before (%s)',
    async (algorithm) => {
      const { xy } = await solveLayout(opened(algorithm), noElk, () => undefined)
      const at = (item: number) => ({ x: xy[2 * item] ?? 0, y: xy[2 * item + 1] ?? 0 })
      const cards = Array.from({ length: 12 }, (_, place) => at(4 + place))
      const [xs, ys] = [cards.map(({ x }) => x), cards.map(({ y }) => y)]
      const [above, right, below, left] = [0, 1, 2, 3].map(at)
      expect([above?.x, below?.x, right?.y, left?.y].map((place) => Math.round(place ?? 1))).toEqual([
        0, 0, 0, 0,
      ])
      const [wide, high] = [(COLLAPSED_WIDTH + CARD_WIDTH) / 2, (COLLAPSED_HEIGHT + CARD_HEIGHT) / 2]
      expect(above?.y).toBeLessThan(Math.min(...ys) - high)
      expect(below?.y).toBeGreaterThan(Math.max(...ys) + high)
      expect(left?.x).toBeLessThan(Math.min(...xs) - wide)
      expect(right?.x).toBeGreaterThan(Math.max(...xs) + wide)
      // Cards do not lie on each other.
      for (const [place, a] of cards.entries())
        for (const b of cards.slice(place + 1))
          expect(Math.abs(a.x - b.x) >= CARD_WIDTH || Math.abs(a.y - b.y) >= CARD_HEIGHT).toBe(true)
    },
  )

  it('leaves what was open as it was, with its routes', async () => {
    const problem = opened('layered')
    const { xy, ways } = await solveLayout(problem, noElk, () => undefined)
    const items = problem.stood?.items.slice() ?? new Float32Array()
    for (let item = 0; item < problem.count; item++) {
      const [width, height] = [problem.width[item] ?? 0, problem.height[item] ?? 0]
      items.set([xy[2 * item] ?? 0, xy[2 * item + 1] ?? 0, width, height], 4 * item)
    }
    expect(ways.size).toBe(0)
    const route = Float32Array.from([10, 20, 30, 20])
    // The group above opens to cards as well.
    const isOther = new Uint8Array(problem.count)
    isOther[0] = 1
    const height = problem.height.slice()
    height[0] = 900
    const stood = { items, isOther, ways: new Map([[0, route]]) }
    const again = await solveLayout({ ...problem, height, stood }, noElk, () => undefined)
    const moves = Array.from({ length: 12 }, (_, place) => 4 + place).map((item) =>
      [0, 1].map((axis) => Math.round((again.xy[2 * item + axis] ?? 0) - (xy[2 * item + axis] ?? 0))),
    )
    expect(new Set(moves.map(String)).size).toBe(1)
    const [[x = 0, y = 0] = []] = moves
    expect([...(again.ways.get(0) ?? [])].map(Math.round)).toEqual([10 + x, 20 + y, 30 + x, 20 + y])
  })

  it('leaves room for a group that comes new, which stands beside what it is linked with; all others stay', async () => {
    const problem = opened('layered')
    const settled = await solveLayout(problem, noElk, () => undefined)
    // The group on the right is the new one.
    const items = problem.stood?.items.slice() ?? new Float32Array()
    for (let item = 0; item < problem.count; item++)
      items.set(
        item === 1
          ? [Number.NaN, Number.NaN, 0, 0]
          : [
              settled.xy[2 * item] ?? 0,
              settled.xy[2 * item + 1] ?? 0,
              problem.width[item] ?? 0,
              problem.height[item] ?? 0,
            ],
        4 * item,
      )
    const isOther = Uint8Array.from({ length: problem.count }, (_, item) => (item === 1 ? 1 : 0))
    const { xy } = await solveLayout(
      { ...problem, stood: { items, isOther, ways: new Map() } },
      noElk,
      () => undefined,
    )
    for (let item = 0; item < problem.count; item++)
      if (item !== 1)
        for (const axis of [0, 1])
          expect(xy[2 * item + axis]).toBeCloseTo(settled.xy[2 * item + axis] ?? Number.NaN, 1)
    const rect = (item: number) => ({ x: xy[2 * item] ?? 0, y: xy[2 * item + 1] ?? 0 })
    for (const other of [0, 2, 3, ...Array.from({ length: 12 }, (_, place) => 4 + place)]) {
      const [dx, dy] = [Math.abs(rect(1).x - rect(other).x), Math.abs(rect(1).y - rect(other).y)]
      const [wide, high] = [
        (COLLAPSED_WIDTH + (problem.width[other] ?? 0)) / 2,
        (COLLAPSED_HEIGHT + (problem.height[other] ?? 0)) / 2,
      ]
      expect(dx >= wide || dy >= high).toBe(true)
    }
  })
})

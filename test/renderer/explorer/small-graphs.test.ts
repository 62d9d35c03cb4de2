import { describe, expect, it } from 'vitest'
import { makeGraph } from '../../../renderer/explorer/graph/graph.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import type { LayoutProblem } from '../../../renderer/graph/layout/layout.ts'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import { CARD_HEIGHT, COLLAPSED_HEIGHT } from '../../../renderer/graph/scene/card.ts'
import { wayOf } from '../../../renderer/graph/paint/way.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'
import { pictureOf, rectOf, struck } from './random-pictures.ts'

/** Nodes by their group, and links between them as `from to`. */
function pictureWith(groups: Readonly<Record<string, readonly string[]>>, links: readonly string[]) {
  const keyOf = new Map<string, string>()
  const nodes = Object.entries(groups).flatMap(([group, names]) =>
    names.map((name) => {
      const key = `${group}/${name}/entity_set`
      keyOf.set(name, key)
      return { key, kind: 'entity_set', domain: group, name, label: name, group }
    }),
  )
  const edges = links.map((link, index) => {
    const [source = '', target = ''] = link.split(' ').map((name) => keyOf.get(name) ?? '')
    return { key: `e${index}`, kind: 'link', source, target, type: 'impacts' }
  })
  return pictureOf(makeGraph(nodes, edges), initialView, false)
}

const noElk = (): Promise<never> => Promise.reject(new Error('no kernel'))

/** Two linked items of this height in groups of their own. */
const boxes = (height: number): LayoutProblem => ({
  algorithm: 'layered',
  count: 2,
  width: new Float32Array(2).fill(208),
  height: new Float32Array(2).fill(height),
  from: Uint32Array.of(0),
  to: Uint32Array.of(1),
  groupOf: Uint32Array.of(0, 1),
  groups: 2,
  title: new Float32Array(2),
  order: Uint32Array.of(0, 1),
  fixed: new Float32Array(4).fill(Number.NaN),
  root: -1,
  deadline: 60_000,
})

const pointsOf = (scene: Scene, edge: number): number[] => {
  const { points, first, last } = wayOf(scene, edge)
  return Array.from(points.subarray(first, last))
}

/** Whether a line has the same height, or the same column, everywhere. */
const isStraight = (way: readonly number[]): boolean =>
  [0, 1].some((axis) => {
    const along = way.filter((_, place) => place % 2 === axis)
    return Math.max(...along) - Math.min(...along) < 1
  })

describe('a small graph', () => {
  const services = ['checkout', 'order-service', 'payment-gateway']

  it('reads as a fan where one is linked with many that are not linked with each other', async () => {
    const scene = await pictureWith(
      { 'platform.incident': ['INC-0042-payments-time-out'], 'platform.service': services },
      services.map((name) => `INC-0042-payments-time-out ${name}`),
    )
    const rects = Array.from({ length: scene.count }, (_, item) => rectOf(scene, item))
    const [source] = rects
    const ways = Array.from(scene.from, (_, edge) => pointsOf(scene, edge))
    for (const [edge, way] of ways.entries()) {
      const target = rects[scene.to[edge] ?? 0]
      // Each leads straight to its own card, of which it enters the side that it comes from.
      expect(struck({ points: Float32Array.from(way), first: 0, last: way.length }, rects)).toBe(0)
      expect(way.at(-2)).toBeCloseTo(target?.left ?? 0)
      expect(target?.left).toBeGreaterThan(source?.right ?? Infinity)
      expect(way.filter((_, place) => place % 2 === 0)).toEqual(
        way.filter((_, place) => place % 2 === 0).toSorted((a, b) => a - b),
      )
    }
    expect(new Set(Array.from(scene.x.slice(1), Math.round)).size).toBe(1)
  })

  it('has the cards of several groups in the order of what they are linked with', async () => {
    const pods = ['a', 'b', 'c', 'd']
    const scene = await pictureWith({ service: services, pod: pods }, [
      'checkout d',
      'order-service c',
      'order-service b',
      'payment-gateway a',
    ])
    const heights = Array.from(scene.from, (from, edge) => [
      scene.y[from] ?? 0,
      scene.y[scene.to[edge] ?? 0] ?? 0,
    ])
    for (const [from = 0, to = 0] of heights)
      for (const [otherFrom = 0, otherTo = 0] of heights)
        expect((from - otherFrom) * (to - otherTo)).toBeGreaterThanOrEqual(0)
  })

  it('is not what a few collapsed groups are, each of which stands for many', async () => {
    const gapOf = async (height: number): Promise<number> => {
      const { xy } = await solveLayout(boxes(height), noElk, () => undefined)
      const [x = 0, y = 0, otherX = 0, otherY = 0] = xy
      return Math.max(Math.abs(x - otherX) - 208, Math.abs(y - otherY) - height)
    }
    expect([await gapOf(CARD_HEIGHT), await gapOf(COLLAPSED_HEIGHT)]).toEqual([128, 64])
  })

  it.each([
    ['in a chain', ['alpha a-longer-name', 'a-longer-name gamma']],
    ['from the middle', ['alpha a-longer-name', 'alpha gamma']],
  ])('joins three boxes by straight lines, %s', async (_, links) => {
    const scene = await pictureWith({ a: ['alpha'], 'another.group': ['a-longer-name'], c: ['gamma'] }, links)
    for (const edge of scene.from.keys()) expect(isStraight(pointsOf(scene, edge)), links[edge]).toBe(true)
  })
})

import { expect, it } from 'vitest'
import { belongTogether } from '../../../renderer/graph/paint/label-obstacles.ts'
import { LineMap } from '../../../renderer/graph/paint/line-map.ts'
import { emptyScene } from '../../../renderer/graph/scene/scene.ts'
import { wholeWay } from '../../../renderer/graph/paint/way.ts'

const VIEW = { left: -1000, right: 1000, top: -1000, bottom: 1000 }
const way = (...points: number[]) => wholeWay(Float32Array.from(points))
const name = { x: 300, y: 0, width: 60, height: 14 }
const along = { x: 1, y: 0 }

function mapOf(...others: number[][]): LineMap<string> {
  const lines = new LineMap<string>()
  lines.add('own', false, way(0, 0, 600, 0), 1, VIEW)
  for (const points of others) lines.add('other', false, way(...points), 1, VIEW)
  return lines
}
const isOwn = (owner: string): boolean => owner === 'own'

it.each<[string, number[], boolean, boolean]>([
  ['of its own', [0, 400, 600, 400], true, true],
  ['beside it at a distance', [0, 12, 600, 12], true, true],
  ['right beside it', [0, 4, 600, 4], false, false],
  ['across it', [300, -200, 300, 200], false, true],
  ['that crosses it in a flat angle', [0, -20, 600, 20], false, false],
  ['that ends before it', [300, -200, 300, -40], true, true],
  ['far away in another cell', [300, 3000, 900, 3000], true, true],
])('a name on a line %s: whose it is', (_, other, isAlone, isAloneButForCrossing) => {
  const lines = mapOf(other)
  expect(lines.isAlone(name, isOwn, false)).toBe(isAlone)
  expect(lines.isAlone(name, isOwn, false, () => along)).toBe(isAloneButForCrossing)
})

it('a name that stands out is not taken for that of a quiet line', () => {
  expect(mapOf([0, 3, 600, 3]).isAlone(name, isOwn, true)).toBe(true)
})

it('the links of both directions between two domains are one line, for the number of both', () => {
  const there = { points: new Float32Array(), weight: 2, mark: 0, open: true, partly: false, weak: false }
  const [d1, d2, other] = [
    { ...there, from: 'd1', to: 'd2', lines: [0, 1], back: 1 },
    { ...there, from: 'd2', to: 'd1', lines: [2], back: 0 },
    { ...there, from: 'd2', to: 'd3', lines: [3], back: -1 },
  ] as const
  const scene = { ...emptyScene, trunks: [d1, d2, other] }
  expect([0, 1, 2, 3].map((edge) => belongTogether(scene, d1, edge))).toEqual([true, true, true, false])
  expect(belongTogether(scene, 2, other)).toBe(false)
})

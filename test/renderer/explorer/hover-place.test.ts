import { describe, expect, it } from 'vitest'
import { hoverPlace, linesOf } from '../../../renderer/explorer/canvas/hover-place.ts'
import type { Hit } from '../../../renderer/graph/canvas/hit.ts'
import { sceneOf } from '../graph/scene.ts'

const size = { width: 800, height: 600 }
const card = { width: 200, height: 60 }
// The middle of the canvas is the origin of the world.
const camera = { x: 0, y: 0, zoom: 1 }
const item: Hit = { type: 'item', item: 0 }
const edge: Hit = { type: 'edge', edge: 0 }
const middle = { x: 400, y: 300 }

/** A card in the middle, one to the right of it and one to the lower right. */
const scene = sceneOf({
  cards: [
    [0, 0, 100, 40],
    [300, 0, 100, 40],
    [250, 120, 100, 40],
  ],
  edges: [
    [0, 1],
    [0, 2],
  ],
})

describe('the tooltip', () => {
  it.each([
    ['of a node keeps off its links', item, middle],
    ['of a link keeps off the link', edge, { x: 480, y: 300 }],
  ])('%s', (_, hit, at) => {
    const place = hoverPlace({ scene, camera, size }, hit, at, card)
    const [left, top] = [place.x - 400, place.y - 300]
    for (let point = 0; point < scene.wayPoints.length; point += 2) {
      const [x, y] = [scene.wayPoints[point] ?? 0, scene.wayPoints[point + 1] ?? 0]
      const covers = x > left && x < left + card.width && y > top && y < top + card.height
      expect(covers).toBe(false)
    }
  })

  it.each([[{ x: 5, y: 5 }], [{ x: 795, y: 5 }], [{ x: 5, y: 595 }], [{ x: 795, y: 595 }]])(
    'stays on the canvas at %j',
    (at) => {
      const { x, y } = hoverPlace({ scene, camera, size }, edge, at, card)
      expect(x >= 0 && y >= 0 && x + card.width <= size.width && y + card.height <= size.height).toBe(true)
    },
  )
})

describe('what is marked with the tooltip', () => {
  it.each([
    ['of a node all its links', item, 1, [0, 1]],
    ['of another node its link', { type: 'item', item: 2 } as const, 1, [1]],
    ['of a link that link', edge, 1, [0]],
    ['of a group nothing', { type: 'group', group: 0 } as const, 1, []],
  ])('%s', (_, hit, zoom, lines) => expect(linesOf(scene, hit, zoom)).toEqual(lines))

  it('not a link that is not drawn, as one of a weak bundle', () => {
    const { wayStart, wayPoints } = scene
    const first = wayStart[1] ?? 0
    const undrawn = {
      ...scene,
      wayStart: Uint32Array.of(0, 0, wayPoints.length - first),
      wayPoints: wayPoints.slice(first),
    }
    expect(linesOf(undrawn, item, 1)).toEqual([1])
  })
})

import { describe, expect, it } from 'vitest'
import { drawnLinks, hoverPlace } from '../../../renderer/explorer/canvas/hover-place.ts'
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

it('the tooltip of a box covers neither it nor the boxes around it where there is room between', () => {
  const at = [-240, 0, 240].flatMap((x) => [-190, 0, 190].map((y) => [x, y, 180, 120] as const))
  const boxes = sceneOf(
    { cards: at, edges: [] },
    {
      nodes: new Uint32Array(),
      collapsed: at.map(() => ({ label: 'd', detail: '', kinds: [], allKinds: [] })),
    },
  )
  for (const [item, pointer] of [
    [4, { x: 400, y: 300 }],
    [4, { x: 480, y: 350 }],
    [3, { x: 400, y: 60 }],
    [8, { x: 700, y: 540 }],
  ] as const) {
    const place = hoverPlace({ scene: boxes, camera, size }, { type: 'item', item }, pointer, {
      width: 300,
      height: 44,
    })
    for (const [x, y, width, height] of at) {
      const [left, top] = [400 + x - width / 2, 300 + y - height / 2]
      const isOn =
        place.x < left + width && place.x + 300 > left && place.y < top + height && place.y + 44 > top
      expect(isOn).toBe(false)
    }
  }
})

describe('what is marked with the tooltip', () => {
  it.each([
    ['of a node all its links', item, 1, [0, 1]],
    ['of another node its link', { type: 'item', item: 2 } as const, 1, [1]],
    ['of a link that link', edge, 1, [0]],
    ['of a group nothing', { type: 'group', group: 0 } as const, 1, []],
  ])('%s', (_, hit, zoom, lines) => expect(drawnLinks(scene, hit, zoom).lines).toEqual(lines))

  it('not a link that is not drawn, as one of a weak bundle', () => {
    const { wayStart, wayPoints } = scene
    const first = wayStart[1] ?? 0
    const undrawn = {
      ...scene,
      wayStart: Uint32Array.of(0, 0, wayPoints.length - first),
      wayPoints: wayPoints.slice(first),
    }
    expect(drawnLinks(undrawn, item, 1).lines).toEqual([1])
  })

  it.each([
    ['from afar', 0.3],
    ['near', 1],
  ])('%s also the bundle with an open group, once for both directions', (_, zoom) => {
    const frame = { left: 150, top: -100, right: 450, bottom: 200, titleWidth: 50, titleHeight: 34 }
    const frameOf = [-1, 0, 0]
    const linked = sceneOf({
      cards: [
        [0, 0, 100, 40],
        [300, 0, 100, 40],
        [250, 120, 100, 40],
      ],
      edges: [
        [0, 1],
        [2, 0],
      ],
      frames: [frame],
      frameOf,
    })
    const points = Float32Array.of(50, 0, 150, 0)
    const trunk = { points, mark: 0, from: 'a', to: 'b', open: false, partly: false, weak: false }
    const bundled = {
      ...linked,
      wayStart: new Uint32Array(3),
      wayPoints: new Float32Array(),
      groupOf: Int32Array.from(frameOf),
      groups: [
        {
          key: 'box:b',
          x: 150,
          y: -100,
          width: 300,
          height: 300,
          label: 'b',
          detail: '',
          kinds: [],
          hue: 0,
          titleWidth: 50,
        },
      ],
      trunks: [
        { ...trunk, weight: 1, lines: [0], back: 1 },
        { ...trunk, weight: 2, lines: [1], back: 0 },
      ],
    }
    for (const hit of [item, { type: 'group', group: 0 } as const]) {
      const { lines, ways } = drawnLinks(bundled, hit, zoom)
      expect(new Set(lines)).toEqual(new Set([0, 1]))
      expect(ways.map((way) => way.points)).toEqual([points])
    }
  })
})

import { expect, it } from 'vitest'
import { freeCorner } from '../../../renderer/explorer/canvas/minimap-corner.ts'
import { MARK } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from '../graph/scene.ts'

const size = { width: 1000, height: 700 }
const camera = { x: 0, y: 0, zoom: 1 }
const [RIGHT, BOTTOM] = [420, 300]
const card = (x: number, y: number) => [x, y, 120, 38] as const
const all = [card(RIGHT, BOTTOM), card(-RIGHT, BOTTOM), card(RIGHT, -BOTTOM), card(-RIGHT, -BOTTOM)]
const cornerOf = (cards: readonly (readonly [number, number, number, number])[], mark?: Uint8Array) =>
  freeCorner({ scene: sceneOf({ cards, edges: [] }, mark ? { mark } : {}), camera, size })

it('the map is in a corner without cards', () => {
  expect(cornerOf([card(0, 0)])).toEqual({ corner: 'bottom-right', covers: false })
  expect(cornerOf(all.slice(0, 3))).toEqual({ corner: 'top-left', covers: false })
})

it('the map keeps its corner, and covers something there or not', () => {
  const scene = sceneOf({ cards: [card(RIGHT, BOTTOM)], edges: [] })
  expect(freeCorner({ scene, camera, size }, 'top-right').corner).toBe('top-right')
  expect(freeCorner({ scene, camera, size }, 'bottom-right')).toEqual({
    corner: 'bottom-right',
    covers: true,
  })
  expect(freeCorner({ scene, camera, size }).corner).toBe('bottom-left')
})

it('where each corner has a card, there is no room for the map', () => {
  expect(cornerOf(all)).toEqual({ corner: 'bottom-right', covers: true })
})

it('a selected card is not under the map even if others are', () => {
  const more = [...all, card(-RIGHT, BOTTOM - 60), card(RIGHT, 60 - BOTTOM), card(-RIGHT, 60 - BOTTOM)]
  const mark = Uint8Array.from(more, (_, place) => (place === 0 ? MARK.selected : 0))
  expect(cornerOf(more, mark)).toEqual({ corner: 'bottom-left', covers: true })
})

import { expect, it } from 'vitest'
import { titleRoom } from '../../../renderer/graph/paint/near-titles.ts'
import type { SceneGroup } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from './scene.ts'

const group: SceneGroup = {
  key: 'box:a',
  x: 0,
  y: 0,
  width: 900,
  height: 600,
  label: 'a',
  detail: '',
  kinds: [],
  hue: 0,
  titleWidth: 300,
}
const scene = (...cards: readonly (readonly [number, number, number, number])[]) => ({
  ...sceneOf({ cards, edges: [] }),
  groups: [group],
  groupOf: new Int32Array(cards.length),
})

it.each([
  ['in view at its corner', 1, { left: -50, top: -50 }, { left: 0, top: 0, width: 300 }],
  ['at the edge of the view', 1, { left: 200, top: 100 }, { left: 200, top: 100, width: 300 }],
  [
    'its name where its group has no more room in view',
    1,
    { left: 800, top: 590 },
    { left: 800, top: 570, width: 37 },
  ],
  // At four times the size its text is 18 px high, a third of what it would be.
  ['small beside what is near', 4, { left: 700, top: 500 }, { left: 700, top: 500, width: 104 }],
])('a title is %s', (_, zoom, { left, top }, at) => {
  const view = { left, top, right: left + 1440 / zoom, bottom: top + 900 / zoom }
  const room = titleRoom(scene(), group, view, zoom)
  expect({ left: room.left, top: room.top, width: Math.round(room.right - room.left) }).toEqual(at)
})

it.each([
  ['where its detail would', [[500, 215, 180, 44]], 200],
  ['where its name would', [[290, 215, 180, 44]], 386],
  ['but for those of a whole row', [[550, 215, 700, 44]], 200],
] as const)('a title at the edge of the view covers no card %s', (_, cards, left) => {
  const view = { left: 200, top: 200, right: 900, bottom: 600 }
  const room = titleRoom(scene(...cards), group, view, 1)
  expect(room.left).toBe(left)
  expect(room.right - room.left).toBeLessThan(60)
})

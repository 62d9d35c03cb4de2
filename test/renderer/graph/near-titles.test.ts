import { expect, it } from 'vitest'
import { titleRoom } from '../../../renderer/graph/paint/near-titles.ts'
import type { SceneGroup } from '../../../renderer/graph/scene/scene.ts'

const group = { x: 0, y: 0, width: 900, height: 600, titleWidth: 300 } as SceneGroup

it.each([
  ['in view at its corner', 1, { left: -50, top: -50 }, { left: 0, top: 0, width: 300 }],
  ['at the edge of the view', 1, { left: 200, top: 100 }, { left: 200, top: 100, width: 300 }],
  ['as far as its group reaches', 1, { left: 800, top: 590 }, { left: 600, top: 570, width: 300 }],
  // At four times the size its text is 18 px high, a third of what it would be.
  ['small beside what is near', 4, { left: 700, top: 500 }, { left: 700, top: 500, width: 104 }],
])('a title is %s', (_, zoom, { left, top }, at) => {
  const view = { left, top, right: left + 1440 / zoom, bottom: top + 900 / zoom }
  const room = titleRoom(group, view, zoom)
  expect({ left: room.left, top: room.top, width: Math.round(room.right - room.left) }).toEqual(at)
})

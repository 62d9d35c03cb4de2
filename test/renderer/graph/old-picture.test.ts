import { expect, it } from 'vitest'
import { OldPicture } from '../../../renderer/graph/canvas/old-picture.ts'
import { toScreen, zoomAt } from '../../../renderer/graph/scene/camera.ts'

const size = { width: 800, height: 600 }
const before = { x: 10, y: 20, zoom: 2 }
const set = { x: 7000, y: 200, zoom: 2.2 }

it('stays where it was on screen until there is another, also if the camera was set elsewhere', () => {
  const old = new OldPicture()
  old.replace(before, 3)
  expect(old.move(before, set, 4)).toBe(true)
  old.settle()
  expect(old.cameraOf({ scenes: 3 }, set)).toEqual(before)
  // A corner of the new scene, at the camera of the old one.
  expect(old.take({ scenes: 4 }, false, set)).toBe(false)
  expect(old.take({ scenes: 3 }, false, set)).toBe(true)
  expect(old.take({ scenes: 5 }, true, set)).toBe(true)
  expect(old.cameraOf({ scenes: 5 }, set)).toEqual(set)
})

it('follows what the user moves meanwhile', () => {
  const old = new OldPicture()
  old.replace(before, 3)
  old.move(before, set, 4)
  old.settle()
  const pointer = { x: 650, y: 100 }
  const zoomed = zoomAt(set, size, 1.7, pointer)
  expect(old.move(set, zoomed, 5)).toBe(false)
  const now = old.cameraOf({ scenes: 3 }, zoomed)
  const wanted = zoomAt(before, size, 1.7, pointer)
  const seen = [now, wanted].map((camera) => toScreen(camera, size, 55, -40))
  expect(now.zoom).toBeCloseTo(wanted.zoom)
  expect(seen[0]?.x).toBeCloseTo(seen[1]?.x ?? 0)
  expect(seen[0]?.y).toBeCloseTo(seen[1]?.y ?? 0)
})

it('gives way to each picture of what is dragged', () => {
  const old = new OldPicture()
  old.replace(before, 3)
  old.settle()
  old.replace(before, 4)
  expect(old.take({ scenes: 4 }, false, before)).toBe(true)
  expect(old.cameraOf({ scenes: 4 }, before)).toEqual(before)
})

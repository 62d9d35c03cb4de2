import { expect, it } from 'vitest'
import { LabelRoom } from '../../../renderer/graph/paint/label-room.ts'

it.each([
  ['right beside', 41, 0, false],
  ['half a letter beside', 46, 0, false],
  ['a letter beside', 50, 0, true],
  ['right below', 0, 15, false],
  ['apart below', 0, 18, true],
])('whether a number %s another has its place: too close they would be read as one', (_, x, y, isFree) => {
  const room = new LabelRoom()
  expect(room.claim(100, 100, 40, 14, 11)).toBe(true)
  expect(room.isFree(100 + x, 100 + y, 40, 14)).toBe(isFree)
})

it('what is no text needs no more room than its own', () => {
  const room = new LabelRoom()
  room.claim(100, 100, 40, 14)
  expect(room.isFree(141, 100, 40, 14)).toBe(true)
})

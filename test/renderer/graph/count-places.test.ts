import { expect, it } from 'vitest'
import { placeCount } from '../../../renderer/graph/paint/trunk-labels.ts'
import { wholeWay } from '../../../renderer/graph/paint/way.ts'

/** Whether a number finds a place where there is none on its line, which falls by this share of its length. */
function hasPlace(fall: number): boolean {
  const way = wholeWay(Float32Array.from([0, 0, 300, 300 * fall]))
  const isBeside = ({ x, y }: { x: number; y: number }): boolean => Math.abs(y - x * fall) > 1
  const room = {
    widthOf: (text: string) => 6 * text.length,
    isClear: () => true,
    isAlone: () => true,
    isFree: isBeside,
    claim: isBeside,
  }
  return placeCount({ way, weight: 5, back: 0 }, { beside: true }, 11, room) !== undefined
}

it.each([
  ['level', 0, true],
  ['nearly level', 0.1, true],
  ['slanting', 0.25, false],
  ['steep', 0.6, false],
])('a number right beside a line that is %s: whether it seems to be its own', (_, fall, has) => {
  expect(hasPlace(fall)).toBe(has)
})

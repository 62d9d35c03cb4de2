import { describe, expect, it } from 'vitest'
import { Fade, isOtherPicture } from '../../../renderer/graph/canvas/fade.ts'
import type { Frame } from '../../../renderer/graph/paint/painter.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'

const sceneOf = (...xs: readonly number[]): Scene =>
  ({ count: xs.length, x: Float32Array.from(xs), y: new Float32Array(xs.length) }) as unknown as Scene

describe('another picture is one', () => {
  it.each([
    ['with more in it', [1, 2], [1, 2, 3], true],
    ['with most things elsewhere', [1, 2, 3, 4], [1, 7, 8, 9], true],
    ['not with one that is dragged', [1, 2, 3, 4], [1, 2, 3, 9], false],
    ['not with the same in another look', [1, 2], [1, 2], false],
    ['not after an empty canvas', [], [1], false],
    ['nor before one', [1], [], false],
  ])('%s', (_, before, now, expected) => {
    expect(isOtherPicture(sceneOf(...before), sceneOf(...now))).toBe(expected)
  })
})

describe('the picture before', () => {
  const at = { x: 0, y: 0, zoom: 1 }
  const frame = (closed: string[], name: string): Frame =>
    ({ bitmap: { close: () => closed.push(name) } }) as unknown as Frame

  it('fades, moves with the camera, and is let go at the end', () => {
    const closed: string[] = []
    const fade = new Fade()
    fade.begin(frame(closed, 'a'), at, 1000)
    fade.move(at, { x: 10, y: 0, zoom: 2 })
    expect(fade.at(1000)).toMatchObject({ camera: { x: 10, y: 0, zoom: 2 }, share: 0 })
    const shares = [1050, 1100, 1150].map((now) => fade.at(now)?.share ?? 0)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(closed).toEqual([])
    expect(fade.at(1200)).toBeUndefined()
    expect(closed).toEqual(['a'])
  })

  it('is another if one comes before it is gone', () => {
    const closed: string[] = []
    const fade = new Fade()
    fade.begin(frame(closed, 'a'), at, 1000)
    fade.begin(frame(closed, 'b'), at, 1050)
    expect(closed).toEqual(['a'])
    fade.end()
    fade.end()
    expect(closed).toEqual(['a', 'b'])
  })
})

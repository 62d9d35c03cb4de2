import { describe, expect, it } from 'vitest'
import { bundled } from '../../../renderer/graph/routing/bundles.ts'
import type { Routes } from '../../../renderer/graph/routing/route.ts'
import { MARK } from '../../../renderer/graph/scene/scene.ts'

/** Two links from an open group to each of so many items. */
function fan(items: number, lit: readonly number[] = [], isSelected = false) {
  const count = 2 * items
  const way = [0, 0, 10, 0]
  const routes: Routes = {
    start: Uint32Array.from({ length: count + 1 }, (_, line) => line * way.length),
    points: Float32Array.from(Array.from({ length: count }, () => way).flat()),
    trunks: Array.from({ length: items }, (_, item) => ({
      lines: [2 * item, 2 * item + 1],
      fromFrame: 0,
      toFrame: -1,
      fromItem: -1,
      toItem: item,
      points: Float32Array.from(way),
    })),
  }
  const edgeMark = new Uint8Array(count)
  for (const line of lit) edgeMark[line] = MARK.highlighted
  const scene = { from: new Uint32Array(count), edgeMark, weight: new Uint32Array(count).fill(1) }
  const { wayStart, trunks } = bundled(routes, scene, {
    nameOf: () => '',
    hueOf: () => 0,
    isSelected: () => isSelected,
  })
  const drawn = Array.from(scene.from.keys()).filter((line) => wayStart[line] !== wayStart[line + 1])
  return { drawn, trunks }
}

describe('links that leave an open group', () => {
  it('are drawn to its items while they are few', () => {
    const { drawn, trunks } = fan(12)
    expect(drawn).toHaveLength(24)
    expect(trunks.every(({ open }) => open)).toBe(true)
  })

  it('end at its border, counted, when they are many', () => {
    const { drawn, trunks } = fan(13)
    expect(drawn).toEqual([])
    expect(trunks.map(({ open, weight }) => [open, weight])).toEqual(trunks.map(() => [false, 2]))
  })

  it('are counted by themselves where only they are highlighted', () => {
    const { trunks } = fan(13, [3])
    expect(trunks.flatMap(({ weight, lit }) => (lit === undefined ? [] : [[weight, lit]]))).toEqual([[2, 1]])
  })

  it('enter it once their end is chosen', () => expect(fan(13, [3, 4]).drawn).toEqual([3, 4]))

  it('do not enter it when the group as a whole is, but are highlighted', () => {
    const all = Array.from({ length: 26 }, (_, line) => line)
    const { drawn, trunks } = fan(13, all, true)
    expect(drawn).toEqual([])
    expect(trunks.every(({ mark }) => mark === MARK.highlighted)).toBe(true)
  })
})

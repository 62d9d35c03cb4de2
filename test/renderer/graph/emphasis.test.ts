import { describe, expect, it } from 'vitest'
import { emphasise } from '../../../renderer/graph/scene/emphasis.ts'
import { MARK } from '../../../renderer/graph/scene/scene.ts'

/** Marks of a chain 0 → 1 → 2 → 3 with some items selected and some edges highlighted. */
function marksOf(selected: readonly number[], lit: readonly number[] = []) {
  const scene = {
    count: 4,
    mark: new Uint8Array(4),
    from: Uint32Array.from([0, 1, 2]),
    to: Uint32Array.from([1, 2, 3]),
    edgeMark: new Uint8Array(3),
  }
  for (const item of selected) scene.mark[item] = MARK.selected
  for (const edge of lit) scene.edgeMark[edge] = MARK.highlighted
  emphasise(scene)
  return { items: [...scene.mark], edges: [...scene.edgeMark] }
}

const { selected: S, dimmed: D, highlighted: H } = MARK

describe('what is not linked with the selection gives way', () => {
  it.each([
    ['nothing selected', [], [], [0, 0, 0, 0], [0, 0, 0]],
    ['an end of the chain', [0], [], [S, 0, D, D], [H, D, D]],
    ['the middle', [1], [], [0, S, 0, D], [H, H, D]],
    ['an edge', [], [2], [D, D, 0, 0], [D, D, H]],
    ['most of the picture', [0, 1, 2], [], [S, S, S, 0], [H, H, H]],
  ])('%s', (_, chosen, lit, items, edges) => {
    expect(marksOf(chosen, lit)).toEqual({ items, edges })
  })
})

import { expect, it } from 'vitest'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { currentItem, keyOfItem } from '../../../renderer/explorer/view/selection.ts'
import type { SurfaceState } from '../../../renderer/explorer/view/surface.ts'
import { collapse, initialView } from '../../../renderer/explorer/view/view-state.ts'
import { nodesInView, step } from '../../../renderer/explorer/view/walk.ts'
import { pictureOf, randomGraph } from './random-pictures.ts'

/** A surface with some collapsed groups, as far as keyboard navigation needs it. */
async function surfaceOf(nodes: number, seed: number, collapsed: (group: number) => boolean) {
  const graph = randomGraph(nodes, seed)
  const view = collapse(
    initialView,
    graph.groups.filter((_, group) => collapsed(group)),
  )
  const [scene, projection] = [await pictureOf(graph, view, false), project(graph, view)]
  const camera = { x: 0, y: 0, zoom: 0.001 }
  const drawn = { graph, projection }
  return { ...drawn, drawn, scene, camera, size: { width: 1000, height: 700 } } as unknown as SurfaceState
}

it.each([
  ['all groups', () => true],
  ['every other group', (group: number) => group % 2 === 0],
  ['no group', () => false],
] as const)('arrows lead to everything that is drawn, with %s collapsed', async (_, collapsed) => {
  for (const seed of [3, 5, 8]) {
    const state = await surfaceOf(40, seed, collapsed)
    const first = step(state, undefined, 'right')
    const reached = new Set([first])
    for (const key of reached)
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = step(state, key, direction)
        if (next !== undefined) reached.add(next)
      }
    const drawn = nodesInView(state, 1000)
    expect(drawn.total).toBe(state.scene.count)
    // A node hidden behind others from every side may be reachable only by search.
    expect(drawn.keys.filter((key) => !reached.has(key)).length).toBeLessThanOrEqual(state.scene.count / 10)
  }
})

it('from a group that was opened an arrow leads to what is beside its middle', async () => {
  const state = await surfaceOf(40, 3, () => false)
  const group = state.scene.groups[0]
  const next = step(state, group?.key, 'right')
  const place = state.graph.indexOf.get(next ?? '') ?? -1
  expect(place).toBeGreaterThanOrEqual(0)
  expect(state.scene.x[state.projection.itemOf[place] ?? -1]).toBeGreaterThan(
    (group?.x ?? 0) + (group?.width ?? 0) / 2,
  )
})

it.each([
  ['it is selected', (key: string) => [key], true],
  ['the selection is cleared', () => [], false],
  ['another is selected', () => ['another'], false],
])('the current node is ringed: %s', async (_, selection, ringed) => {
  const state = await surfaceOf(40, 3, () => false)
  const current = keyOfItem(state, 0)
  expect(currentItem({ ...state, current, selection: selection(current) })).toBe(ringed ? 0 : undefined)
})

import { expect, it } from 'vitest'
import { showNodes } from '../../../renderer/explorer/view/arrival.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { sceneOf } from '../graph/scene.ts'
import { graphOf } from './sample.ts'

const graph = graphOf('a b c')
const scene = sceneOf({
  cards: [
    [0, 0, 200, 40],
    [400, 0, 200, 40],
    [9000, 0, 200, 40],
  ],
  edges: [],
})

it.each([
  ['together, if they are readable then', [0, 1], 200, 0],
  ['in the midst of everything otherwise', [0, 2], 5000, 1],
  ['not at all if they are in view and readable', [2], 9000, 0],
])('what is to be shown is shown %s', (_, nodes, x, fits) => {
  const surface = createSurface('runtime')
  const camera = { x: fits > 0 ? x : 9000, y: 0, zoom: 1 }
  const size = { width: 900, height: 600 }
  surface.setState({ graph, scene, projection: project(graph, initialView), size, camera })
  showNodes(surface, nodes)
  const state = surface.getState()
  expect([state.camera.x, state.fitRequest]).toEqual([x, fits])
})

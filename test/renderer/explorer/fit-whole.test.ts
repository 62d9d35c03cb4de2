import { expect, it } from 'vitest'
import { fitWhole, isBehind } from '../../../renderer/explorer/view/fit-whole.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { pictureOf } from './random-pictures.ts'
import { graphOf } from './sample.ts'

it.each([
  ['is fitted anew', false, 2],
  ['is left where somebody has moved to', true, 1],
])('a picture that comes after a fit %s', async (_, moves, fits) => {
  const graph = graphOf('a:1>b:1')
  const surface = createSurface('model')
  const before = project(graph, { ...initialView, collapsed: new Set(['a']) })
  const projection = project(graph, initialView)
  const scene = await pictureOf(graph, initialView, false)
  surface.setState({ graph, projection, scene, drawn: { graph, projection: before } })
  expect(isBehind(surface.getState())).toBe(true)
  fitWhole(surface)
  // What the canvas does.
  surface.setState(({ camera }) => ({ fittedCamera: camera }))
  if (moves) surface.setState({ camera: { x: 1, y: 2, zoom: 3 } })
  expect(surface.getState().fitRequest).toBe(1)
  surface.setState({ drawn: { graph, projection } })
  expect(isBehind(surface.getState())).toBe(false)
  surface.setState({ selection: [] })
  expect(surface.getState().fitRequest).toBe(fits)
})

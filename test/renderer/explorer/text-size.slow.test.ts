import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { enterGroup } from '../../../renderer/explorer/view/arrival.ts'
import { isReadable, overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { createSurface } from '../../../renderer/explorer/view/surface.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import { fit, textZoom } from '../../../renderer/graph/scene/camera.ts'
import { isOverview, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { setTextScale } from '../../../renderer/ui/text-scale.ts'
import { clusteredModel } from './clustered-model.ts'
import { textsOn } from './painted-texts.ts'
import { pictureOf } from './random-pictures.ts'

const SIZE = { width: 1000, height: 800 }
/** Font size in CSS pixels of the smallest text that is painted at the usual text size. */
const LEAST_PX = 8
/** The largest text size of the settings relative to the usual one, rounded up. */
const LARGE = 1.9

const root = { style: { fontSize: '', setProperty: () => undefined } }

beforeAll(() => {
  vi.stubGlobal('Path2D', function outlineOf() {})
  vi.stubGlobal('document', { documentElement: root })
})
afterAll(() => {
  setTextScale(1)
  vi.unstubAllGlobals()
})

it.each([
  [50, 1],
  [50, LARGE],
  [300, LARGE],
  [2000, LARGE],
])('%d elements open with texts that have grown %d times with those of the page', async (count, scale) => {
  setTextScale(scale)
  const graph = clusteredModel(count)
  const scene = await pictureOf(graph, { ...initialView, collapsed: overviewOf(graph, SIZE) }, true)
  const bounds = sceneBounds(scene)
  if (!bounds) throw new Error('nothing drawn')
  const texts = textsOn(scene, graph, fit(bounds, SIZE), SIZE, scale)
  expect(texts.length).toBeGreaterThan(0)
  expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThanOrEqual(LEAST_PX * scale)
})

it('what has room for names at the usual size of text is a map at a larger one, and is entered nearer', async () => {
  setTextScale(1)
  const graph = clusteredModel(50)
  const scene = await pictureOf(graph, initialView, true)
  const camera = { x: 0, y: 0, zoom: 0.5 }
  const isMap = (): boolean => isOverview(scene, textZoom(camera))
  expect([isMap(), isReadable(graph, SIZE)]).toEqual([false, true])
  setTextScale(LARGE)
  expect([isMap(), isReadable(graph, SIZE)]).toEqual([true, false])
  const surface = createSurface('model')
  const [group] = scene.groups
  if (!group) throw new Error('no group')
  surface.setState({ scene, size: { width: 100, height: 80 }, camera: { x: 0, y: 0, zoom: 0.1 } })
  enterGroup(surface, group)
  expect(isOverview(scene, textZoom(surface.getState().camera))).toBe(false)
})

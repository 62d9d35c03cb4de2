import { beforeEach, expect, it, vi } from 'vitest'
import { keysOf, openHit } from '../../../renderer/explorer/canvas/hits.ts'
import { describe as describeNode, land, select } from '../../../renderer/explorer/view/selection.ts'
import { viewCommands } from '../../../renderer/explorer/view/commands-on-view.ts'
import { setGraph } from '../../../renderer/explorer/view/surface-actions.ts'
import { createSurface, viewOf, type Surface } from '../../../renderer/explorer/view/surface.ts'
import { startOfWalk } from '../../../renderer/explorer/view/walk.ts'
import { hitTest } from '../../../renderer/graph/canvas/hit.ts'
import type { LayoutProblem } from '../../../renderer/graph/layout/layout.ts'
import { FittedText } from '../../../renderer/graph/paint/fitted-text.ts'
import { paint } from '../../../renderer/graph/paint/paint.ts'
import { toWorld } from '../../../renderer/graph/scene/camera.ts'
import { isFarTrunk, isOverview, type Palette, NAME_ZOOM } from '../../../renderer/graph/scene/scene.ts'
import { graphOf } from './sample.ts'

vi.mock('../../../renderer/graph/layout/layout-client.ts', async () => {
  const { solveLayout } = await import('../../../renderer/graph/layout/solve.ts')
  const noKernel = () => Promise.reject(new Error('no kernel'))
  return { layoutInWorker: (problem: LayoutProblem) => solveLayout(problem, noKernel, () => undefined) }
})

const FAR = 0.2
let surface: Surface

const drawn = (): Promise<void> => vi.waitFor(() => expect(surface.getState().scene.groups).toHaveLength(3))

/** A map of three domains, seen from afar; p leads to q twice, and q back once. */
beforeEach(async () => {
  surface = createSurface('model')
  surface.setState({ size: { width: 900, height: 600 } })
  setGraph(surface, graphOf('p:a>p:b p:a>q:c p:b>q:d q:d>p:a q:c>q:d q:c>r:e'))
  await drawn()
  surface.setState({ camera: { x: 0, y: 0, zoom: FAR } })
})

const groupAt = (place: number) => {
  const group = surface.getState().scene.groups[place]
  if (!group) throw new Error('no group')
  return group
}

it('a double-click on a domain of the map enters it, near enough for names, with nothing selected', () => {
  const { scene, camera } = surface.getState()
  expect(isOverview(scene, camera.zoom)).toBe(true)
  const { x, y, width, height } = groupAt(1)
  const hit = hitTest(scene, x + width / 2, y + height / 2, FAR)
  if (!hit) throw new Error('nothing there')
  expect(hit).toEqual({ type: 'group', group: 1 })
  select(surface, keysOf(surface.getState(), hit))
  const expand = vi.fn<(key: string) => void>()
  openHit(surface, hit, expand)
  const now = surface.getState()
  expect(now.camera.zoom).toBeGreaterThanOrEqual(NAME_ZOOM)
  const middle = toWorld(now.camera, now.size, now.size.width / 2, now.size.height / 2)
  expect([middle.x, middle.y]).toEqual([x + width / 2, y + height / 2])
  expect([now.selection, viewOf(now).collapsed.size, expand.mock.calls]).toEqual([[], 0, []])
})

it('a domain that is opened from afar, where it would stand for what is in it, is entered', async () => {
  const { toggleGroup } = viewCommands(surface)
  toggleGroup('q')
  await vi.waitFor(() => expect(surface.getState().scene.collapsed).toHaveLength(1))
  surface.setState({ camera: { x: 0, y: 0, zoom: FAR } })
  toggleGroup('q')
  await vi.waitFor(() => expect(surface.getState().camera.zoom).toBeGreaterThanOrEqual(NAME_ZOOM))
  expect(surface.getState().scene.collapsed).toHaveLength(0)
})

it('a double-click on an element from near expands it, and on the title of a domain collapses that', () => {
  const expand = vi.fn<(key: string) => void>()
  surface.setState({ camera: { x: 0, y: 0, zoom: 1 } })
  openHit(surface, { type: 'item', item: 0 }, expand)
  expect(expand.mock.calls).toEqual([['p/a/entity_set']])
  openHit(surface, { type: 'group', group: 0 }, expand)
  expect([...viewOf(surface.getState()).collapsed]).toEqual(['p'])
})

it.each([
  ['from afar its links in both directions', undefined, ['pq', 'pq', 'qp']],
  ['from near, where each direction has its line, those of one', 1, ['pq', 'pq']],
])('a press on a bundle selects %s', (_, zoom, chosen) => {
  if (zoom !== undefined) surface.setState({ camera: { x: 0, y: 0, zoom } })
  const state = surface.getState()
  const { trunks } = state.scene
  const trunk = trunks.findIndex(
    ({ from, to }, place) => [from, to].join('') === 'pq' && isFarTrunk(trunks, place),
  )
  const keys = keysOf(state, { type: 'trunk', trunk })
  select(surface, keys)
  const ends = surface
    .getState()
    .graph.edges.filter(({ key }) => surface.getState().selection.includes(key))
    .map(({ source, target }) => `${source[0]}${target[0]}`)
  expect(ends.toSorted()).toEqual(chosen)
})

it.each([
  ['selected', true],
  ['not selected', false],
])('a domain that is %s has a ring: %s', (_, isRinged) => {
  if (isRinged) select(surface, [groupAt(1).key])
  const strokes: { colour: string; width: number }[] = []
  const own = { strokeStyle: '', lineWidth: 0, font: '', measureText: () => ({ width: 10 }) }
  const context: typeof own = new Proxy(own, {
    get: (known, name) => {
      if (name === 'stroke') return () => strokes.push({ colour: known.strokeStyle, width: known.lineWidth })
      return Reflect.get(known, name) ?? (() => undefined)
    },
  })
  const { scene, camera, size } = surface.getState()
  paint(context as unknown as CanvasRenderingContext2D, {
    scene,
    table: { labels: [], details: [], icons: new Uint8Array(), shapes: new Uint8Array() },
    edgeLabels: [],
    palette: { font: 'sans', tints: [], domains: [], accent: 'accent', line: 'line' } as unknown as Palette,
    camera: { ...camera, zoom: 0.44 },
    size: { width: 10 * size.width, height: 10 * size.height },
    ratio: 1,
    fitted: new FittedText(),
  })
  expect(strokes.slice(0, 3).map(({ colour }) => colour === 'accent')).toEqual([false, isRinged, false])
  const [first, second] = strokes
  expect((second?.width ?? 0) > (first?.width ?? 0)).toBe(isRinged)
})

it('the keyboard begins at the node nearest to the middle, says it and selects nothing', () => {
  const first = startOfWalk(surface.getState())
  if (first === undefined) throw new Error('no start')
  land(surface, first)
  const { current, selection, spoken } = surface.getState()
  expect([current, selection]).toEqual([first, []])
  expect(spoken).toEqual({ text: describeNode(surface.getState(), first), count: 1 })
})

it('the keyboard comes back to where it was, unless that is no longer drawn', () => {
  surface.setState({ current: 'r/e/entity_set' })
  expect(startOfWalk(surface.getState())).toBe('r/e/entity_set')
  surface.setState({ current: 'gone' })
  expect(startOfWalk(surface.getState())).not.toBe('gone')
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import type { SceneWords } from '../../../renderer/explorer/view/scene-input.ts'
import { wayOf } from '../../../renderer/graph/paint/way.ts'
import { fit, type Size } from '../../../renderer/graph/scene/camera.ts'
import { isOverview, type Scene, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from '../graph/scene.ts'
import { clusteredModel } from './clustered-model.ts'
import { paintedOn, textsOn } from './painted-texts.ts'
import { pictureOf } from './random-pictures.ts'
import { graphOf } from './sample.ts'

/** The canvas of a 1440 × 900 page with the side panel open. */
const WIDE: Size = { width: 1000, height: 800 }
/** That of one 683 pixels wide. */
const NARROW: Size = { width: 635, height: 800 }
/** Minimum readable font size in CSS pixels. */
const LEAST_PX = 8

beforeAll(() => vi.stubGlobal('Path2D', function outlineOf() {}))
afterAll(() => vi.unstubAllGlobals())

/** The words of a fitted scene that are large enough to read. */
function wordsIn(scene: Scene, graph: Graph, size: Size): { zoom: number; words: ReadonlySet<string> } {
  const camera = fit(sceneBounds(scene) ?? { left: 0, top: 0, right: 1, bottom: 1 }, size)
  const texts = textsOn(scene, graph, camera, size).filter((text) => text.size >= LEAST_PX)
  return { zoom: camera.zoom, words: new Set(texts.flatMap(({ text }) => text.split(' '))) }
}

it.each([
  [50, WIDE],
  [300, WIDE],
  [2000, WIDE],
  [20_000, WIDE],
  [50, NARROW],
  [2000, NARROW],
  [20_000, NARROW],
])('%d elements open with names, in a shape and with lines that can be read, in %j', async (count, size) => {
  const graph = clusteredModel(count)
  const scene = await pictureOf(graph, { ...initialView, collapsed: overviewOf(graph, size) }, true)
  const { zoom, words } = wordsIn(scene, graph, size)
  const cards = isOverview(scene, zoom) ? [] : [...scene.nodes].map((node) => graph.nodes[node]?.label ?? '')
  const names = [
    ...cards,
    ...scene.collapsed.map(({ label }) => label),
    ...scene.groups.map(({ label }) => label),
  ]
  const named = names.filter((name) => words.has(name.split(' ').at(-1) ?? '')).length / names.length
  const length = Array.from(scene.from, (_, edge) => {
    const { points, first, last } = wayOf(scene, edge)
    let sum = 0
    for (let i = first + 2; i < last; i += 2)
      sum += Math.hypot((points[i] ?? 0) - (points[i - 2] ?? 0), (points[i + 1] ?? 0) - (points[i - 1] ?? 0))
    return sum
  }).reduce((sum, one) => sum + one, 0)
  const ink = (length * zoom) / (size.width * size.height)
  const shapes = scene.groups.map(({ width, height }) => Math.max(width / height, height / width))
  expect(named).toBeGreaterThanOrEqual(0.9)
  expect(ink).toBeLessThan(0.1)
  expect(Math.max(1, ...shapes)).toBeLessThan(4)
})

it('domains with as many elements, all open, are boxes of about the same size', async () => {
  const graph = clusteredModel(2000)
  const { groups } = await pictureOf(graph, initialView, false)
  const areas = groups.map(({ width, height }) => width * height)
  expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(3)
})

it('plates beside each other are named both, one of them below', () => {
  const graph = graphOf('first_of_two second_of_two')
  const cards = [0, 130].map((x) => [x, 0, 120, 38] as const)
  const scene = sceneOf({ cards, edges: [] })
  const [first, second] = textsOn(scene, graph, { x: 65, y: 0, zoom: 0.4 }, WIDE)
  expect([first?.text, second?.text]).toEqual(['FIRST_OF_TWO', 'SECOND_OF_TWO'])
  expect(second?.top).toBeGreaterThan((first?.bottom ?? 0) + 1)
})

it('the name of a plate that a link reaches does not lie on its arrow head', () => {
  const graph = graphOf('an_element a_rather_wide_name')
  const cards = [-400, 0].map((x) => [x, 0, 120, 38] as const)
  const scene = sceneOf({ cards, edges: [[0, 1]] })
  const { texts } = paintedOn(scene, graph, { x: -200, y: 0, zoom: 0.4 }, WIDE)
  const wide = texts.find(({ text }) => text.startsWith('A_RATHER'))
  expect(wide?.text).toBe('A_RATHER_WIDE_NAME')
  expect(Math.abs(((wide?.top ?? 0) + (wide?.bottom ?? 0)) / 2 - WIDE.height / 2)).toBeGreaterThan(10)
})

it('plates without room for their names have these cut, so that each can be told', () => {
  const names = Array.from({ length: 24 }, (_, place) => `element_${place === 1 ? 1 : 100 + place}`)
  const cards = names.map((_, place) => [(place % 4) * 140, Math.floor(place / 4) * 60, 120, 38] as const)
  const { texts, uncounted } = paintedOn(
    sceneOf({ cards, edges: [] }),
    graphOf(names.join(' ')),
    { x: 210, y: 150, zoom: 0.4 },
    WIDE,
  )
  expect(uncounted).toBe(0)
  expect(new Set(texts.map(({ text }) => text.slice(-2))).size).toBe(names.length)
  expect(texts.some(({ text }) => text.includes('…'))).toBe(true)
})

it.each([
  ['right', 1],
  ['left', -1],
])('a plate at the %s edge of the canvas has its name whole, or counts as nameless', (_, side) => {
  const graph = graphOf('a_wide_name_for_it a_name_that_is_much_too_wide_for_here')
  const edge = side * (WIDE.width / 2 / 0.4)
  const cards = [60, 20].map((away, row) => [edge - side * away, row * 200, 120, 38] as const)
  const { texts, uncounted } = paintedOn(
    sceneOf({ cards, edges: [] }),
    graph,
    { x: 0, y: 0, zoom: 0.4 },
    WIDE,
  )
  expect([texts.map(({ text }) => text), uncounted]).toEqual([['A_WIDE_NAME_FOR_IT'], 1])
  expect(texts[0]?.left).toBeGreaterThanOrEqual(-0.01)
  expect(texts[0]?.right).toBeLessThanOrEqual(WIDE.width + 0.01)
})

it('a list of kinds keeps off the border of its group', async () => {
  const nodes = Array.from({ length: 60 }, (_, i) => ({ domain: 'd', name: `n${i}`, kind: `kind_${i % 6}` }))
  const graph = makeGraph(
    nodes.map((node) => ({ ...node, key: `d/${node.name}/${node.kind}`, label: node.name, group: 'd' })),
    [],
  )
  const view = { ...initialView, collapsed: new Set(['d']) }
  const kinds: SceneWords['kinds'] = (counts) => counts.map(([kind, count]) => `${count} ${kind}`).join(' · ')
  const scene = await pictureOf(graph, view, false, undefined, undefined, { kinds })
  const texts = textsOn(scene, graph, { x: scene.x[0] ?? 0, y: scene.y[0] ?? 0, zoom: 1 }, WIDE)
  expect(texts.map(({ text }) => text)).toContain('10 kind_5')
  const bottom = WIDE.height / 2 + (scene.height[0] ?? 0) / 2
  expect(Math.max(...texts.map((text) => text.bottom))).toBeLessThan(bottom - 4)
})

it('says how many plates in sight have no room for a name', () => {
  const graph = graphOf('first_of_three second_of_three third_of_three out_of_sight')
  const cards = [0, 30, 60, 9000].map((x) => [x, 0, 120, 38] as const)
  const { texts, uncounted } = paintedOn(
    sceneOf({ cards, edges: [] }),
    graph,
    { x: 0, y: 0, zoom: 0.1 },
    WIDE,
  )
  expect(texts.filter(({ text }) => text.includes('THREE')).length + uncounted).toBe(3)
  expect(uncounted).toBeGreaterThan(0)
})

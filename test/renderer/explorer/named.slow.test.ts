import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { initialView } from '../../../renderer/explorer/view/view-state.ts'
import type { SceneWords } from '../../../renderer/explorer/view/scene-input.ts'
import { groupOfPart, partsOf } from '../../../renderer/explorer/graph/parts.ts'
import { fit, meets, type Size } from '../../../renderer/graph/scene/camera.ts'
import { isOverview, type Scene, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { sceneOf } from '../graph/scene.ts'
import { clusteredModel } from './clustered-model.ts'
import { paintedOn, textsOn } from './painted-texts.ts'
import { crossings, lengthOf, linesOf, piecesIn } from './drawn-lines.ts'
import { pictureOf, picturesOf, rectOf } from './random-pictures.ts'
import { graphOf } from './sample.ts'

/** The canvas of a 1440 × 900 page with the side panel open. */
const WIDE: Size = { width: 1000, height: 800 }
/** That of one 683 pixels wide. */
const NARROW: Size = { width: 635, height: 800 }
/** Minimum readable font size in CSS pixels. */
const LEAST_PX = 8

beforeAll(() => vi.stubGlobal('Path2D', function outlineOf() {}))
afterAll(() => vi.unstubAllGlobals())

/** What one sees of a part of the world that fills the canvas. */
interface Seen {
  /** Share of the things in it whose names can be read. */
  readonly named: number
  /** Pixels of lines by pixels of canvas. */
  readonly ink: number
  readonly crossings: number
  /** The longest box by its other side. */
  readonly aspect: number
}

function seenOf(scene: Scene, graph: Graph, size: Size, bounds = sceneBounds(scene)): Seen {
  const within = bounds ?? { left: 0, top: 0, right: 1, bottom: 1 }
  const camera = fit(within, size)
  const texts = textsOn(scene, graph, camera, size).filter((text) => text.size >= LEAST_PX)
  const words = new Set(texts.flatMap(({ text }) => text.split(' ')))
  const isSeen = (item: number): boolean => meets(rectOf(scene, item), within)
  const isFar = isOverview(scene, camera.zoom)
  const names = [
    ...(isFar ? [] : [...scene.nodes]).flatMap((node, item) =>
      isSeen(item) ? (graph.nodes[node]?.label ?? '') : [],
    ),
    ...scene.collapsed.flatMap(({ label }, place) => (isSeen(scene.nodes.length + place) ? label : [])),
    ...scene.groups.flatMap((group) => {
      const box = {
        left: group.x,
        top: group.y,
        right: group.x + group.width,
        bottom: group.y + group.height,
      }
      return meets(box, within) ? group.label : []
    }),
  ]
  const lines = piecesIn(linesOf(scene, isFar), within)
  return {
    named: names.filter((name) => words.has(name.split(' ').at(-1) ?? '')).length / names.length,
    ink: (lines.reduce((sum, way) => sum + lengthOf(way), 0) * camera.zoom) / (size.width * size.height),
    crossings: crossings(lines),
    aspect: Math.max(1, ...scene.groups.map(({ width, height }) => Math.max(width / height, height / width))),
  }
}

it.each([
  [50, WIDE, 90],
  [300, WIDE, 20],
  [2000, WIDE, 60],
  [20_000, WIDE, 160],
  [50, NARROW, 90],
  [2000, NARROW, 60],
  [20_000, NARROW, 160],
])(
  '%d elements open with names, in a shape and with lines that can be read, in %j',
  async (count, size, most) => {
    const graph = clusteredModel(count)
    const scene = await pictureOf(graph, { ...initialView, collapsed: overviewOf(graph, size) }, true)
    const seen = seenOf(scene, graph, size)
    expect(seen.named).toBeGreaterThanOrEqual(0.9)
    expect(seen.ink).toBeLessThan(0.1)
    expect(seen.aspect).toBeLessThan(4)
    expect(seen.crossings).toBeLessThanOrEqual(most)
  },
)

it.each([300, 2000, 20_000])('of %d elements the inside of a domain can be read, too', async (count) => {
  const graph = clusteredModel(count)
  const collapsed = new Set(overviewOf(graph, WIDE))
  collapsed.delete('d0')
  const parts = partsOf(graph).list.filter(({ name }) => groupOfPart(name) === 'd0')
  const [largest] = parts.toSorted((a, b) => b.size - a.size)
  for (const { name } of parts) collapsed.add(name)
  const parted = new Set(collapsed)
  collapsed.delete(largest?.name ?? '')
  const views = [new Set(overviewOf(graph, WIDE)), parted, collapsed].map((closed) => ({
    ...initialView,
    collapsed: closed,
  }))
  const [, ...inside] = await picturesOf(graph, views, true)
  const seen = inside.map((scene) => {
    const { x = 0, y = 0, width = 0, height = 0 } = scene.groups.find(({ label }) => label === 'd0') ?? {}
    return seenOf(scene, graph, WIDE, { left: x, top: y, right: x + width, bottom: y + height })
  })
  expect(seen.length).toBe(2)
  for (const { named, ink, crossings } of seen) {
    expect(named).toBeGreaterThanOrEqual(0.9)
    expect(ink).toBeLessThan(0.1)
    // Some more than where all is laid out anew: the others keep their places.
    expect(crossings).toBeLessThanOrEqual(40)
  }
})

/** The canvas of a 1024 × 700 page with the side panel open. */
const SMALL: Size = { width: 668, height: 608 }

it.each(
  (['layered', 'grid', 'force', 'radial'] as const).flatMap((layout) =>
    [50, 120, 160, 300, 2000].flatMap((count) => [WIDE, SMALL].map((size) => [layout, count, size] as const)),
  ),
)(
  'with all open in the layout %s nearly all of %d elements, or their domains, have names, in %j',
  async (layout, count, size) => {
    const graph = clusteredModel(count)
    const scene = await pictureOf(graph, { ...initialView, layout }, false)
    expect(seenOf(scene, graph, size).named).toBeGreaterThanOrEqual(0.9)
  },
)

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

it('no name is cut to what is left of another, too', () => {
  const names = Array.from({ length: 24 }, (_, place) => `element_${1000 + place * 100 + (place % 4)}`)
  const cards = names.map((_, place) => [(place % 4) * 80, Math.floor(place / 4) * 60, 74, 38] as const)
  const { texts, uncounted } = paintedOn(
    sceneOf({ cards, edges: [] }),
    graphOf(names.join(' ')),
    { x: 120, y: 150, zoom: 0.35 },
    WIDE,
  )
  const labels = names.map((name) => name.toUpperCase())
  for (const { text } of texts) {
    const [start = '', end = ''] = text.split('…')
    expect(labels.filter((name) => name.startsWith(start) && name.endsWith(end))).toHaveLength(1)
  }
  expect(texts.length + uncounted).toBe(names.length)
})

it('names of plates have one size in which nearly all have room', () => {
  const names = Array.from({ length: 24 }, (_, place) => `element_${100 + place}`)
  const cards = names.map((_, place) => [(place % 4) * 170, Math.floor(place / 4) * 60, 120, 38] as const)
  const { texts } = paintedOn(
    sceneOf({ cards, edges: [] }),
    graphOf(names.join(' ')),
    { x: 250, y: 150, zoom: 0.42 },
    WIDE,
  )
  expect(texts.map(({ text }) => text).toSorted()).toEqual(names.map((name) => name.toUpperCase()))
  expect(new Set(texts.map(({ top, bottom }) => Math.round(bottom - top))).size).toBe(1)
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

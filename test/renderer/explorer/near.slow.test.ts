import { describe, expect, it } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { nearOf } from '../../../renderer/explorer/view/near.ts'
import { isWithin } from '../../../renderer/explorer/view/near-links.ts'
import { initialView, type LayoutKind } from '../../../renderer/explorer/view/view-state.ts'
import { wayOf } from '../../../renderer/graph/paint/way.ts'
import { MAX_DRAWN } from '../../../renderer/graph/routing/bundles.ts'
import { type Camera, visibleBounds } from '../../../renderer/graph/scene/camera.ts'
import { type Scene, sceneBounds } from '../../../renderer/graph/scene/scene.ts'
import { pictureOf, rectOf, struck } from './random-pictures.ts'

const size = { width: 1000, height: 700 }

/** Nodes in this many domains, each linked to the next two of its domain and to one elsewhere. */
function modelOf(nodes: number, domains: number): Graph {
  const key = (node: number): string => `d${node % domains}/n${node % nodes}/entity_set`
  return makeGraph(
    Array.from({ length: nodes }, (_, node) => ({
      key: key(node),
      kind: 'entity_set',
      domain: `d${node % domains}`,
      name: `n${node}`,
      label: `Node ${node}`,
      group: `d${node % domains}`,
    })),
    Array.from({ length: 3 * nodes }, (_, link) => {
      const source = Math.floor(link / 3)
      const step = [domains, 2 * domains, 1][link % 3] ?? 1
      const target = (source + step) % nodes
      return { key: `e${link}`, kind: 'link', source: key(source), target: key(target), type: 'runs' }
    }),
  )
}

/** The links between two nodes of one domain that are both on screen, and how many of these are drawn. */
function linksOnScreen(scene: Scene, camera: Camera): { all: number; drawn: number; foreign: number } {
  const view = visibleBounds(camera, size)
  const rects = Array.from({ length: scene.count }, (_, item) => rectOf(scene, item))
  const found = { all: 0, drawn: 0, foreign: 0 }
  scene.from.forEach((from, edge) => {
    const to = scene.to[edge] ?? 0
    if (scene.groupOf[from] !== scene.groupOf[to]) return
    if (!isWithin(scene, from, view) || !isWithin(scene, to, view)) return
    found.all++
    if (scene.wayStart[edge] !== scene.wayStart[edge + 1]) found.drawn++
    found.foreign += struck(wayOf(scene, edge), rects)
  })
  return found
}

describe('a close-up of a graph with too many links to draw each', { timeout: 60_000 }, () => {
  it.each<[LayoutKind, number, number]>([
    ['layered', 1200, 20],
    ['grid', 1200, 20],
    // More links in one domain than are drawn.
    ['grid', 1200, 2],
    ['force', 1200, 20],
  ])('%s, %d nodes in %d domains: draws the links of what is on screen', async (layout, nodes, domains) => {
    const graph = modelOf(nodes, domains)
    const view = { ...initialView, layout }
    const before = await pictureOf(graph, view, false)
    const camera = { x: before.x[40] ?? 0, y: before.y[40] ?? 0, zoom: 1 }
    const near = nearOf({ scene: before, camera, size, near: undefined })
    const scene = await pictureOf(graph, view, false, undefined, near)
    const links = linksOnScreen(scene, camera)
    expect(linksOnScreen(before, camera)).toMatchObject({ all: links.all, drawn: 0 })
    expect(links.all).toBeGreaterThan(0)
    expect(links).toMatchObject({ drawn: links.all, foreign: 0 })
    const drawn = [...scene.from.keys()].filter((edge) => scene.wayStart[edge] !== scene.wayStart[edge + 1])
    expect(drawn.length).toBeLessThanOrEqual(MAX_DRAWN)
    // What is not drawn is counted.
    expect(before.leftOut - scene.leftOut).toBe(drawn.length)
  })

  it('keeps those seen before, and what was near while groups stand for their cards', async () => {
    const graph = modelOf(1200, 20)
    const scene = await pictureOf(graph, { ...initialView, layout: 'grid' }, false)
    const at = (item: number): Camera => ({ x: scene.x[item] ?? 0, y: scene.y[item] ?? 0, zoom: 1 })
    const first = nearOf({ scene, camera: at(0), size, near: undefined })
    const second = nearOf({ scene, camera: at(7), size, near: first })
    for (const key of first?.groups ?? []) expect(second?.groups).toContain(key)
    expect(nearOf({ scene, camera: { ...at(7), zoom: 0.1 }, size, near: second })).toBe(second)
  })

  it('is as much as there is room for in a picture of the whole, wherever one looks', async () => {
    const graph = modelOf(1200, 20)
    const scene = await pictureOf(graph, { ...initialView, layout: 'grid' }, false)
    const bounds = sceneBounds(scene)
    const [far, near] = [0.05, 1].map((zoom) =>
      nearOf({ scene, camera: { x: 0, y: 0, zoom }, size, near: undefined }, bounds),
    )
    expect(far).toEqual(near)
    expect(far?.groups.size).toBeGreaterThan(0)
    const drawn = await pictureOf(graph, { ...initialView, layout: 'grid' }, false, undefined, far)
    expect(drawn.leftOut).toBeLessThan(scene.leftOut)
  })
})

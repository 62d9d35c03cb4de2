import { describe, expect, it } from 'vitest'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import { wayOf, wholeWay } from '../../../renderer/graph/paint/way.ts'
import { fit } from '../../../renderer/graph/scene/camera.ts'
import { isOverview, MARK, sceneBounds, type Scene } from '../../../renderer/graph/scene/scene.ts'
import { textWidth } from '../../../renderer/graph/scene/card.ts'
import type { ResultGraph } from '../../../renderer/viewer/graph-of-rows.ts'
import { chooseIn, layRows, tableOf } from '../../../renderer/viewer/rows-scene.ts'
import { elk, rectOf, struck } from '../explorer/random-pictures.ts'

/** Known kinds: looks of others are given by order, and kept for the tests that run after this one. */
const TYPES = ['entity_set', 'metric_set', 'log_set', 'trace_set', 'event_set', 'profile_set', 'runbook_set']

/** A result of this many nodes of seven types, each linked to three others. */
function resultOf(count: number): ResultGraph {
  const nodes = Array.from({ length: count }, (_, place) => {
    const type = TYPES[place % TYPES.length] ?? ''
    return { key: `shop/${type}/${place}`, type, label: `entity number ${place}`, isNamed: true, fields: {} }
  })
  const edges = nodes.flatMap((_, from) =>
    [1, 7, 11].map((step) => ({ from, to: (from * step + step) % count, label: 'calls' })),
  )
  return { nodes, edges }
}

const WIDE = { width: 1100, height: 420 }
const NARROW = { width: 640, height: 420 }

const signal = new AbortController().signal
const lay = (count: number, size: typeof WIDE): Promise<Scene> =>
  layRows(resultOf(count), signal, (problem, _, progress) => solveLayout(problem, elk, progress), {
    view: { size, detail: (nodes, edges) => `${nodes} nodes, ${edges} relations` },
  })

const laid = new Map<string, Promise<Scene>>()
function sceneOf(count: number, size: typeof WIDE): Promise<Scene> {
  const key = `${count} ${size.width}`
  const scene = laid.get(key) ?? lay(count, size)
  laid.set(key, scene)
  return scene
}

/** Zoom at which a scene is first shown. */
const firstZoom = (scene: Scene, size: typeof WIDE): number => {
  const bounds = sceneBounds(scene)
  return bounds ? fit(bounds, size).zoom : 0
}

describe('a result drawn as a graph', { timeout: 60_000 }, () => {
  it.each([
    [6, WIDE, false],
    [76, WIDE, true],
    [76, NARROW, true],
    [400, WIDE, true],
  ])('of %d nodes in %o opens with names: as an overview: %s', async (count, size, overview) => {
    const scene = await sceneOf(count, size)
    const zoom = firstZoom(scene, size)
    expect(isOverview(scene, zoom)).toBe(overview)
    // Otherwise the cards themselves have names.
    expect(overview || zoom >= 0.45).toBe(true)
    if (overview) expect([...scene.groupOf].every((group) => group >= 0)).toBe(true)
  })

  it.each([WIDE, NARROW])('has room for the name of each type from afar, in %o', async (size) => {
    const scene = await sceneOf(76, size)
    const zoom = firstZoom(scene, size)
    const cut = scene.groups.filter(({ label, width }) => textWidth(label, 9) > width * zoom)
    expect(cut.length).toBeLessThanOrEqual(scene.groups.length / 10)
  })

  it('leads no relation behind a node or a title, and counts those of every bundle', async () => {
    const scene = await sceneOf(76, WIDE)
    const rects = Array.from({ length: scene.count }, (_, item) => rectOf(scene, item))
    const titles = scene.groups.map(({ x, y, titleWidth }) => ({
      left: x,
      right: x + titleWidth,
      top: y,
      bottom: y + 28,
    }))
    for (const edge of scene.from.keys())
      expect(struck(wayOf(scene, edge), rects) + struck(wayOf(scene, edge), titles)).toBe(0)
    for (const { points } of scene.trunks) expect(struck(wholeWay(points), rects)).toBe(0)
    const between = [...scene.from].filter(
      (from, edge) => scene.groupOf[from] !== scene.groupOf[scene.to[edge] ?? 0],
    )
    expect(scene.trunks.reduce((sum, { weight }) => sum + weight, 0)).toBe(between.length)
  })

  it('lights what the chosen node is linked with, its bundles too', async () => {
    const scene = await chooseIn(await sceneOf(76, WIDE), 3, signal)
    const lit = scene.trunks.filter(({ mark }) => (mark & MARK.highlighted) !== 0)
    expect(lit.length).toBeGreaterThan(0)
    for (const { from, to } of lit) expect([from, to]).toContain('trace set')
  })
})

it('names in a result show the characters that would make them look like others', () => {
  const node = { key: 'd/t/1', type: 't\u200B', label: 'a\u202Egnp.exe', isNamed: true, fields: {} }
  expect(tableOf({ nodes: [node], edges: [] }).labels).toBe('a⟨202E⟩gnp.exe')
})

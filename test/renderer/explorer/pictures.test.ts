import ELK from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { applyLayout, layoutProblemSteps } from '../../../renderer/explorer/view/layout-problem.ts'
import { overviewOf } from '../../../renderer/explorer/view/overview.ts'
import { nowhere } from '../../../renderer/explorer/view/placement.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { sceneSteps } from '../../../renderer/explorer/view/scene-builder.ts'
import type { SceneWords } from '../../../renderer/explorer/view/scene-input.ts'
import { initialView, type LayoutKind, type ViewState } from '../../../renderer/explorer/view/view-state.ts'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'
import { wayOf, wholeWay, type Way } from '../../../renderer/graph/paint/way.ts'
import { finish } from '../graph/scene.ts'

const kernel = new ELK()
const elk = (graph: Parameters<typeof kernel.layout>[0]) => kernel.layout(graph)
const noElk = (): Promise<never> => Promise.reject(new Error('no kernel'))

const words: SceneWords = {
  detail: (kind) => kind,
  boxTitle: (group) => group,
  collapsedTitle: (_, { name }) => name,
  boxDetail: (nodes, edges) => `${nodes} elements · ${edges} links`,
  kinds: () => '',
}

/** Even random numbers that are the same every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** A graph with up to three edges a node: loops, parallel ones and hubs among them. */
function randomGraph(nodes: number, seed: number): Graph {
  const random = randomFrom(seed)
  const domains = 1 + Math.floor(random() * Math.min(12, nodes / 4))
  // Some have names that are wider than what is in them.
  const group = (domain: number): string =>
    `${'of.a.name.wider.than.its.cards.'.repeat(domain % 3)}d${domain}`
  const key = (node: number): string => `d${node % domains}/n${node}/entity_set`
  const any = (): number => Math.floor(random() ** (1 + random()) * nodes)
  return makeGraph(
    Array.from({ length: nodes }, (_, node) => ({
      key: key(node),
      kind: 'entity_set',
      domain: `d${node % domains}`,
      name: `n${node}`,
      label: `${'name '.repeat(Math.floor(random() * 7))}${node}`,
      group: group(node % domains),
    })),
    Array.from({ length: Math.floor(random() * 3 * nodes) }, (_, edge) => {
      const source = any()
      const target =
        random() < 0.05
          ? source
          : random() < 0.7
            ? (source + domains * (1 + Math.floor(random() * 6))) % nodes
            : any()
      return { key: `e${edge}`, kind: 'link', source: key(source), target: key(target), type: 'runs' }
    }),
  )
}

async function pictureOf(graph: Graph, view: ViewState, withKernel: boolean): Promise<Scene> {
  const projection = project(graph, view)
  const problem = finish(layoutProblemSteps(graph, view, projection))
  const result = await solveLayout(problem, withKernel ? elk : noElk, () => undefined)
  const placement = applyLayout(projection, nowhere(graph), result)
  return finish(sceneSteps({ graph, view, projection, placement, emphasis: { selection: new Set() } }, words))
}

/** Whether a line between two points passes through a rectangle that is this much smaller on every side. */
function passes(x1: number, y1: number, x2: number, y2: number, rect: Bounds, smaller: number): boolean {
  const [left, right, top, bottom] = [
    rect.left + smaller,
    rect.right - smaller,
    rect.top + smaller,
    rect.bottom - smaller,
  ]
  let [from, to] = [0, 1]
  for (const [start, step, low, high] of [
    [x1, x2 - x1, left, right],
    [y1, y2 - y1, top, bottom],
  ] as const) {
    if (Math.abs(step) < 1e-9) {
      if (start <= low || start >= high) return false
      continue
    }
    const [a, b] = [(low - start) / step, (high - start) / step]
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  return from < to
}

const rectOf = ({ x, y, width, height }: Scene, item: number): Bounds => ({
  left: (x[item] ?? 0) - (width[item] ?? 0) / 2,
  right: (x[item] ?? 0) + (width[item] ?? 0) / 2,
  top: (y[item] ?? 0) - (height[item] ?? 0) / 2,
  bottom: (y[item] ?? 0) + (height[item] ?? 0) / 2,
})

/** How often a way passes through one of the rectangles. */
function struck({ points, first, last }: Way, rects: readonly Bounds[]): number {
  let count = 0
  for (const rect of rects)
    for (let i = first + 2; i < last; i += 2)
      if (passes(points[i - 2] ?? 0, points[i - 1] ?? 0, points[i] ?? 0, points[i + 1] ?? 0, rect, 0.5)) {
        count++
        break
      }
  return count
}

/** Edges that are drawn neither one by one nor by a trunk of their own, and that nothing tells of. */
function wayless(scene: Scene): number {
  let missing = 0
  scene.from.forEach((_, edge) => {
    if (scene.wayStart[edge] === scene.wayStart[edge + 1]) missing += scene.weight[edge] ?? 1
  })
  const told = scene.trunks.reduce((sum, { open, weight }) => sum + (open ? 0 : weight), scene.leftOut)
  return Math.max(0, missing - told)
}

/** What is wrong with a picture. */
function lies(scene: Scene): Record<string, number> {
  const rects = Array.from({ length: scene.count }, (_, item) => rectOf(scene, item))
  const titles = scene.boxes.map((box) => ({
    left: box.x,
    right: box.x + box.titleWidth,
    top: box.y,
    bottom: box.y + 28,
  }))
  const found = { foreign: 0, titles: 0, overlaps: 0, lost: scene.leftOut, silent: wayless(scene) }
  scene.from.forEach((_, edge) => {
    const way = wayOf(scene, edge)
    // Its own ends, too: a line comes to the border and no further.
    found.foreign += struck(way, rects)
    found.titles += struck(way, titles)
  })
  for (const { points } of scene.trunks) found.foreign += struck(wholeWay(points), rects)
  const order = rects.toSorted((a, b) => a.left - b.left)
  order.forEach((a, place) => {
    for (let next = place + 1; next < order.length; next++) {
      const b = order[next] as Bounds
      if (b.left >= a.right - 0.5) break
      if (a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) found.overlaps++
    }
  })
  return found
}

const NOTHING = { foreign: 0, titles: 0, overlaps: 0, lost: 0, silent: 0 }
const LAYOUTS = ['layered', 'grid', 'radial', 'force'] as const satisfies readonly LayoutKind[]

describe('a picture states no relation that is not there', () => {
  const cases = LAYOUTS.flatMap((layout) =>
    [5, 9, 16, 30, 50, 80, 120].flatMap((nodes) => [1, 2, 3].map((seed) => [layout, nodes, seed] as const)),
  )
  it.each(cases)('%s, %d nodes, graph %d', async (layout, nodes, seed) => {
    const graph = randomGraph(nodes, seed * 7919 + nodes)
    expect(lies(await pictureOf(graph, { ...initialView, layout }, nodes <= 50))).toEqual(NOTHING)
  })

  it.each(LAYOUTS.flatMap((layout) => [300, 2000].map((nodes) => [layout, nodes] as const)))(
    '%s, %d nodes: what could not be read is collapsed',
    async (layout, nodes) => {
      const graph = randomGraph(nodes, nodes)
      const collapsed = overviewOf(graph, { width: 1000, height: 700 })
      const scene = await pictureOf(graph, { ...initialView, layout, collapsed }, true)
      expect(collapsed.size).toBeGreaterThan(0)
      expect(lies(scene)).toEqual(NOTHING)
    },
  )

  it('is told from one whose lines run straight', async () => {
    const scene = await pictureOf(randomGraph(50, 11), initialView, true)
    const ends = Array.from(scene.from, (from, edge) => [from, scene.to[edge] ?? 0] as const)
    const straight = ends.flatMap(([from, to]) =>
      [from, to].flatMap((item) => [scene.x[item] ?? 0, scene.y[item] ?? 0]),
    )
    const wayStart = Uint32Array.from({ length: ends.length + 1 }, (_, edge) => 4 * edge)
    const found = lies({ ...scene, wayStart, wayPoints: Float32Array.from(straight) })
    expect(found['foreign']).toBeGreaterThan(2 * ends.length)
  })
})

import ELK from 'elkjs/lib/elk.bundled.js'
import { makeGraph, type Graph } from '../../../renderer/explorer/graph/graph.ts'
import { applyLayout, layoutProblemSteps } from '../../../renderer/explorer/view/layout-problem.ts'
import type { Near } from '../../../renderer/explorer/view/near-links.ts'
import { nowhere, type Placement } from '../../../renderer/explorer/view/placement.ts'
import { project } from '../../../renderer/explorer/view/projection.ts'
import { sceneSteps } from '../../../renderer/explorer/view/scene-builder.ts'
import type { Emphasis, SceneInput, SceneWords } from '../../../renderer/explorer/view/scene-input.ts'
import type { ViewState } from '../../../renderer/explorer/view/view-state.ts'
import { solveLayout } from '../../../renderer/graph/layout/solve.ts'
import type { Bounds } from '../../../renderer/graph/scene/camera.ts'
import type { Scene } from '../../../renderer/graph/scene/scene.ts'
import type { Way } from '../../../renderer/graph/paint/way.ts'
import { finish } from '../graph/scene.ts'

const kernel = new ELK()
export const elk = (graph: Parameters<typeof kernel.layout>[0]) => kernel.layout(graph)
const noElk = (): Promise<never> => Promise.reject(new Error('no kernel'))

const words: SceneWords = {
  detail: (kind) => kind,
  groupTitle: (_, group) => group,
  collapsedTitle: (_, { name }) => name,
  gone: (kind) => `gone · ${kind}`,
  groupDetail: (nodes, edges) => `${nodes} elements · ${edges} links`,
  kinds: () => '',
}

/** Seeded uniform random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** A graph with up to three edges per node, or `perNode`: with loops, parallel edges and hubs. */
export function randomGraph(nodes: number, seed: number, perNode?: number): Graph {
  const random = randomFrom(seed)
  const domains = 1 + Math.floor(random() * Math.min(12, nodes / 4))
  // Some names are wider than their contents.
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
    Array.from({ length: Math.floor((perNode ?? random() * 3) * nodes) }, (_, edge) => {
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

export async function pictureOf(
  graph: Graph,
  view: ViewState,
  withKernel: boolean,
  emphasis: Emphasis = { selection: new Set() },
  near?: Near,
  ownWords: Partial<SceneWords> = {},
): Promise<Scene> {
  const placement = await placed(graph, view, withKernel)
  return drawn({ graph, view, projection: project(graph, view), placement, emphasis, near }, ownWords)
}

/** The pictures of some views, each of which keeps the places of the one before it. */
export async function picturesOf(
  graph: Graph,
  views: readonly ViewState[],
  withKernel: boolean,
  emphasis: Emphasis = { selection: new Set() },
): Promise<Scene[]> {
  const scenes: Scene[] = []
  let placement: Placement | undefined
  for (const view of views) {
    placement = await placed(graph, view, withKernel, placement)
    scenes.push(
      drawn({ graph, view, projection: project(graph, view), placement, emphasis, near: undefined }),
    )
  }
  return scenes
}

async function placed(
  graph: Graph,
  view: ViewState,
  withKernel: boolean,
  kept?: Placement,
): Promise<Placement> {
  const projection = project(graph, view)
  const problem = finish(layoutProblemSteps(graph, view, projection, undefined, kept))
  const result = await solveLayout(problem, withKernel ? elk : noElk, () => undefined)
  return applyLayout(projection, kept ?? nowhere(graph), result)
}

const drawn = (input: SceneInput, ownWords: Partial<SceneWords> = {}): Scene =>
  finish(sceneSteps(input, { ...words, ...ownWords }))

/** Whether a segment crosses a rectangle shrunk by this much on every side. */
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

export const rectOf = ({ x, y, width, height }: Scene, item: number): Bounds => ({
  left: (x[item] ?? 0) - (width[item] ?? 0) / 2,
  right: (x[item] ?? 0) + (width[item] ?? 0) / 2,
  top: (y[item] ?? 0) - (height[item] ?? 0) / 2,
  bottom: (y[item] ?? 0) + (height[item] ?? 0) / 2,
})

/** Number of a route's segments that cross one of the rectangles. */
export function struck({ points, first, last }: Way, rects: readonly Bounds[]): number {
  let count = 0
  for (const rect of rects)
    for (let i = first + 2; i < last; i += 2)
      if (passes(points[i - 2] ?? 0, points[i - 1] ?? 0, points[i] ?? 0, points[i + 1] ?? 0, rect, 0.5)) {
        count++
        break
      }
  return count
}

import type { ElkNode } from 'elkjs/lib/elk-api.js'
import { layGrid, connectedOrder, GRID_GAP_Y } from './grid.ts'
import { layQuickLayers } from './quick-layers.ts'
import type { InnerEdge, LayoutProblem } from './layout.ts'

/** Runs the Eclipse Layout Kernel on one graph. */
export type Elk = (graph: ElkNode) => Promise<ElkNode>

/**
 * Largest box, and largest whole, that are given to the kernel. Its cost grows steeply (docs/measurements.md#layouts: 2,000 nodes 7.9 s,
 * 5,000 39 s; here 35 boxes of 143 nodes took six seconds); beyond these the quick layers do as well in a blink.
 */
export const KERNEL_BOX = 160
export const KERNEL_WHOLE = 600

/** The kernel, and where the ways of edges that it found are noted, by edge and relative to the box. */
interface Kernel {
  readonly elk: Elk
  readonly ways: Map<number, Float32Array>
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'POLYLINE',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.componentComponent': '34',
  'elk.layered.spacing.nodeNodeBetweenLayers': '64',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.spacing.edgeNode': '12',
  'elk.layered.thoroughness': '4',
  'elk.aspectRatio': '1.5',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
}

/**
 * Lays one box: connected items in layers (by the kernel when one is given, else quickly), those without an edge inside the box in
 * a grid below them. Writes centres relative to the box into `xy` and returns the size.
 */
export async function layLayered(
  items: readonly number[],
  edges: readonly InnerEdge[],
  problem: LayoutProblem,
  xy: Float32Array,
  kernel?: Kernel,
): Promise<{ width: number; height: number }> {
  const touched = new Set(edges.flatMap(([from, to]) => [from, to]))
  const connected = connectedOrder(
    items.filter((item) => touched.has(item)),
    edges,
  ).sort((a, b) => (problem.order[a] ?? 0) - (problem.order[b] ?? 0))
  const loose = items.filter((item) => !touched.has(item))
  let width = 0
  let height = 0
  if (connected.length > 0)
    ({ width, height } = kernel
      ? await byKernel(connected, edges, problem, xy, kernel)
      : layQuickLayers(connected, edges, problem, xy))
  if (loose.length === 0) return { width, height }
  const grid = layGrid(loose, problem, xy)
  const below = height === 0 ? 0 : height + GRID_GAP_Y
  for (const item of loose) xy[2 * item + 1] = (xy[2 * item + 1] ?? 0) + below
  return { width: Math.max(width, grid.width), height: below + grid.height }
}

async function byKernel(
  items: readonly number[],
  edges: readonly InnerEdge[],
  problem: LayoutProblem,
  xy: Float32Array,
  { elk, ways }: Kernel,
): Promise<{ width: number; height: number }> {
  const answer = await elk({
    id: 'box',
    layoutOptions: OPTIONS,
    children: items.map((item) => ({
      id: String(item),
      width: problem.width[item] ?? 0,
      height: problem.height[item] ?? 0,
    })),
    edges: edges.map(([from, to, edge]) => ({
      id: String(edge),
      sources: [String(from)],
      targets: [String(to)],
    })),
  })
  let [width, height] = [0, 0]
  for (const child of answer.children ?? []) {
    const item = Number(child.id)
    const [w, h] = [problem.width[item] ?? 0, problem.height[item] ?? 0]
    xy[2 * item] = (child.x ?? 0) + w / 2
    xy[2 * item + 1] = (child.y ?? 0) + h / 2
    width = Math.max(width, (child.x ?? 0) + w)
    height = Math.max(height, (child.y ?? 0) + h)
  }
  for (const { id, sections = [] } of answer.edges ?? []) {
    const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ])
    ways.set(Number(id), Float32Array.from(points.flatMap(({ x, y }) => [x, y])))
  }
  return { width, height }
}

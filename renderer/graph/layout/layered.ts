import type { ElkNode } from 'elkjs/lib/elk-api.js'
import { layGrid, connectedOrder, GRID_GAP_Y } from './grid.ts'
import { GROUP_PADDING, type InnerEdge, type LayoutProblem } from './layout.ts'

/** Gap between columns and between rows, beyond the card size, in world units. */
const COLUMN_GAP = 64
const ROW_GAP = 24
/** Target aspect ratio of a group. */
const ASPECT = 1.5
/** Number of sweeps for ordering the columns and for straightening the rows. */
const ORDER_SWEEPS = 8
const ALIGN_SWEEPS = 6

type Edge = readonly [number, number]

/** Makes the graph acyclic: reverses edges that a depth-first search finds to close a cycle. */
function withoutCircles(count: number, edges: readonly Edge[]): Edge[] {
  const next: number[][] = Array.from({ length: count }, () => [])
  edges.forEach(([from], index) => next[from]?.push(index))
  const state = new Uint8Array(count)
  const turned: Edge[] = [...edges]
  for (let start = 0; start < count; start++) {
    if (state[start] !== 0) continue
    const stack = [{ node: start, place: 0 }]
    state[start] = 1
    while (stack.length > 0) {
      const top = stack.at(-1) ?? { node: start, place: 0 }
      const edge = next[top.node]?.[top.place++]
      if (edge === undefined) {
        state[top.node] = 2
        stack.pop()
        continue
      }
      const target = edges[edge]?.[1] ?? 0
      if (state[target] === 1) turned[edge] = [target, top.node]
      else if (state[target] === 0) {
        state[target] = 1
        stack.push({ node: target, place: 0 })
      }
    }
  }
  return turned
}

/**
 * Assigns columns starting from the sources, at most `rows` nodes each (after Coffman and Graham), so that a
 * group stays compact.
 */
function columnsOf(count: number, edges: readonly Edge[], rows: number): number[][] {
  const waiting = new Uint32Array(count)
  const after: number[][] = Array.from({ length: count }, () => [])
  for (const [from, to] of edges) {
    after[from]?.push(to)
    waiting[to] = (waiting[to] ?? 0) + 1
  }
  const least = new Uint32Array(count)
  const ready = Array.from({ length: count }, (_, node) => node).filter((node) => waiting[node] === 0)
  const columns: number[][] = []
  for (let head = 0; head < ready.length; head++) {
    const node = ready[head] ?? 0
    let column = least[node] ?? 0
    while ((columns[column]?.length ?? 0) >= rows) column++
    const list = columns[column]
    if (list) list.push(node)
    else columns[column] = [node]
    for (const next of after[node] ?? []) {
      least[next] = Math.max(least[next] ?? 0, column + 1)
      waiting[next] = (waiting[next] ?? 1) - 1
      if (waiting[next] === 0) ready.push(next)
    }
  }
  return Array.from(columns, (column) => column ?? [])
}

/** Mean of the neighbours' values; the node's own value without neighbours. */
function mean(near: readonly number[], value: Float64Array, own: number): number {
  if (near.length === 0) return own
  let sum = 0
  for (const node of near) sum += value[node] ?? 0
  return sum / near.length
}

/** Orders each column by the neighbours' positions, sweeping in both directions (barycentre heuristic). */
function orderColumns(columns: number[][], near: readonly number[][]): void {
  const rank = new Float64Array(near.length)
  const number = (column: readonly number[]): void =>
    column.forEach((node, place) => (rank[node] = place - column.length / 2))
  columns.forEach(number)
  for (let sweep = 0; sweep < ORDER_SWEEPS; sweep++) {
    const order = sweep % 2 === 0 ? columns : [...columns].reverse()
    for (const column of order) {
      const wish = new Map(column.map((node) => [node, mean(near[node] ?? [], rank, rank[node] ?? 0)]))
      column.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0))
      number(column)
    }
  }
}

/** Aligns rows with the neighbours as far as the column order and the gap between cards allow. */
function alignRows(
  columns: readonly (readonly number[])[],
  near: readonly number[][],
  step: number,
): Float64Array {
  const y = new Float64Array(near.length)
  for (const column of columns)
    column.forEach((node, place) => (y[node] = (place - (column.length - 1) / 2) * step))
  for (let sweep = 0; sweep < ALIGN_SWEEPS; sweep++) {
    for (const column of columns) {
      const wish = column.map((node) => mean(near[node] ?? [], y, y[node] ?? 0))
      const down: number[] = []
      wish.forEach((value, place) =>
        down.push(place === 0 ? value : Math.max(value, (down[place - 1] ?? 0) + step)),
      )
      const up: number[] = Array.from(wish)
      for (let place = wish.length - 2; place >= 0; place--)
        up[place] = Math.min(up[place] ?? 0, (up[place + 1] ?? 0) - step)
      // The mean of the two extremes keeps the gaps and is unbiased.
      column.forEach((node, place) => (y[node] = ((down[place] ?? 0) + (up[place] ?? 0)) / 2))
    }
  }
  return y
}

/**
 * A layered layout in linear time for groups too many or too large for ELK: a 5,000-element model takes tens
 * of milliseconds instead of seconds. Writes centres relative to the group to `xy` and returns its size.
 */
function layQuickLayers(
  items: readonly number[],
  edges: readonly InnerEdge[],
  problem: LayoutProblem,
  xy: Float32Array,
): { width: number; height: number } {
  const place = new Map(items.map((item, index) => [item, index]))
  const local = edges.map(([from, to]): Edge => [place.get(from) ?? 0, place.get(to) ?? 0])
  const cellWidth = Math.max(...items.map((item) => problem.width[item] ?? 0)) + COLUMN_GAP
  const cellHeight = Math.max(...items.map((item) => problem.height[item] ?? 0)) + ROW_GAP
  const rows = Math.max(3, Math.ceil(Math.sqrt((items.length * cellWidth) / (cellHeight * ASPECT))))
  const columns = columnsOf(items.length, withoutCircles(items.length, local), rows)
  const near: number[][] = items.map(() => [])
  for (const [from, to] of local) {
    near[from]?.push(to)
    near[to]?.push(from)
  }
  orderColumns(columns, near)
  const y = alignRows(columns, near, cellHeight)
  let top = Infinity
  let bottom = -Infinity
  for (const value of y) {
    top = Math.min(top, value)
    bottom = Math.max(bottom, value)
  }
  columns.forEach((column, index) => {
    for (const node of column) {
      const item = items[node] ?? 0
      xy[2 * item] = (index + 0.5) * cellWidth - COLUMN_GAP / 2
      xy[2 * item + 1] = (y[node] ?? 0) - top + cellHeight / 2 - ROW_GAP / 2
    }
  })
  return { width: columns.length * cellWidth - COLUMN_GAP, height: bottom - top + cellHeight - ROW_GAP }
}

/** Runs the Eclipse Layout Kernel on one graph. */
export type Elk = (graph: ElkNode) => Promise<ElkNode>

/**
 * Maximum items of a group, and of the whole, given to ELK. Its cost grows steeply
 * (docs/measurements.md#layouts: 2,000 nodes 7.9 s, 5,000 39 s; here 35 groups of 143 nodes took six
 * seconds); above these the quick layers do as well almost instantly.
 */
export const KERNEL_GROUP = 160
export const KERNEL_WHOLE = 600

/** From this number of items on, a group much wider than the view counts as a band. */
const MANY = 12
const BAND = 1.7

/** ELK, and the edge routes it returns, by edge and relative to the group. */
interface Kernel {
  readonly elk: Elk
  readonly ways: Map<number, Float32Array>
  /** Whether layers lead down in any case, not only in what would be a band. */
  readonly down?: boolean
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'POLYLINE',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.componentComponent': '34',
  'elk.layered.spacing.nodeNodeBetweenLayers': '64',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.spacing.edgeNode': '12',
  'elk.layered.thoroughness': '4',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
}

/**
 * Lays out one group: connected items in layers (by ELK if given, otherwise quick), items without an edge
 * inside the group in a grid below. Writes centres relative to the group to `xy` and returns the size.
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
  { elk, ways, down: isDown = false }: Kernel,
): Promise<{ width: number; height: number }> {
  const { aspect = ASPECT } = problem
  /** The view size a graph needs, for this aspect ratio. */
  const reach = ({ width = 0, height = 0 }: ElkNode): number => Math.max(width, height * aspect)
  const lay = (direction: 'RIGHT' | 'DOWN'): Promise<ElkNode> =>
    elk({
      id: 'group',
      layoutOptions: { ...OPTIONS, 'elk.direction': direction, 'elk.aspectRatio': String(aspect) },
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
  let answer = await lay(isDown ? 'DOWN' : 'RIGHT')
  // Long names make long rows: a graph that would be a band across the view is laid out top-down instead.
  if (!isDown && items.length >= MANY && (answer.width ?? 0) > BAND * aspect * (answer.height ?? 0)) {
    const down = await lay('DOWN')
    if (reach(down) < reach(answer)) answer = down
  }
  const { children = [] } = answer
  // Routes may lead around the cards on every side.
  const left = Math.min(...children.map((child) => child.x ?? 0))
  const top = Math.min(...children.map((child) => child.y ?? 0))
  let [width, height] = [0, 0]
  for (const child of children) {
    const item = Number(child.id)
    const [w, h] = [problem.width[item] ?? 0, problem.height[item] ?? 0]
    const [cardLeft, cardTop] = [(child.x ?? 0) - left, (child.y ?? 0) - top]
    xy[2 * item] = cardLeft + w / 2
    xy[2 * item + 1] = cardTop + h / 2
    width = Math.max(width, cardLeft + w)
    height = Math.max(height, cardTop + h)
  }
  const routes = (answer.edges ?? []).map(({ id, sections = [] }) => ({
    edge: Number(id),
    points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map((point) => ({ x: point.x - left, y: point.y - top })),
    ),
  }))
  const all = routes.flatMap(({ points }) => points)
  const x = pulledIn(
    all.map((point) => point.x),
    width,
  )
  const y = pulledIn(
    all.map((point) => point.y),
    height,
  )
  for (const { edge, points } of routes)
    ways.set(edge, Float32Array.from(points.flatMap((point) => [x(point.x), y(point.y)])))
  return { width, height }
}

/** How far from the cards a route may lead, in world units: half the way to the frame of their group. */
const OUTSIDE = GROUP_PADDING / 2

/** Draws what lies beyond the cards nearer to them, so that no route lies on the frame; their order stays. */
function pulledIn(values: readonly number[], length: number): (value: number) => number {
  const [before, after] = [-Math.min(0, ...values), Math.max(length, ...values) - length]
  const [near, far] = [Math.min(1, OUTSIDE / before), Math.min(1, OUTSIDE / after)]
  return (value) => (value < 0 ? value * near : value > length ? length + (value - length) * far : value)
}

/** Padding of a domain group, and the height of its title. */
export const GROUP_PADDING = 22
export const GROUP_TITLE = 30
export type Algorithm = 'layered' | 'force' | 'radial' | 'grid'

/**
 * The input of a layout: items with a group each, and their edges. Typed arrays, so that they can be
 * transferred to a worker.
 */
export interface LayoutProblem {
  readonly algorithm: Algorithm
  /** Whether each group has a rectangle of its own, also in layouts that need none. */
  readonly isFramed?: boolean
  readonly count: number
  /** Item sizes. */
  readonly width: Float32Array
  readonly height: Float32Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Group of each item; groups are `0 … groups - 1`. */
  readonly groupOf: Uint32Array
  readonly groups: number
  /** Title width of each group; 0 for a single collapsed item, which has no frame. */
  readonly title: Float32Array
  /** Sort keys, so that the layout is deterministic. */
  readonly order: Uint32Array
  /** Centres of items that must not move, NaN for others: `x0, y0, x1, y1, …`. */
  readonly fixed: Float32Array
  /** Item at the centre of the radial layout, or -1. */
  readonly root: number
  /** Aspect ratio of the view, if the layout is for one view, and the height that it shows at natural size. */
  readonly aspect?: number
  readonly tall?: number
  /** What there was before something opened or came, which stays where it is as far as it can. */
  readonly stood?: Stood
  /** Time limit in milliseconds; groups not done by then use the quick layers. */
  readonly deadline: number
}

/** An earlier picture of a problem's items. */
export interface Stood {
  /** What stood for each item: `x, y, width, height` with the centre; NaN for new ones. */
  readonly items: Float32Array
  /** 1 for items that were not there: what stood for them is the box that held them, or the cards that they hold now. */
  readonly isOther: Uint8Array
  /** Routes, by edge. */
  readonly ways: ReadonlyMap<number, Float32Array>
}

export interface LayoutProgress {
  readonly done: number
  readonly total: number
}

export interface LayoutResult {
  /** Centres: `x0, y0, x1, y1, …`. */
  readonly xy: Float32Array
  /** ELK's edge routes, by edge: alternating x and y, from border to border. */
  readonly ways: ReadonlyMap<number, Float32Array>
  /** Groups that used the quick layers instead of ELK, and why. */
  readonly fallbacks: readonly { readonly group: number; readonly reason: 'deadline' | 'error' }[]
}

/** Returns the items of each group, in input order. */
export function membersOf(problem: LayoutProblem): number[][] {
  const members: number[][] = Array.from({ length: problem.groups }, () => [])
  const sorted = Array.from({ length: problem.count }, (_, item) => item).sort(
    (a, b) => (problem.order[a] ?? 0) - (problem.order[b] ?? 0),
  )
  for (const item of sorted) members[problem.groupOf[item] ?? 0]?.push(item)
  return members
}

/** An edge between two items, with its index. */
export type InnerEdge = readonly [from: number, to: number, edge: number]

/** Parallel edges that a layout considers; more change nothing, and the kernel's cost grows with each. */
const PARALLEL = 8

/** Returns the edges with both ends in one group, per group, of many parallel ones the first. */
export function innerEdges(problem: LayoutProblem): InnerEdge[][] {
  const inner: InnerEdge[][] = Array.from({ length: problem.groups }, () => [])
  const met = new Map<number, number>()
  problem.from.forEach((from, edge) => {
    const to = problem.to[edge] ?? 0
    const group = problem.groupOf[from] ?? 0
    if (group !== problem.groupOf[to] || from === to) return
    const pair = from * problem.count + to
    const before = met.get(pair) ?? 0
    met.set(pair, before + 1)
    if (before < PARALLEL) inner[group]?.push([from, to, edge])
  })
  return inner
}

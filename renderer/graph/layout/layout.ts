/** Room around the content of a domain group, and the height of its title. */
export const GROUP_PADDING = 22
export const GROUP_TITLE = 30
export type Algorithm = 'layered' | 'force' | 'radial' | 'grid'

/** What is laid out: items with a group each, and the edges between them. Plain arrays, so that it crosses to a worker by transfer. */
export interface LayoutProblem {
  readonly algorithm: Algorithm
  readonly count: number
  /** Sizes of the items. */
  readonly width: Float32Array
  readonly height: Float32Array
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Group of each item; groups are `0 … groups - 1`. */
  readonly groupOf: Uint32Array
  readonly groups: number
  /** Width of each group's title; 0 for a group that is a single collapsed item, around which nothing is drawn. */
  readonly title: Float32Array
  /** Sort keys: items of equal rank keep this order, so that a layout is the same every time. */
  readonly order: Uint32Array
  /** Centre of items that must not move, NaN elsewhere: `x0, y0, x1, y1, …`. */
  readonly fixed: Float32Array
  /** Item in the middle of the radial layout, or -1. */
  readonly root: number
  /** How much wider than high the view is, where the picture is for one view. */
  readonly aspect?: number
  /** Milliseconds until what is not done yet falls back to the quick layers. */
  readonly deadline: number
}

export interface LayoutProgress {
  readonly done: number
  readonly total: number
}

export interface LayoutResult {
  /** Centres: `x0, y0, x1, y1, …`. */
  readonly xy: Float32Array
  /** The kernel's own ways of edges, by edge: x and y of the points in turn, from border to border. */
  readonly ways: ReadonlyMap<number, Float32Array>
  /** Groups at which the kernel was given up for the quick layers, and why. */
  readonly fallbacks: readonly { readonly group: number; readonly reason: 'deadline' | 'error' }[]
}

/** Items of each group, in the problem's order. */
export function membersOf(problem: LayoutProblem): number[][] {
  const members: number[][] = Array.from({ length: problem.groups }, () => [])
  const sorted = Array.from({ length: problem.count }, (_, item) => item).sort(
    (a, b) => (problem.order[a] ?? 0) - (problem.order[b] ?? 0),
  )
  for (const item of sorted) members[problem.groupOf[item] ?? 0]?.push(item)
  return members
}

/** An edge between two items, and its number in the problem. */
export type InnerEdge = readonly [from: number, to: number, edge: number]

/** Edges with both ends in one group, per group. */
export function innerEdges(problem: LayoutProblem): InnerEdge[][] {
  const inner: InnerEdge[][] = Array.from({ length: problem.groups }, () => [])
  problem.from.forEach((from, edge) => {
    const to = problem.to[edge] ?? 0
    const group = problem.groupOf[from] ?? 0
    if (group === problem.groupOf[to] && from !== to) inner[group]?.push([from, to, edge])
  })
  return inner
}

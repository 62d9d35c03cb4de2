import { COLLAPSED_HEIGHT } from '../scene/card.ts'
import { layGrid } from './grid.ts'
import type { PlacedGroup, Veil } from './group-rects.ts'
import type { LayoutProblem } from './layout.ts'

/** Up to so many items a graph may be read link by link. */
const SMALL_GRAPH = 30

export const isOfFew = ({ count }: { readonly count: number }): boolean => count <= SMALL_GRAPH

/** Whether a graph is read link by link: all of its few items are cards. */
export function isSmallGraph(graph: { readonly count: number; readonly height: ArrayLike<number> }): boolean {
  if (!isOfFew(graph)) return false
  for (let item = 0; item < graph.count; item++) if (graph.height[item] === COLLAPSED_HEIGHT) return false
  return true
}

/** Least channel between its groups, in world units: room for names of lines that part there. */
export const SMALL_CHANNEL = 128
/** How much longer a link counts that has to pass other cards of its group, and one that enters beside a title. */
const PASSED = 300
const TITLE = 60

/** What links to these cards pass, if no link leads from one of them to another. */
const veilOf = (columns: number, rows: number): Veil => ({
  beside: PASSED * (1 - 1 / columns),
  above: TITLE + PASSED * (1 - 1 / rows),
})

/** What links to a group pass whose cards lie in layers, or that has one. */
export const OPEN: Veil = veilOf(1, 1)

/** A group's cards in one of its shapes. */
export interface Shape {
  readonly size: PlacedGroup
  readonly xy: Float32Array
  /** The layout's routes within the group. */
  readonly ways?: ReadonlyMap<number, Float32Array>
}

/**
 * Cards without links among each other in a column, in a row, and in a grid between: linked from beside or from below,
 * a line to each should not have to pass another, as if it came from that.
 */
export function spreads(items: readonly number[], problem: LayoutProblem): Shape[] {
  const { length } = items
  return [
    ...new Set([1, length, Math.min(2, length), Math.ceil(Math.sqrt(length)), Math.ceil(length / 2)]),
  ].map((count) => {
    const xy = new Float32Array(2 * problem.count)
    const size = layGrid(items, problem, xy, count)
    return { size: { ...size, veil: veilOf(count, Math.ceil(length / count)) }, xy }
  })
}

/** Rounds of ordering: each group's order changes what the others wish. */
const ROUNDS = 3

/** Orders the cards of columns and rows like what they are linked with outside, so that their links do not cross. */
export function orderSpreads(
  { from, to, groupOf }: LayoutProblem,
  spread: readonly (readonly number[])[],
  xy: Float32Array,
): void {
  const near = new Map<number, number[]>()
  const join = (item: number, other: number): void => void near.set(item, [...(near.get(item) ?? []), other])
  for (const [edge, a] of from.entries()) {
    const b = to[edge] ?? 0
    if (groupOf[a] === groupOf[b]) continue
    join(a, b)
    join(b, a)
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const items of spread)
      for (const axis of [0, 1]) {
        const at = (item: number): number => xy[2 * item + axis] ?? 0
        const across = new Set(items.map((item) => xy[2 * item + 1 - axis]))
        if (across.size > 1) continue
        const wish = (item: number): number => {
          const others = near.get(item) ?? [item]
          return others.reduce((sum, other) => sum + at(other), 0) / others.length
        }
        const wished = new Map(items.map((item) => [item, wish(item)]))
        const places = items.map(at).toSorted((a, b) => a - b)
        const order = items.toSorted((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0))
        for (const [place, item] of order.entries()) xy[2 * item + axis] = places[place] ?? 0
      }
}

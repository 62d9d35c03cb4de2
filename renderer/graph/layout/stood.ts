import { around, type PlacedGroup, type Rect } from './group-rects.ts'
import { GROUP_PADDING, GROUP_TITLE, type InnerEdge, type LayoutProblem } from './layout.ts'

/** What stood for an item, with its top-left corner; nothing for a new one. */
export function rectOf({ stood }: LayoutProblem, item: number): Rect | undefined {
  if (!stood || Number.isNaN(stood.items[4 * item])) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = stood.items.subarray(4 * item, 4 * item + 4)
  return { x: x - width / 2, y: y - height / 2, width, height }
}

const isItself = ({ stood }: LayoutProblem, item: number): boolean => stood?.isOther[item] === 0

/** Whether all of some items are to stay as they stood. */
export const stands = (problem: LayoutProblem, items: readonly number[]): boolean =>
  items.length > 0 && items.every((item) => isItself(problem, item))

/** Lays items as they stood, with the routes between them, and returns their size. */
export function layAsStood(
  problem: LayoutProblem,
  items: readonly number[],
  edges: readonly InnerEdge[],
  { xy, ways }: { readonly xy: Float32Array; readonly ways: Map<number, Float32Array> },
): PlacedGroup {
  const rects = items.map((item) => rectOf(problem, item) as Rect)
  const { x, y, width, height } = around(rects)
  for (const [place, item] of items.entries()) {
    const rect = rects[place] as Rect
    xy.set([rect.x - x + rect.width / 2, rect.y - y + rect.height / 2], 2 * item)
  }
  for (const [, , edge] of edges) {
    const way = problem.stood?.ways.get(edge)
    if (way)
      ways.set(
        edge,
        way.map((value, at) => value - (at % 2 === 0 ? x : y)),
      )
  }
  return { width, height }
}

/** Where some items stood: those that stay, or what held them. */
export function stoodRect(problem: LayoutProblem, items: readonly number[]): Rect | undefined {
  const own = items.filter((item) => isItself(problem, item))
  const rects = (own.length > 0 ? own : items).flatMap((item) => rectOf(problem, item) ?? [])
  return rects.length > 0 ? around(rects) : undefined
}

/** Where each group stood, with its frame if it had one. */
export function stoodFrames(
  problem: LayoutProblem,
  members: readonly (readonly number[])[],
): readonly (Rect | undefined)[] {
  return members.map((items, group) => {
    const rects = items.flatMap((item) => rectOf(problem, item) ?? [])
    if (rects.length === 0) return undefined
    const isOneBox = items.every((item) => !isItself(problem, item))
    const title = problem.title[group] ?? 0
    const { x, y, width, height } = around(rects)
    if (title === 0 || isOneBox) return { x, y, width, height }
    return {
      x: x - GROUP_PADDING,
      y: y - GROUP_PADDING - GROUP_TITLE,
      width: Math.max(width + 2 * GROUP_PADDING, title),
      height: height + 2 * GROUP_PADDING + GROUP_TITLE,
    }
  })
}

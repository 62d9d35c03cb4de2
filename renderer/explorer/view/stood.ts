import type { Stood } from '../../graph/layout/layout.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../graph/scene/card.ts'
import type { Graph } from '../graph/graph.ts'
import { partsOf } from '../graph/parts.ts'
import { isPlaced, type Placement } from './placement.ts'
import type { CollapsedGroup, Projection } from './projection.ts'

type Rect = readonly [x: number, y: number, width: number, height: number]

const NOWHERE: Rect = [Number.NaN, Number.NaN, 0, 0]

/** The sizes of drawn items. */
interface Sizes {
  readonly width: Float32Array
  readonly height: Float32Array
}

/**
 * What stood for each drawn item before something opened, closed or came: itself, the box that held it, or the cards that are in it
 * now. Nothing if more has come or opened than is left: then it is another picture.
 */
export function stoodOf(
  graph: Graph,
  projection: Projection,
  placement: Placement,
  { width, height }: Sizes,
): Omit<Stood, 'ways'> | undefined {
  const { nodes, collapsed } = projection
  const parts = partsOf(graph)
  const stood = new Float32Array(4 * (nodes.length + collapsed.length))
  const isOther = new Uint8Array(nodes.length + collapsed.length)
  const opened = new Set<string>()
  let fresh = 0
  const boxOf = (names: readonly string[]): Rect | undefined => {
    const name = names.find((known) => placement.groups.has(known))
    const at = placement.groups.get(name ?? '')
    if (name === undefined || !at) return undefined
    opened.add(name)
    return [at.x, at.y, COLLAPSED_WIDTH, COLLAPSED_HEIGHT]
  }
  for (const [item, node] of nodes.entries()) {
    const box = [parts.list[parts.of[node] ?? -1]?.name ?? '', graph.groups[graph.groupOf[node] ?? 0] ?? '']
    const isThere = isPlaced(placement, node)
    const rect = isThere
      ? ([...pointOf(placement, node), width[item] ?? 0, height[item] ?? 0] as const)
      : boxOf(box)
    stood.set(rect ?? NOWHERE, 4 * item)
    isOther[item] = isThere ? 0 : 1
    if (!rect) fresh++
  }
  for (const [place, group] of collapsed.entries()) {
    const at = placement.groups.get(group.name)
    const rect = at
      ? ([at.x, at.y, COLLAPSED_WIDTH, COLLAPSED_HEIGHT] as const)
      : (boxOf([graph.groups[group.group] ?? '']) ?? cardsIn(group, placement))
    stood.set(rect ?? NOWHERE, 4 * (nodes.length + place))
    isOther[nodes.length + place] = at ? 0 : 1
    if (!rect) fresh++
  }
  const isOtherPicture = opened.size > Math.max(1, collapsed.length) || 2 * fresh > isOther.length
  return isOtherPicture ? undefined : { items: stood, isOther }
}

const pointOf = ({ xy }: Placement, node: number): readonly [x: number, y: number] => [
  xy[2 * node] ?? 0,
  xy[2 * node + 1] ?? 0,
]

/** Where the cards of a group were that has closed. */
function cardsIn({ nodes }: CollapsedGroup, placement: Placement): Rect | undefined {
  const places = nodes.filter((node) => isPlaced(placement, node)).map((node) => pointOf(placement, node))
  if (places.length === 0) return undefined
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const middle: Point = { x: (left + right) / 2, y: (top + bottom) / 2 }
  return [middle.x, middle.y, right - left + COLLAPSED_WIDTH, bottom - top + COLLAPSED_HEIGHT]
}

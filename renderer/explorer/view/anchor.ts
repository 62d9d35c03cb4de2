import { type Bounds, type Camera, FIT_MARGIN, type Point, type Size } from '../../graph/scene/camera.ts'
import { COLLAPSED_HEIGHT, COLLAPSED_WIDTH } from '../../graph/scene/card.ts'
import type { Scene } from '../../graph/scene/scene.ts'
import { isPart, partsOf } from '../graph/parts.ts'
import type { Graph } from '../graph/graph.ts'
import { groupKey, type Projection } from './projection.ts'

/** A group that stays where it is on screen while it opens or closes, and all else is laid out around it. */
export interface Anchor {
  /** The group, or part of one. */
  readonly name: string
  /** Where it was. */
  readonly was: Bounds
  /** What is under the pointer stays there: CSS pixels from the middle of the view. */
  readonly at: Point
  /** It keeps its size on screen within these: zooms of a collapsed group of that size, and of the view. */
  readonly atMost?: number
  readonly least?: number
  /** The view into which it comes whole, if it fits. */
  readonly view?: Size
  /** The camera that was set for it. */
  readonly camera?: Camera
}

/** What the camera goes to once it has a position: a node, the nodes of a path, or the group around which a layout runs. */
export type Awaited = string | readonly string[] | Anchor | undefined

export const isAnchor = (awaited: Awaited): awaited is Anchor =>
  typeof awaited === 'object' && 'was' in awaited

export const anchorOf = (awaited: Awaited): Anchor | undefined => (isAnchor(awaited) ? awaited : undefined)

/** How many times larger than a collapsed group something is, on the axis where it is more. */
export const timesCollapsed = ({ left, right, top, bottom }: Bounds): number =>
  Math.max((right - left) / COLLAPSED_WIDTH, (bottom - top) / COLLAPSED_HEIGHT)

/** Bounds of a group of the scene: collapsed, in its frame, or as the cards of an open part. */
export function groupBounds(
  {
    scene,
    drawn: { graph, projection },
  }: { readonly scene: Scene; readonly drawn: { readonly graph: Graph; readonly projection: Projection } },
  name: string,
): Bounds | undefined {
  const nodes = projection.nodes.length
  const frame = scene.groups.find(({ key }) => key === groupKey(name))
  if (frame)
    return { left: frame.x, top: frame.y, right: frame.x + frame.width, bottom: frame.y + frame.height }
  const place = projection.collapsed.findIndex((known) => known.name === name)
  const parts = isPart(name) ? partsOf(graph) : undefined
  const wanted = parts ? parts.list.findIndex((part) => part.name === name) : graph.groups.indexOf(name)
  const of = parts?.of ?? graph.groupOf
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let item = place < 0 ? 0 : nodes + place; item < (place < 0 ? nodes : nodes + place + 1); item++) {
    if (place < 0 && of[projection.nodes[item] ?? 0] !== wanted) continue
    const [x, y] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
    const [w, h] = [(scene.width[item] ?? 0) / 2, (scene.height[item] ?? 0) / 2]
    bounds.left = Math.min(bounds.left, x - w)
    bounds.right = Math.max(bounds.right, x + w)
    bounds.top = Math.min(bounds.top, y - h)
    bounds.bottom = Math.max(bounds.bottom, y + h)
  }
  return bounds.left > bounds.right ? undefined : bounds
}

/** A place on an axis: the same share of the way through what was there, or as far beside it on screen. */
function moved(
  place: number,
  was: readonly [number, number],
  now: readonly [number, number],
  scale: number,
): number {
  const [low, high] = was
  if (place < low) return now[0] - (low - place) * scale
  if (place > high) return now[1] + (place - high) * scale
  return now[0] + ((place - low) / Math.max(1, high - low)) * (now[1] - now[0])
}

/** How far a stretch has to move to lie between two limits; not at all if it does not fit. */
function shiftInto(low: number, high: number, [least, most]: readonly [number, number]): number {
  if (high - low > most - least) return 0
  return Math.max(0, least - low) + Math.min(0, most - high)
}

/** The camera with which a group that is now elsewhere, and of another size, is where it was on screen. */
export function anchored(camera: Camera, anchor: Anchor, now: Bounds): Camera {
  const { was, at, least = 0, atMost = Infinity, view } = anchor
  const size = Math.min(atMost, camera.zoom * timesCollapsed(was))
  const zoom = Math.max(least, size / timesCollapsed(now))
  const scale = camera.zoom / zoom
  const along = (
    middle: number,
    off: number,
    before: readonly [number, number],
    after: readonly [number, number],
    length = 0,
  ): number => {
    const placed = moved(middle + off / camera.zoom, before, after, scale) - off / zoom
    const half = (length / 2 - FIT_MARGIN) / zoom
    return placed - shiftInto(...after, [placed - half, placed + half])
  }
  return {
    x: along(camera.x, at.x, [was.left, was.right], [now.left, now.right], view?.width),
    y: along(camera.y, at.y, [was.top, was.bottom], [now.top, now.bottom], view?.height),
    zoom,
  }
}

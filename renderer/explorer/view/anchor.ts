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
  /** The least zoom, and the most that an opened group has. */
  readonly least?: number
  readonly most?: number
  /** The view into which an opened group comes whole, if it fits. */
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

interface ShownScene {
  readonly scene: Scene
  readonly drawn: { readonly graph: Graph; readonly projection: Projection }
}

/** What is drawn of a group: its box if it is collapsed, else its cards and the boxes of its parts, or the cards of an open part. */
export function groupRects({ scene, drawn: { graph, projection } }: ShownScene, name: string): Bounds[] {
  const nodes = projection.nodes.length
  const frame = scene.groups.findIndex(({ key }) => key === groupKey(name))
  const place = frame < 0 ? projection.collapsed.findIndex((known) => known.name === name) : -1
  const parts = isPart(name) ? partsOf(graph) : undefined
  const wanted = parts ? parts.list.findIndex((part) => part.name === name) : graph.groups.indexOf(name)
  const of = parts?.of ?? graph.groupOf
  const isIn = (item: number): boolean => {
    if (frame >= 0) return scene.groupOf[item] === frame
    return place >= 0 ? item === nodes + place : item < nodes && of[projection.nodes[item] ?? 0] === wanted
  }
  const rects: Bounds[] = []
  for (let item = 0; item < scene.count; item++) {
    if (!isIn(item)) continue
    const [x, y] = [scene.x[item] ?? 0, scene.y[item] ?? 0]
    const [w, h] = [(scene.width[item] ?? 0) / 2, (scene.height[item] ?? 0) / 2]
    rects.push({ left: x - w, right: x + w, top: y - h, bottom: y + h })
  }
  return rects
}

/** Bounds of a group of the scene: its frame, or around what is drawn of it. */
export function groupBounds(state: ShownScene, name: string): Bounds | undefined {
  const frame = state.scene.groups.find(({ key }) => key === groupKey(name))
  if (frame)
    return { left: frame.x, top: frame.y, right: frame.x + frame.width, bottom: frame.y + frame.height }
  const [first, ...others] = groupRects(state, name)
  if (!first) return undefined
  return others.reduce(
    (all, { left, right, top, bottom }) => ({
      left: Math.min(all.left, left),
      right: Math.max(all.right, right),
      top: Math.min(all.top, top),
      bottom: Math.max(all.bottom, bottom),
    }),
    first,
  )
}

/** Whether a point is in a rectangle. */
export const isWithin = ({ x, y }: Point, { left, right, top, bottom }: Bounds): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

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

/** The camera that has the nearest of some rectangles under the pointer; itself if one is there. */
function onto(camera: Camera, at: Point, rects: readonly Bounds[]): Camera {
  const [x, y] = [camera.x + at.x / camera.zoom, camera.y + at.y / camera.zoom]
  let best: Point | undefined
  let least = Infinity
  for (const { left, right, top, bottom } of rects) {
    // Well on it, not at its very edge.
    const [w, h] = [(right - left) / 4, (bottom - top) / 4]
    const isOn = isWithin({ x, y }, { left, right, top, bottom })
    const to = isOn
      ? { x, y }
      : { x: Math.min(Math.max(x, left + w), right - w), y: Math.min(Math.max(y, top + h), bottom - h) }
    const away = Math.hypot(to.x - x, to.y - y)
    if (away < least) [best, least] = [to, away]
  }
  return best ? { ...camera, x: camera.x + best.x - x, y: camera.y + best.y - y } : camera
}

/** The zoom at which something fills a view. */
const filling = ({ left, right, top, bottom }: Bounds, { width, height }: Size): number =>
  Math.min((width - 2 * FIT_MARGIN) / (right - left), (height - 2 * FIT_MARGIN) / (bottom - top))

/**
 * The camera with which a group that is now elsewhere, and of another size, is where it was on screen. What is drawn of it
 * is under the pointer that was on it, and not the ground between. What has opened is seen whole, no smaller than necessary;
 * the rest of the picture keeps its size as nearly as that allows.
 */
export function anchored(camera: Camera, anchor: Anchor, now: Bounds, rects: readonly Bounds[] = []): Camera {
  const { was, at, least = 0, most = Infinity, view } = anchor
  const zoom = Math.max(least, Math.min(camera.zoom, most, view ? filling(now, view) : Infinity))
  const scale = camera.zoom / zoom
  const placed = onto(
    {
      x:
        moved(camera.x + at.x / camera.zoom, [was.left, was.right], [now.left, now.right], scale) -
        at.x / zoom,
      y:
        moved(camera.y + at.y / camera.zoom, [was.top, was.bottom], [now.top, now.bottom], scale) -
        at.y / zoom,
      zoom,
    },
    at,
    rects,
  )
  const shift = (place: number, length = 0, low: number, high: number): number => {
    const half = (length / 2 - FIT_MARGIN) / zoom
    return place - shiftInto(low, high, [place - half, place + half])
  }
  const whole = {
    x: shift(placed.x, view?.width, now.left, now.right),
    y: shift(placed.y, view?.height, now.top, now.bottom),
    zoom,
  }
  const pointer = { x: camera.x + at.x / camera.zoom, y: camera.y + at.y / camera.zoom }
  return isWithin(pointer, was) ? onto(whole, at, rects) : whole
}

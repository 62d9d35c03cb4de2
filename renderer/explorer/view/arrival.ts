import { textScale } from '../../ui/text-scale.ts'
import { leastZoom } from '../../graph/canvas/stage.ts'
import {
  bringIntoView,
  fit,
  holds,
  lifeSize,
  misses,
  type Bounds,
  type Camera,
  type Point,
  type Size,
  visibleBounds,
} from '../../graph/scene/camera.ts'
import { CARD_HEIGHT, MAX_CARD_WIDTH } from '../../graph/scene/card.ts'
import { drawnAs, NAME_ZOOM, sceneBounds, type SceneGroup } from '../../graph/scene/scene.ts'
import { neighbours } from '../graph/graph.ts'
import { type Anchor, anchored, groupBounds, groupRects, isAnchor, isWithin } from './anchor.ts'
import { placementOf, type Surface, type SurfaceState, type ViewSnapshot } from './surface.ts'

/** Shares of natural size: at which a node is readable, and the minimum for including its neighbours. */
const READABLE = 0.75
const MIN_READABLE = 0.55
/** So many nodes are shown together where they are readable. */
const FEW = 40

/**
 * Shows a node at a readable zoom, with its neighbours, and with all others of a few, as far as they stay readable.
 * Does nothing if it is visible with its neighbours; for a `step` moves no further than necessary. @returns false while the node has no
 * position
 */
export function lookAt(surface: Surface, key: string, step = false): boolean {
  const state = surface.getState()
  const index = state.graph.indexOf.get(key)
  if (index === undefined || state.size.width === 0) return false
  const { xy } = placementOf(state)
  const place = { x: xy[2 * index] ?? Number.NaN, y: xy[2 * index + 1] ?? Number.NaN }
  if (Number.isNaN(place.x)) return false
  const near = neighbours(state.graph, index).flatMap(({ node }) => placeOf(state, node) ?? [])
  const bounds = around([place, ...near])
  const { camera, size } = state
  const life = lifeSize(size)
  if (camera.zoom >= READABLE * life && (step || (bounds && holds(camera, size, bounds)))) {
    fly(surface, bringIntoView(camera, size, place))
    return true
  }
  // In the midst of the few that there are, or of what is linked with it: no part of the view is empty.
  const { nodes, collapsed } = state.projection
  const isFew = nodes.length <= FEW && collapsed.length === 0
  const all = isFew ? around([...nodes].flatMap((node) => placeOf(state, node) ?? [])) : undefined
  const readable = [all, bounds]
    .flatMap((one) => (one ? [fit(one, size)] : []))
    .find(({ zoom }) => zoom >= MIN_READABLE * life)
  if (readable) fly(surface, readable)
  else {
    const zooms = [READABLE, MIN_READABLE].map((zoom) => Math.max(camera.zoom, zoom * life))
    fly(surface, amidst(place, near, zooms, size))
  }
  return true
}

/** Where a node is drawn, or the group that holds it. */
function placeOf(state: SurfaceState, node: number): Point | undefined {
  const { projection } = state
  const { xy, groups } = placementOf(state)
  const item = projection.itemOf[node] ?? -1
  const group = projection.collapsed[item - projection.nodes.length]
  if (group) return groups.get(group.name)
  const [x = Number.NaN, y = Number.NaN] = xy.subarray(2 * node, 2 * node + 2)
  return item < 0 || Number.isNaN(x) ? undefined : { x, y }
}

/** Share of the way from the middle of a view to its edge within which what it is about stays. */
const CENTRAL = 0.7

/** The camera at a place that has most of the points around it in view, at the first of some zooms at which it has so many. */
function amidst(place: Point, points: readonly Point[], zooms: readonly number[], size: Size): Camera {
  const away = ({ x, y }: Point): number => Math.hypot(x - place.x, y - place.y)
  const nearest = points.toSorted((a, b) => away(a) - away(b)).slice(0, FEW)
  const aside = (zoom: number, towards: readonly Point[]): Camera => {
    const at = (axis: 'x' | 'y', length: number): number => {
      const most = Math.max(0, (CENTRAL * length) / 2 / zoom - MAX_CARD_WIDTH)
      const by = towards.reduce((sum, point) => sum + point[axis] - place[axis], 0) / towards.length
      return place[axis] + Math.max(-most, Math.min(most, by))
    }
    return { x: at('x', size.width), y: at('y', size.height), zoom }
  }
  const seen = (camera: Camera): number => {
    const view = visibleBounds(camera, size)
    return points.filter((point) => isWithin(point, view)).length
  }
  return zooms
    .flatMap((zoom) => [
      { ...place, zoom },
      ...nearest.map((_, last) => aside(zoom, nearest.slice(0, last + 1))),
    ])
    .reduce((best, camera) => (seen(camera) > seen(best) ? camera : best))
}

/** Asks for everything in view. */
export const requestFit = (surface: Surface): void =>
  surface.setState(({ fitRequest }) => ({ fitRequest: fitRequest + 1 }))

/** Moves the camera; several moves one after another count as one. */
function fly(surface: Surface, to: Camera): void {
  const { camera, flight, history } = surface.getState()
  const steps = history.past.length
  const goesOn = flight?.to === camera && flight.steps === steps
  surface.setState({ camera: to, flight: { from: goesOn ? flight.from : camera, to, steps } })
}

/** Where the camera was when a step led away from a state of the view; nothing if it showed the whole. */
const cameras = new WeakMap<ViewSnapshot, Camera | undefined>()

/** Notes where the camera is: a step leads away from what is shown. */
export function noteCamera(surface: Surface): void {
  const { camera, fittedCamera, history } = surface.getState()
  cameras.set(history.present, camera === fittedCamera ? undefined : camera)
}

/** After an undo or redo: leads back to where a state was left, unless somebody has moved the camera since. */
export function flyBack(surface: Surface, to: ViewSnapshot): void {
  const { camera, flight, history, fittedCamera } = surface.getState()
  const isUndone = flight !== undefined && history.past.length < flight.steps
  if (isUndone) surface.setState({ flight: undefined })
  const isLed = isUndone && camera === flight.to
  const isKnown = cameras.has(to)
  if (!isLed && !(isKnown && camera === fittedCamera)) return
  const before = isLed ? flight.from : cameras.get(to)
  // The window may have another size since the whole was fitted.
  if (before === undefined || before === fittedCamera) requestFit(surface)
  else surface.setState({ camera: before })
}

/** The bounding box of some places, plus one node's size. */
function around(places: readonly Point[]): Bounds | undefined {
  if (places.length === 0) return undefined
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  return {
    left: Math.min(...xs) - MAX_CARD_WIDTH,
    right: Math.max(...xs) + MAX_CARD_WIDTH,
    top: Math.min(...ys) - 2 * CARD_HEIGHT,
    bottom: Math.max(...ys) + 2 * CARD_HEIGHT,
  }
}

/** Moves the camera into a group of the map, near enough for its elements' names. */
export function enterGroup(surface: Surface, group: SceneGroup): void {
  const { size } = surface.getState()
  const { x, y, width, height } = group
  const { zoom, ...centre } = fit({ left: x, top: y, right: x + width, bottom: y + height }, size)
  fly(surface, { ...centre, zoom: Math.max(zoom, NAME_ZOOM * textScale()) })
}

/** Moves the camera to show all of some nodes (by index); does nothing if they are in view and readable. */
function lookAtAll(surface: Surface, nodes: readonly number[]): boolean {
  const { camera, size } = surface.getState()
  const { xy } = placementOf(surface.getState())
  const bounds = around(nodes.flatMap((node) => placeOf(surface.getState(), node) ?? []))
  if (!bounds || size.width === 0 || nodes.some((node) => Number.isNaN(xy[2 * node]))) return false
  if (holds(camera, size, bounds) && camera.zoom >= MIN_READABLE * lifeSize(size)) return true
  fly(surface, fit(bounds, size))
  return true
}

/** Shows some nodes, as they are drawn: near if they are readable then, else in the midst of everything. */
export function showNodes(surface: Surface, nodes: readonly number[]): void {
  const { camera, size, scene, projection } = surface.getState()
  const items = nodes.flatMap((node) =>
    (projection.itemOf[node] ?? -1) >= 0 ? [projection.itemOf[node] ?? 0] : [],
  )
  if (items.length === 0 || size.width === 0) return
  const isNear = (zoom: number): boolean => zoom >= NAME_ZOOM * textScale()
  const bounds = boundsOf(items.map((item) => drawnAs(scene, item, Infinity)))
  if (holds(camera, size, bounds) && isNear(camera.zoom)) return
  const near = fit(bounds, size)
  if (isNear(near.zoom)) fly(surface, near)
  else requestFit(surface)
}

const boundsOf = (rects: readonly (Point & Size)[]): Bounds => ({
  left: Math.min(...rects.map(({ x, width }) => x - width / 2)),
  right: Math.max(...rects.map(({ x, width }) => x + width / 2)),
  // Below the titles that stay in view.
  top: Math.min(...rects.map(({ y, height }) => y - height / 2)) - CARD_HEIGHT,
  bottom: Math.max(...rects.map(({ y, height }) => y + height / 2)),
})

/** Keeps the camera at a group that is drawn anew; the next layout that is tried will do so again. */
function stayAt(surface: Surface, anchor: Anchor): boolean {
  const state = surface.getState()
  const now = groupBounds(state, anchor.name)
  if (!now) return false
  const least = Math.max(anchor.least ?? 0, leastZoom(state))
  const camera = anchored(state.camera, { ...anchor, least }, now, groupRects(state, anchor.name))
  surface.setState({ camera, awaited: { ...anchor, was: now, camera } })
  if (!state.layout.running) surface.setState({ awaited: undefined })
  return true
}

/**
 * Looks at the requested node or path once it has a position, or stays at a group. @returns false if there is none, or it has
 * none yet
 */
export function focusWhenPlaced(surface: Surface): boolean {
  const { awaited, current, graph } = surface.getState()
  if (awaited === undefined) return false
  if (isAnchor(awaited)) return stayAt(surface, awaited)
  const found =
    typeof awaited === 'string'
      ? awaited === current && lookAt(surface, awaited)
      : lookAtAll(
          surface,
          awaited.flatMap((key) => graph.indexOf.get(key) ?? []),
        )
  if (found) surface.setState({ awaited: undefined })
  return found
}

/** Moves the camera along with the current node. */
export function followCurrent(surface: Surface, before: SurfaceState): void {
  const state = surface.getState()
  const index = state.current === undefined ? undefined : state.graph.indexOf.get(state.current)
  if (index === undefined) return
  const [from, to] = [placementOf(before).xy, placementOf(state).xy]
  const [dx, dy] = [0, 1].map((axis) => (to[2 * index + axis] ?? 0) - (from[2 * index + axis] ?? 0))
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return
  surface.setState(({ camera }) => ({
    camera: { ...camera, x: camera.x + (dx ?? 0), y: camera.y + (dy ?? 0) },
  }))
}

/** Whether nothing that is drawn is in view. */
export function isOutOfView({ camera, size, scene }: SurfaceState): boolean {
  const bounds = sceneBounds(scene)
  return bounds === undefined || misses(camera, size, bounds)
}

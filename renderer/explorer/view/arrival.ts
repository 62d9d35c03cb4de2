import { bringIntoView, fit, holds, type Bounds } from '../../graph/scene/camera.ts'
import { CARD_HEIGHT, MAX_CARD_WIDTH } from '../../graph/scene/card.ts'
import { placementOf, type Surface } from './surface.ts'

/** The zoom at which a node can be read. */
const READABLE = 0.75

/** Moves the camera so that a node is seen, close enough to be read. @returns false while the node has no place */
export function lookAt(surface: Surface, key: string): boolean {
  const state = surface.getState()
  const index = state.graph.indexOf.get(key)
  if (index === undefined || state.size.width === 0) return false
  const { xy } = placementOf(state)
  const place = { x: xy[2 * index] ?? Number.NaN, y: xy[2 * index + 1] ?? Number.NaN }
  if (Number.isNaN(place.x)) return false
  const zoom = Math.max(state.camera.zoom, READABLE)
  const camera =
    zoom === state.camera.zoom ? bringIntoView(state.camera, state.size, place) : { ...place, zoom }
  surface.setState({ camera })
  return true
}

/** The rectangle around nodes that have a place, with a node's size around them. */
function around(surface: Surface, nodes: readonly number[]): Bounds | undefined {
  const { xy } = placementOf(surface.getState())
  const places = nodes
    .map((node) => ({ x: xy[2 * node] ?? Number.NaN, y: xy[2 * node + 1] ?? Number.NaN }))
    .filter(({ x }) => !Number.isNaN(x))
  if (places.length === 0) return undefined
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  return {
    left: Math.min(...xs) - MAX_CARD_WIDTH,
    right: Math.max(...xs) + MAX_CARD_WIDTH,
    top: Math.min(...ys) - 2 * CARD_HEIGHT,
    bottom: Math.max(...ys) + 2 * CARD_HEIGHT,
  }
}

/** Moves the camera so that all of some nodes (by index) are seen; stays where they are in view already. */
export function lookAtAll(surface: Surface, nodes: readonly number[]): void {
  const { camera, size } = surface.getState()
  const bounds = around(surface, nodes)
  if (!bounds || size.width === 0 || holds(camera, size, bounds)) return
  surface.setState({ camera: fit(bounds, size) })
}

/** Looks at the node that was gone to before it had a place. @returns false when there is none, or it has none still */
export function focusWhenPlaced(surface: Surface): boolean {
  const { awaited, current } = surface.getState()
  if (awaited === undefined || awaited !== current || !lookAt(surface, awaited)) return false
  surface.setState({ awaited: undefined })
  return true
}

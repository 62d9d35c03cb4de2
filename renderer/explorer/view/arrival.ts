import { bringIntoView } from '../canvas/camera.ts'
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

/** Looks at the node that was gone to before it had a place. @returns false when there is none, or it has none still */
export function arrive(surface: Surface): boolean {
  const { awaited, current } = surface.getState()
  if (awaited === undefined || awaited !== current || !lookAt(surface, awaited)) return false
  surface.setState({ awaited: undefined })
  return true
}

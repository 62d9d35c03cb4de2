import type { LeftOff } from '../paint/paint.ts'
import { MIN_TITLED_PX } from '../paint/paint-collapsed.ts'
import { fit, FIT_MARGIN, zoomAt, type Camera, type Point, type Size } from '../scene/camera.ts'
import { COLLAPSED_HEIGHT } from '../scene/card.ts'
import { sceneBounds, type Scene } from '../scene/scene.ts'

/** The state of a graph canvas: scene and camera. */
export interface StageState {
  readonly scene: Scene
  readonly camera: Camera
  /** Canvas size in CSS pixels. */
  readonly size: Size
  /** Incremented to request a fit; each value is handled once. */
  readonly fitRequest: number
  /** The last request handled. */
  readonly fitted: number
  /** The camera set by the last fit; still the current one unless the user has moved. */
  readonly fittedCamera: Camera | undefined
  /** What the picture at rest had no room for. */
  readonly leftOff?: LeftOff
  /** Whether the canvas shows a picture with something on it; undefined without a canvas. */
  readonly pictured?: boolean | undefined
}

type Change = Partial<StageState>

/** An observable stage state; any store with more state qualifies. */
export interface Stage {
  getState(): StageState
  setState(change: Change | ((state: StageState) => Change)): void
  subscribe(follow: (state: StageState, before: StageState) => void): () => void
}

/** Farther than this, collapsed groups have no room for their names: a `textZoom`. */
export const FAR_ZOOM = MIN_TITLED_PX / COLLAPSED_HEIGHT
/** From this multiple of the fitting zoom on, zooming out brings the whole into view, wherever the pointer is. */
const GATHERING = 1.4

/** A camera's place on an axis with a scene in the middle of the view, or, if that is longer, with nothing beside it in view. */
function within(place: number, [low, high]: readonly [number, number], view: number, zoom: number): number {
  const half = (view / 2 - FIT_MARGIN) / zoom
  return low + half > high - half ? (low + high) / 2 : Math.min(Math.max(place, low + half), high - half)
}

/** The zoom of the whole, farther out than which one does not get; 0 without a scene. */
export function leastZoom({ scene, size }: Pick<StageState, 'scene' | 'size'>): number {
  const bounds = sceneBounds(scene)
  return bounds ? fit(bounds, size).zoom : 0
}

/** The camera zoomed by a factor around a screen point, no farther out than to the whole, which is in view then. */
export function zoomed(state: StageState, factor: number, at: Point): Camera {
  const { scene, camera, size } = state
  const least = leastZoom(state)
  const zoom = Math.max(Math.min(least, camera.zoom), camera.zoom * factor)
  const next = zoomAt(camera, size, zoom / camera.zoom, at)
  const bounds = sceneBounds(scene)
  const times = next.zoom / least
  if (!bounds || factor >= 1 || times >= GATHERING) return next
  const share = Math.min(1, (GATHERING - times) / (GATHERING - 1))
  return {
    x: next.x + share * (within(next.x, [bounds.left, bounds.right], size.width, next.zoom) - next.x),
    y: next.y + share * (within(next.y, [bounds.top, bounds.bottom], size.height, next.zoom) - next.y),
    zoom: next.zoom,
  }
}

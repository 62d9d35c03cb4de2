import { textScale } from '../../ui/text-scale.ts'
import { MIN_TITLED_PX } from '../paint/paint-collapsed.ts'
import { fit, zoomAt, type Camera, type Point, type Size } from '../scene/camera.ts'
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
  /** Lines and groups of the overview that were painted without room for their counts, or else plates without room for their names. */
  readonly uncounted?: number
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
/** How far out of a scene that does not fit before: the rest of the view is empty. */
const BEYOND_FIT = 0.8

/** The camera zoomed by a factor around a screen point, no farther out than helps to read the scene. */
export function zoomed({ scene, camera, size }: StageState, factor: number, at: Point): Camera {
  const bounds = sceneBounds(scene)
  const least = bounds ? Math.min(FAR_ZOOM * textScale(), BEYOND_FIT * fit(bounds, size).zoom) : 0
  const zoom = Math.max(Math.min(least, camera.zoom), camera.zoom * factor)
  return zoomAt(camera, size, zoom / camera.zoom, at)
}

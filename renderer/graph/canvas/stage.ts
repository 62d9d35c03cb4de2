import type { Camera, Size } from '../scene/camera.ts'
import type { Scene } from '../scene/scene.ts'

/** What a canvas shows, and from where. */
export interface StageState {
  readonly scene: Scene
  readonly camera: Camera
  /** Of the canvas, in CSS pixels. */
  readonly size: Size
  /** Changes whenever the camera should show everything; the canvas obeys once. */
  readonly fitRequest: number
  /** The last request that was obeyed. */
  readonly fitted: number
  /** The camera that last showed everything: still the camera unless somebody has looked elsewhere. */
  readonly fittedCamera: Camera | undefined
}

type Change = Partial<StageState>

/** The state of a canvas, and whoever follows it; a store of anything more is one, too. */
export interface Stage {
  getState(): StageState
  setState(change: Change | ((state: StageState) => Change)): void
  subscribe(follow: (state: StageState, before: StageState) => void): () => void
}

import type { Camera, Size } from '../scene/camera.ts'
import type { Scene } from '../scene/scene.ts'

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
}

type Change = Partial<StageState>

/** An observable stage state; any store with more state qualifies. */
export interface Stage {
  getState(): StageState
  setState(change: Change | ((state: StageState) => Change)): void
  subscribe(follow: (state: StageState, before: StageState) => void): () => void
}

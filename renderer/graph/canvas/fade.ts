import type { Frame } from '../paint/painter.ts'
import type { Camera } from '../scene/camera.ts'
import type { Scene } from '../scene/scene.ts'
import { movedAlong } from './old-picture.ts'

/** How long a picture goes over into another, in milliseconds. */
const FADE_MS = 180
/** Share of the things in a scene from which on it is another picture if they are elsewhere: what is dragged is not. */
const OTHER_SHARE = 0.5

/** Whether a scene has so much else, or elsewhere, than the one before that one would not see where it has come from. */
export function isOtherPicture(before: Scene, now: Scene): boolean {
  if (before.count === 0 || now.count === 0) return false
  if (before.count !== now.count) return true
  let moved = 0
  for (let item = 0; item < now.count; item++)
    if (now.x[item] !== before.x[item] || now.y[item] !== before.y[item]) moved++
  return moved > now.count * OTHER_SHARE
}

/** The picture before, while the next one comes through it. */
export class Fade {
  #old: { readonly frame: Frame; readonly camera: Camera; readonly since: number } | undefined

  /** A frame that was drawn at a camera fades from now on, in milliseconds. */
  begin(frame: Frame, camera: Camera, since: number): void {
    this.end()
    this.#old = { frame, camera, since }
  }

  /** The camera was moved: what fades moves along. */
  move(from: Camera, to: Camera): void {
    if (this.#old) this.#old = { ...this.#old, camera: movedAlong(this.#old.camera, from, to) }
  }

  /** What fades, and how much of the next picture is seen; nothing once that is alone. */
  at(now: number): { readonly frame: Frame; readonly camera: Camera; readonly share: number } | undefined {
    if (!this.#old) return undefined
    const left = 1 - (now - this.#old.since) / FADE_MS
    if (left <= 0) this.end()
    return this.#old && { ...this.#old, share: 1 - left * left }
  }

  end(): void {
    this.#old?.frame.bitmap.close()
    this.#old = undefined
  }
}

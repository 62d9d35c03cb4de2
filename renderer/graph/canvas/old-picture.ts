import type { Camera } from '../scene/camera.ts'

/** A painted frame's place among the scenes: how many there were until it was asked for. */
interface Stamped {
  readonly scenes: number
}

/** A camera moved on screen as another is moved, whose scene has other places. */
export function movedAlong(camera: Camera, from: Camera, to: Camera): Camera {
  const zoom = (camera.zoom * to.zoom) / from.zoom
  const scale = to.zoom / zoom
  return { x: camera.x + (to.x - from.x) * scale, y: camera.y + (to.y - from.y) * scale, zoom }
}

/**
 * The picture of the scene before, until there is one of the scene that is set. The camera may have been set elsewhere along with
 * the scene: the old picture stays where it was on screen, and follows only what the user moves since.
 */
export class OldPicture {
  /** Where the camera is in the old scene, and the last of its stamps. */
  #camera: Camera | undefined
  #last = 0
  /** The stamp from which on frames have the camera that was set for the new scene. */
  #first = 0
  /** Whether the camera moves along with the scene: still in the task that has set that. */
  #isSetting = false

  /** A scene was set; `scenes` is the stamp of frames until then. */
  replace(camera: Camera, scenes: number): void {
    if (!this.#camera) [this.#camera, this.#last, this.#first] = [camera, scenes, scenes + 1]
    this.#isSetting = true
  }

  /** The camera was moved. @returns whether it was set for the new scene: what was asked for since shows a corner of that */
  move(from: Camera, to: Camera, scenes: number): boolean {
    if (!this.#camera) return false
    if (this.#isSetting) this.#first = scenes + 1
    else this.#camera = movedAlong(this.#camera, from, to)
    return this.#isSetting
  }

  /** The next picture is drawn: whatever moves now is moved by the user. */
  settle(): void {
    this.#isSetting = false
  }

  /** Takes a new frame. @returns whether it is to be shown */
  take({ scenes }: Stamped, isLatest: boolean, camera: Camera): boolean {
    if (isLatest) this.#camera = undefined
    else if (this.#camera && scenes > this.#last) {
      if (scenes < this.#first) return false
      ;[this.#camera, this.#last, this.#first] = [camera, scenes, scenes + 1]
    }
    return true
  }

  /** The camera at which a frame is drawn. */
  cameraOf({ scenes }: Stamped, camera: Camera): Camera {
    return this.#camera && scenes <= this.#last ? this.#camera : camera
  }
}

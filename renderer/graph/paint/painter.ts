import { textScale } from '../../ui/text-scale.ts'
import type { Camera, Size } from '../scene/camera.ts'
import type { Palette, Scene, SceneTable } from '../scene/scene.ts'
import type { LeftOff } from './paint.ts'
import type { FromPainter, ToPainter } from './paint.worker.ts'

/** A painted frame: the image, the camera it was painted for, and its size in CSS pixels. */
export interface Frame {
  readonly bitmap: ImageBitmap
  readonly camera: Camera
  readonly size: Size
  readonly leftOff: LeftOff
  /** Number of items of the painted scene. */
  readonly items: number
  /** How many scenes there were until the painted one. */
  readonly scenes: number
  readonly milliseconds: number
}

/**
 * Paints in a worker, so that the page never blocks. One request is in flight; only the latest other one is
 * queued.
 */
export class Painter {
  readonly #worker = new Worker(new URL('./paint.worker.ts', import.meta.url), { type: 'module' })
  readonly #pictures = new Map<number, (blob: Blob) => void>()
  #busy = false
  #waiting: Extract<ToPainter, { type: 'paint' }> | undefined
  #lastPicture = 0
  #scenes = 0
  readonly #onFrame: (frame: Frame) => void

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromPainter>) => this.#receive(data))
  }

  setTable(table: SceneTable): void {
    this.#send({ type: 'table', table })
  }

  setScene(scene: Scene): void {
    this.#scenes++
    this.#send({ type: 'scene', scene })
  }

  /** The stamp of frames that are asked for now. */
  get scenes(): number {
    return this.#scenes
  }

  /** Frames asked for until now do not show what is set last: the camera has been set along with the scene. */
  outdate(): void {
    this.#scenes++
  }

  /** Whether a frame shows what is set last. */
  isLatest(frame: Frame): boolean {
    return frame.scenes === this.#scenes
  }

  setPalette(palette: Palette): void {
    this.#send({ type: 'palette', palette })
  }

  /** Requests a frame with a margin of `beyond` on each side; replaces a queued request. */
  request(camera: Camera, size: Size, beyond: Size, ratio: number): void {
    const scenes = this.#scenes
    const job = { type: 'paint', camera, size, beyond, ratio, textScale: textScale(), scenes } as const
    if (this.#busy) this.#waiting = job
    else {
      this.#busy = true
      this.#send(job)
    }
  }

  /** Renders a PNG of any part of the scene at any scale, with texts so much larger than usual. */
  picture(job: Omit<Extract<ToPainter, { type: 'picture' }>, 'type' | 'id'>): Promise<Blob> {
    const id = ++this.#lastPicture
    return new Promise((resolve) => {
      this.#pictures.set(id, resolve)
      this.#send({ type: 'picture', id, ...job })
    })
  }

  dispose(): void {
    this.#worker.terminate()
  }

  #send(message: ToPainter): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromPainter): void {
    if (message.type === 'picture') {
      this.#pictures.get(message.id)?.(message.blob)
      this.#pictures.delete(message.id)
      return
    }
    this.#busy = false
    const next = this.#waiting
    this.#waiting = undefined
    if (next) {
      this.#busy = true
      this.#send(next)
    }
    this.#onFrame(message)
  }
}

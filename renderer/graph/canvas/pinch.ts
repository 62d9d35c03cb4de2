import { panBy, type Point } from '../scene/camera.ts'
import { type Stage, zoomed } from './stage.ts'

/** The middle between two fingers, and how far apart they are. */
const span = ([a, b]: readonly [Point, Point]) => ({
  middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  // Fingers at one point would scale without bounds.
  apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
})

/** Two fingers on a canvas: the picture keeps what is under each. Others are ignored. */
export class Pinch {
  readonly #stage: Stage
  readonly #fingers = new Map<number, Point>()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** @returns whether two fingers are down now */
  down(id: number, at: Point): boolean {
    if (this.#fingers.size < 2) this.#fingers.set(id, at)
    return this.#fingers.size === 2
  }

  move(id: number, at: Point): void {
    if (!this.#fingers.has(id)) return
    const before = this.#both()
    this.#fingers.set(id, at)
    const after = this.#both()
    if (!before || !after) return
    const [from, to] = [span(before), span(after)]
    this.#stage.setState((state) => {
      const camera = panBy(state.camera, to.middle.x - from.middle.x, to.middle.y - from.middle.y)
      return { camera: zoomed({ ...state, camera }, to.apart / from.apart, to.middle) }
    })
  }

  /** @returns whether no finger is down any more */
  up(id: number): boolean {
    this.#fingers.delete(id)
    return this.#fingers.size === 0
  }

  #both(): [Point, Point] | undefined {
    const [a, b] = this.#fingers.values()
    return a && b && [a, b]
  }
}

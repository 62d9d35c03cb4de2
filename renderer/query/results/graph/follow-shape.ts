import type { Stage } from '../../../graph/canvas/stage.ts'
import type { Size } from '../../../graph/scene/camera.ts'

/** Milliseconds without a change after which a size is the new one: a divider is dragged through many. */
const REST_MS = 250
/** Width, height or their ratio must change by this factor for another layout to be worth the movement. */
const MUCH = 1.25

const isMuch = (a: number, b: number): boolean => a > b * MUCH || b > a * MUCH

const isOther = (a: Size, b: Size): boolean =>
  isMuch(a.width, b.width) || isMuch(a.height, b.height) || isMuch(a.width / a.height, b.width / b.height)

/**
 * Reports sizes of the view for which the graph should be laid out again: those that rest and differ much from
 * the last, while the whole graph is in view. Who has moved the camera keeps what is seen. @returns a function
 * that ends it
 */
export function followShape(stage: Stage, onShape: (size: Size) => void): () => void {
  let known = stage.getState().size
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = (): void => {
    const { size, camera, fittedCamera, scene } = stage.getState()
    const isLaid = scene.count > 0
    if (size.height === 0 || (isLaid && camera !== fittedCamera) || !isOther(known, size)) return
    // What is laid out first knows the first size.
    const isFirst = known.height === 0 && !isLaid
    known = size
    if (!isFirst) onShape(size)
  }
  const stop = stage.subscribe((state, before) => {
    if (state.size === before.size) return
    clearTimeout(timer)
    timer = setTimeout(check, REST_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

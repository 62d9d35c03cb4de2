import type { Surface, SurfaceState } from './surface.ts'

/**
 * Waits until the canvas shows what is laid out: until the first picture of a large graph is painted, the canvas
 * is empty.
 */
export function whenPictured(surface: Surface, signal: AbortSignal): Promise<void> {
  // A canvas that is not on screen paints nothing.
  const isDue = ({ pictured, scene, size }: SurfaceState): boolean =>
    pictured === false && scene.count > 0 && size.width > 0
  if (signal.aborted || !isDue(surface.getState())) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      stop()
      resolve()
    }
    const stop = surface.subscribe((state) => {
      if (!isDue(state)) end()
    })
    signal.addEventListener('abort', end, { once: true })
  })
}

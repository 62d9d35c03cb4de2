import { isQuick } from './projection.ts'
import { type Surface, type SurfaceState, viewOf } from './surface.ts'

/** Whether the canvas still shows the picture before: another, of a large graph, is being made. */
export const isBehind = (state: SurfaceState): boolean =>
  state.scene.count > 0 &&
  !state.layout.running &&
  (state.projection !== state.drawn.projection || !isQuick(state.graph, viewOf(state)))

/** Brings everything into view, and once more when a picture that is being made is there, unless somebody has moved the camera. */
export function fitWhole(surface: Surface): void {
  const ask = (): void =>
    surface.setState((state) => ({ fitRequest: state.fitRequest + 1, camera: { ...state.camera } }))
  ask()
  if (!isBehind(surface.getState())) return
  const stop = surface.subscribe((state) => {
    if (isBehind(state)) return
    stop()
    if (state.camera === state.fittedCamera) ask()
  })
}

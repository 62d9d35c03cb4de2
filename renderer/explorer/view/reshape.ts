import { fit, fittingAspect, lifeSize } from '../../graph/scene/camera.ts'
import { sceneBounds } from '../../graph/scene/scene.ts'
import type { Projection } from './projection.ts'
import { hasGroups } from './scene-builder.ts'
import { runLayout } from './surface-actions.ts'
import { viewOf, type Surface, type SurfaceState } from './surface.ts'

/** Milliseconds without a change of the view's size after which the picture is shaped for it: an edge of a window is dragged. */
const REST_MS = 250
/** By this factor the aspect ratios of picture and view differ before the picture is laid out anew. */
const STRONGLY = 1.4
/** By this factor the aspect ratio of a window, or of a view for which a layout could come no nearer, has changed. */
const CHANGED = 1.15

const factor = (a: number, b: number): number => Math.max(a / b, b / a)

/** Whether the whole is in view as it was fitted, and nobody has placed, chosen or compared anything in it. */
function isUntouched(state: SurfaceState): boolean {
  const { camera, fittedCamera, selection, paths, comparison, layout } = state
  const { pins, moment } = viewOf(state)
  return (
    camera === fittedCamera &&
    selection.length === 0 &&
    pins.size === 0 &&
    moment === undefined &&
    paths === undefined &&
    comparison === undefined &&
    !layout.running
  )
}

/** Whether the picture leaves much of its view empty although it is scaled down to fit. */
function isMisshapen({ scene, size }: SurfaceState): boolean {
  const bounds = sceneBounds(scene)
  if (!bounds || scene.count < 2 || size.width === 0 || size.height === 0) return false
  if (fit(bounds, size).zoom >= lifeSize(size)) return false
  const aspect = (bounds.right - bounds.left) / Math.max(1, bounds.bottom - bounds.top)
  return factor(aspect, fittingAspect(size)) >= STRONGLY
}

/**
 * Lays a picture out anew for a view of quite another shape, as long as nobody works in it: once its window has another shape, not
 * when a list or a panel opens beside it.
 */
export function followShape(
  surface: Surface,
  windowAspect = (): number => window.innerWidth / window.innerHeight,
): void {
  let seen: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tried: { readonly projection: Projection; readonly aspect: number } | undefined
  const reshape = (): void => {
    const state = surface.getState()
    const { projection, size } = state
    seen = windowAspect()
    if (!hasGroups(viewOf(state), projection) || !isUntouched(state) || !isMisshapen(state)) return
    const aspect = fittingAspect(size)
    if (tried?.projection === projection && factor(tried.aspect, aspect) < CHANGED) return
    tried = { projection, aspect }
    void runLayout(surface)
  }
  surface.subscribe((state, before) => {
    if (state.size === before.size) return
    const now = windowAspect()
    const isResized = seen !== undefined && factor(seen, now) >= CHANGED
    seen ??= now
    if (!isResized) return
    clearTimeout(timer)
    timer = setTimeout(reshape, REST_MS)
  })
}

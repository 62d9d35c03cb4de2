import { MAX_DRAWN } from '../../graph/routing/bundles.ts'
import { type Bounds, visibleBounds, textZoom } from '../../graph/scene/camera.ts'
import { isInside, isOverview, type Scene, sceneBounds } from '../../graph/scene/scene.ts'
import { refreshScene } from './surface-actions.ts'
import type { Surface, SurfaceState } from './surface.ts'
import { isWithin, type Near, nearKey } from './near-links.ts'

/** Milliseconds after the last movement of the camera. */
const REST_MS = 120

/**
 * Where a graph has too many links to draw each: the part whose links are drawn, because it is on screen, or as much as can be for a
 * picture of the whole.
 */
export function nearOf(
  { scene, camera, size, near }: Pick<SurfaceState, 'scene' | 'camera' | 'size' | 'near'>,
  everywhere?: Bounds,
): Near | undefined {
  const isFar = size.width === 0 || isOverview(scene, textZoom(camera))
  // From afar groups stand for their links; what was near stays ready.
  if (scene.from.length <= MAX_DRAWN || (isFar && !everywhere)) return near
  const view = everywhere ?? visibleBounds(camera, size)
  const middle = { x: (view.left + view.right) / 2, y: (view.top + view.bottom) / 2 }
  const seen = scene.groups.flatMap((group, place) => {
    const [right, bottom] = [group.x + group.width, group.y + group.height]
    const isSeen = group.x < view.right && right > view.left && group.y < view.bottom && bottom > view.top
    const away = Math.hypot(group.x + group.width / 2 - middle.x, group.y + group.height / 2 - middle.y)
    return isSeen ? [{ place, away }] : []
  })
  const inner = innerLinks(scene)
  const groups = new Set<string>()
  let left = MAX_DRAWN
  const take = (place: number): boolean => {
    const key = scene.groups[place]?.key ?? ''
    if (groups.has(key)) return true
    if ((inner[place] ?? 0) > left) return false
    left -= inner[place] ?? 0
    groups.add(key)
    return true
  }
  const whole = seen.sort((a, b) => a.away - b.away).filter(({ place }) => take(place))
  // Those seen before keep their links as long as there is room, so that nothing flickers on the way back.
  for (const [place, { key }] of scene.groups.entries()) if (near?.groups.has(key)) take(place)
  if (whole.length === seen.length && scene.groups.length > 0) return { groups, within: undefined }
  const within = snapped(view)
  const links = linksWithin(scene, within)
  return { groups, within: links > 0 && links <= left ? within : undefined }
}

const innerOf = new WeakMap<Scene, Uint32Array>()

/** Number of links drawn inside groups when near. */
export const innerTotal = (scene: Scene): number => innerLinks(scene).reduce((sum, links) => sum + links, 0)

/** Number of links inside each group, memoised. */
function innerLinks(scene: Scene): Uint32Array {
  const { from, groupOf, groups } = scene
  const known = innerOf.get(scene)
  if (known) return known
  const inner = new Uint32Array(groups.length)
  innerOf.set(scene, inner)
  for (let line = 0; line < from.length; line++) {
    if (!isInside(scene, line)) continue
    const group = groupOf[from[line] ?? 0] ?? 0
    inner[group] = (inner[group] ?? 0) + 1
  }
  return inner
}

/** Bounds that contain a view, and are the same after a small movement. */
function snapped({ left, top, right, bottom }: Bounds): Bounds {
  const [wide, high] = [right - left, bottom - top].map((length) => 2 ** Math.ceil(Math.log2(length / 2)))
  const [w, h] = [wide ?? 1, high ?? 1]
  return {
    left: Math.floor(left / w) * w,
    top: Math.floor(top / h) * h,
    right: Math.ceil(right / w) * w,
    bottom: Math.ceil(bottom / h) * h,
  }
}

/** Links between cards of one group, or of none, in bounds: those between collapsed groups do not depend on what is near. */
function linksWithin(scene: Scene, bounds: Bounds): number {
  let count = 0
  for (let line = 0; line < scene.from.length; line++) {
    const [from, to] = [scene.from[line] ?? 0, scene.to[line] ?? 0]
    if (
      scene.groupOf[from] === scene.groupOf[to] &&
      ((scene.groupOf[from] ?? -1) >= 0 || Math.min(from, to) < scene.nodes.length) &&
      isWithin(scene, from, bounds) &&
      isWithin(scene, to, bounds)
    )
      count++
  }
  return count
}

/** Draws as many links as can be, wherever one looks: what is exported does not depend on that. */
export async function drawWhole(surface: Surface): Promise<void> {
  const state = surface.getState()
  const near = nearOf(state, sceneBounds(state.scene))
  if (nearKey(near) === nearKey(state.near)) return
  surface.setState({ near })
  await refreshScene(surface)
}

/** Draws the links on screen once the camera rests. Returns a function that stops it. */
export function followNear(surface: Surface): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (): void => {
    const state = surface.getState()
    const near = nearOf(state)
    if (nearKey(near) === nearKey(state.near)) return
    surface.setState({ near })
    void refreshScene(surface)
  }
  const stop = surface.subscribe((state, before) => {
    if (state.camera === before.camera && state.scene === before.scene && state.size === before.size) return
    clearTimeout(timer)
    if (state.scene.from.length > MAX_DRAWN) timer = setTimeout(update, REST_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

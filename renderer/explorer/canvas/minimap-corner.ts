import { GROUP_TITLE } from '../../graph/layout/layout.ts'
import { visibleBounds } from '../../graph/scene/camera.ts'
import { MARK } from '../../graph/scene/scene.ts'
import type { StageState } from '../../graph/canvas/stage.ts'

/** The map and its distance from the sides of the canvas and from what it should not cover, in CSS pixels. */
export const MAP_SIZE = { width: 168, height: 112 }
const AWAY = 14

const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

/** How many others a selected card counts as. */
const SELECTED = 50

export type CornerName = (typeof CORNERS)[number]

interface Corner {
  readonly corner: CornerName
  /** Whether the map covers something there. */
  readonly covers: boolean
}

/**
 * The corner in which the map covers the fewest cards and titles, and no selected one if it can; the first on a tie. One in
 * which it has been it keeps, if given: a map that goes from corner to corner is searched for.
 */
export function freeCorner(
  { scene, camera, size }: Pick<StageState, 'scene' | 'camera' | 'size'>,
  kept?: CornerName,
): Corner {
  const covered = CORNERS.map(() => 0)
  const view = visibleBounds(camera, size)
  const reach = { x: (MAP_SIZE.width + AWAY) / camera.zoom, y: (MAP_SIZE.height + AWAY) / camera.zoom }
  const count = (left: number, top: number, width: number, height: number, as = 1): void => {
    const [right, bottom] = [left + width, top + height]
    if (right < view.left || left > view.right || bottom < view.top || top > view.bottom) return
    const [east, west] = [right > view.right - reach.x, left < view.left + reach.x]
    const [south, north] = [bottom > view.bottom - reach.y, top < view.top + reach.y]
    ;[south && east, south && west, north && east, north && west].forEach((meets, corner) => {
      if (meets) covered[corner] = (covered[corner] ?? 0) + as
    })
  }
  for (let item = 0; item < scene.count; item++) {
    const [width, height] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    const as = (scene.mark[item] ?? 0) & MARK.selected ? SELECTED : 1
    count((scene.x[item] ?? 0) - width / 2, (scene.y[item] ?? 0) - height / 2, width, height, as)
  }
  // Titles are sticky: visible while any part of the group is.
  for (const { x, y, width, height, titleWidth } of scene.groups)
    if (x + width > view.left && y + height > view.top)
      count(Math.max(x, view.left), Math.max(y, view.top), titleWidth, GROUP_TITLE)
  if (kept) return { corner: kept, covers: (covered[CORNERS.indexOf(kept)] ?? 0) > 0 }
  const least = Math.min(...covered)
  return { corner: CORNERS[covered.indexOf(least)] ?? 'bottom-right', covers: least > 0 }
}

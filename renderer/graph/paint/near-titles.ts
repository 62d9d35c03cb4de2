import type { Bounds, Point } from '../scene/camera.ts'
import type { Palette, Scene, SceneGroup } from '../scene/scene.ts'
import { detailChoices } from '../scene/card.ts'
import type { FittedText } from './fitted-text.ts'
import type { Context } from './item-job.ts'

export function outside(group: SceneGroup, view: Bounds): boolean {
  return (
    group.x > view.right ||
    group.x + group.width < view.left ||
    group.y > view.bottom ||
    group.y + group.height < view.top
  )
}

/** Distance of a group's title from its side in world units, and the title's height. */
const TITLE_INSET = 16
const TITLE_HEIGHT = 30

/** The corner of a group's title: if its top is out of view, the title sticks to the view's edge. */
export const titleCorner = (group: SceneGroup, view: Bounds): Point => ({
  x: Math.min(Math.max(group.x, view.left), group.x + group.width - Math.min(group.width, group.titleWidth)),
  y: Math.min(Math.max(group.y, view.top), group.y + group.height - TITLE_HEIGHT),
})

/** Draws the titles of groups at their tops, on their own background where they stick to the view's edge. */
export function paintNearTitles(
  context: Context,
  scene: Scene,
  view: Bounds,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  context.textBaseline = 'middle'
  for (const group of scene.groups)
    if (!outside(group, view)) paintNearTitle(context, group, view, zoom, palette, fitted)
}

function paintNearTitle(
  context: Context,
  group: SceneGroup,
  view: Bounds,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const size = Math.min(Math.max(13, Math.min(12 / zoom, 20)), 18 / zoom)
  const { x: far, y: high } = titleCorner(group, view)
  const room = Math.min(group.width, group.titleWidth) - TITLE_INSET
  context.font = `600 ${size}px ${palette.font}`
  /** Measured from the top of its background. */
  const middle = Math.min(13.5, size)
  const title = fitted.fit(context, group.label, Math.round(room - 4))
  const width = context.measureText(title).width
  context.font = `${size * 0.86}px ${palette.font}`
  const left = room - width - 12
  const detail = detailChoices(group.detail).find((text) => context.measureText(text).width <= left) ?? ''
  if (high > group.y || far > group.x) {
    context.fillStyle = palette.surface
    context.globalAlpha = 0.94
    context.beginPath()
    context.roundRect(
      far + 4,
      high + 4,
      width + (detail ? context.measureText(detail).width + 12 : 0) + 24,
      2 * middle,
      6,
    )
    context.fill()
    context.globalAlpha = 1
  }
  context.textAlign = 'left'
  context.fillStyle = palette.quiet
  if (detail !== '') context.fillText(detail, far + TITLE_INSET + width + 10, high + 4.5 + middle)
  context.font = `600 ${size}px ${palette.font}`
  context.fillStyle = palette.text
  context.fillText(title, far + TITLE_INSET, high + 4 + middle)
}

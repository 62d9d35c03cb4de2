import type { Bounds } from '../scene/camera.ts'
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

/** Distance of a group's title from its side, and the heights of its text and itself, in world units. */
const TITLE_INSET = 16
const TITLE_SIZE = 13
const TITLE_HEIGHT = 30
/** The largest text of a title in CSS pixels. */
const LARGEST = 18

/** The size of a title's text in world units. */
const sizeAt = (zoom: number): number =>
  Math.min(Math.max(TITLE_SIZE, Math.min(12 / zoom, 20)), LARGEST / zoom)

/** How much smaller than usual titles are in the world where one has zoomed in so far that they grow no more. */
const shrinkAt = (zoom: number): number => Math.min(1, sizeAt(zoom) / TITLE_SIZE)

/** The room of a group's title: if its corner is out of view, the title sticks to the view's edge. */
export function titleRoom(group: SceneGroup, view: Bounds, zoom: number): Bounds {
  const shrink = shrinkAt(zoom)
  const width = Math.min(group.width, group.titleWidth) * shrink
  const left = Math.min(Math.max(group.x, view.left), group.x + group.width - width)
  const top = Math.min(Math.max(group.y, view.top), group.y + group.height - TITLE_HEIGHT * shrink)
  return { left, top, right: left + width, bottom: top + TITLE_HEIGHT * shrink }
}

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
  const size = sizeAt(zoom)
  const shrink = shrinkAt(zoom)
  const { left, top, right } = titleRoom(group, view, zoom)
  const room = right - left - TITLE_INSET * shrink
  context.font = `600 ${size}px ${palette.font}`
  /** Measured from the top of its background. */
  const middle = Math.min(13.5, size)
  const title = fitted.fit(context, group.label, room - 4 * shrink)
  const width = context.measureText(title).width
  context.font = `${size * 0.86}px ${palette.font}`
  const rest = room - width - 12 * shrink
  const detail = detailChoices(group.detail).find((text) => context.measureText(text).width <= rest) ?? ''
  if (top > group.y || left > group.x) {
    const gap = detail ? context.measureText(detail).width + 12 * shrink : 0
    context.fillStyle = palette.surface
    context.globalAlpha = 0.94
    context.beginPath()
    context.roundRect(left + 4 * shrink, top + 4 * shrink, width + gap + 24 * shrink, 2 * middle, 6 * shrink)
    context.fill()
    context.globalAlpha = 1
  }
  context.textAlign = 'left'
  context.fillStyle = palette.quiet
  const [x, y] = [left + TITLE_INSET * shrink, top + 4 * shrink + middle]
  if (detail !== '') context.fillText(detail, x + width + 10 * shrink, y + 0.5 * shrink)
  context.font = `600 ${size}px ${palette.font}`
  context.fillStyle = palette.text
  context.fillText(title, x, y)
}

import { rectOf } from '../routing/ends.ts'
import { type Bounds, meets } from '../scene/camera.ts'
import type { Palette, Scene, SceneGroup } from '../scene/scene.ts'
import { detailChoices, titleWidth } from '../scene/card.ts'
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

/** Room between a card and a title beside it in world units. */
const BESIDE = 6

/** The cards of a group in a part of it. */
function cardsIn(scene: Scene, group: SceneGroup, part: Bounds): Bounds[] {
  const place = scene.groups.indexOf(group)
  const cards: Bounds[] = []
  for (let item = 0; item < scene.count; item++) {
    if (scene.groupOf[item] !== place) continue
    const rect = rectOf(scene, item)
    if (meets(rect, part)) cards.push(rect)
  }
  return cards
}

/**
 * The room of a group's title. If its corner is out of view, the title sticks to the view's edge: without its detail
 * where that would cover a card, and beside the card where its name would, too.
 */
export function titleRoom(scene: Scene, group: SceneGroup, view: Bounds, zoom: number): Bounds {
  const shrink = shrinkAt(zoom)
  const [right, height] = [group.x + group.width, TITLE_HEIGHT * shrink]
  const top = Math.min(Math.max(group.y, view.top), group.y + group.height - height)
  const room = (left: number, width: number): Bounds => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  })
  const first = (width: number): Bounds => room(Math.min(Math.max(group.x, view.left), right - width), width)
  const fitting = (width: number): number => Math.min(group.width, width) * shrink
  const [whole, name] = [fitting(group.titleWidth), fitting(titleWidth(group.label))]
  if (group.x >= view.left && group.y >= view.top) return first(whole)
  const band = { ...first(name), right: Math.min(right, view.right) }
  const cards = cardsIn(scene, group, band)
  const beside = cards
    .map((card) => room(card.right + BESIDE * shrink, name))
    .filter((one) => one.right <= band.right)
  const choices = [first(whole), first(name), ...beside.sort((a, b) => a.left - b.left)]
  // Of a group that leaves the view, the last that is seen is its name.
  const inView = choices.filter(({ left }) => left >= view.left)
  return inView.find((choice) => !cards.some((card) => meets(card, choice))) ?? first(name)
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
    if (!outside(group, view)) paintNearTitle(context, scene, group, view, zoom, palette, fitted)
}

function paintNearTitle(
  context: Context,
  scene: Scene,
  group: SceneGroup,
  view: Bounds,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const size = sizeAt(zoom)
  const shrink = shrinkAt(zoom)
  const { left, top, right } = titleRoom(scene, group, view, zoom)
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

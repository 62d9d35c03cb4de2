import type { Bounds } from '../scene/camera.ts'
import {
  CARD_HEIGHT,
  CARD_TEXT_LEFT,
  CARD_TEXT_RIGHT,
  DETAIL_SIZE,
  NAME_SIZE,
  textWidth,
} from '../scene/card.ts'
import { ICON_PATHS, ICONS, outline, SHAPES } from '../scene/icons.ts'
import {
  DETAIL_ZOOM,
  hidesParts,
  isOverview,
  MARK,
  NAME_ZOOM,
  type Palette,
  type Scene,
} from '../scene/scene.ts'
import { isBreakable, type FittedText } from './fitted-text.ts'
import {
  type Context,
  opacity,
  textOpacity,
  STRONG,
  tone,
  type ItemJob,
  type PaintTable,
} from './item-job.ts'
import { keptPath } from './kept-path.ts'
import { paintCollapsed } from './paint-collapsed.ts'
import { isIn, paintPlates } from './paint-plates.ts'

const paths = new Map<string, Path2D>()
const outlines = new Map<string, Path2D>()

function pathOf(data: string): Path2D {
  const known = paths.get(data)
  if (known) return known
  const path = keptPath(data)
  paths.set(data, path)
  return path
}

/** A pin: its head and its needle. */
const PIN = 'M3 1h6v1.2L8 3v2.8L10 7v1H6.6v3.2H5.4V8H2V7l2-1.2V3L3 2.2z'
/** A sheet of paper with two lines written on it. */
const NOTE = 'M1.5 1h9v7l-3 3h-6zM3.2 3v1.2h5.6V3zM3.2 5.6v1.2h3.6V5.6z'

function outlinePath(shape: number, width: number, height: number): Path2D {
  const key = `${shape}:${width}:${height}`
  const known = outlines.get(key)
  if (known) return known
  const path = keptPath(outline(SHAPES[shape] ?? 'card', width, height))
  outlines.set(key, path)
  return path
}

/** Returns the items whose rectangle intersects the view. */
export function visibleItems(scene: Scene, view: Bounds): number[] {
  const found: number[] = []
  for (let item = 0; item < scene.count; item++) {
    const x = scene.x[item] ?? 0
    const y = scene.y[item] ?? 0
    const w = (scene.width[item] ?? 0) / 2
    const h = (scene.height[item] ?? 0) / 2
    if (x + w < view.left || x - w > view.right || y + h < view.top || y - h > view.bottom) continue
    found.push(item)
  }
  return found
}

/**
 * Draws the visible items: cards with icon and name when zoomed in; otherwise groups in place of their cards,
 * and plates for other items. Returns how many plates in sight have no room for a name.
 */
export function paintItems(
  context: Context,
  scene: Scene,
  table: PaintTable,
  { view, seen }: { readonly view: Bounds; readonly seen: Bounds },
  zoom: number,
  palette: Palette,
  fitted: FittedText,
  shared: ReadonlyMap<string, number>,
): number {
  const items = visibleItems(scene, view)
  const job: ItemJob = { context, scene, table, zoom, seen, palette, fitted, shared }
  const firstGroup = scene.nodes.length
  const [overview, hides] = [isOverview(scene, zoom), hidesParts(scene, zoom)]
  const plates = zoom < NAME_ZOOM && !overview ? items.filter((item) => item < firstGroup) : []
  const nameless = paintPlates(job, plates, seen).filter((item) => isIn(scene, item, seen)).length
  for (const item of items) {
    if (item >= firstGroup) {
      if (!hides || scene.groupOf[item] === -1) paintCollapsed(job, item)
    } else if (zoom >= NAME_ZOOM || (overview && scene.groupOf[item] === -1)) paintCard(job, item)
  }
  context.globalAlpha = 1
  return nameless
}

/** Width of the domain-coloured stripe. */
const STRIPE = 3

/** Draws a card in local coordinates: at standard height, scaled up if a rule says so. */
function paintCard(job: ItemJob, item: number): void {
  const { context, scene, table, palette } = job
  const row = scene.nodes[item] ?? 0
  const mark = scene.mark[item] ?? 0
  const hue = scene.hue[item] ?? 0
  const style = scene.styles.get(item)
  const size = (scene.height[item] ?? 0) / CARD_HEIGHT
  const [w, h] = [(scene.width[item] ?? 0) / size, CARD_HEIGHT]
  context.save()
  context.translate((scene.x[item] ?? 0) - (w * size) / 2, (scene.y[item] ?? 0) - (h * size) / 2)
  if (size !== 1) context.scale(size, size)
  const path = outlinePath(table.shapes[row] ?? 0, w, h)
  // A dimmed card still hides what is behind it.
  context.globalAlpha = 1
  context.fillStyle =
    (style?.coloured
      ? palette.grounds[hue]
      : mark & MARK.selected
        ? palette.tints[scene.tint[item] ?? 0]
        : undefined) ?? palette.surface
  context.fill(path)
  context.globalAlpha = opacity(mark, palette)
  context.save()
  context.clip(path)
  context.fillStyle = palette.domains[scene.tint[item] ?? 0] ?? palette.quiet
  context.fillRect(0, 0, STRIPE, h)
  context.restore()
  context.lineWidth = mark & STRONG ? 2 : 1
  context.strokeStyle = (!(mark & STRONG) && style?.coloured && palette.hues[hue]) || tone(mark, palette)
  const isGone = style?.gone !== undefined || (mark & MARK.removed) !== 0
  const dashed = isGone || SHAPES[table.shapes[row] ?? 0] === 'dashed'
  context.setLineDash(dashed ? [5, 3] : [])
  context.stroke(path)
  context.setLineDash([])
  context.save()
  context.translate(9, h / 2 - 8)
  context.lineWidth = 1.4
  context.strokeStyle = palette.hues[hue] ?? palette.quiet
  context.stroke(pathOf(ICON_PATHS[ICONS[style?.icon ?? table.icons[row] ?? 0] ?? 'dot']))
  context.restore()
  context.globalAlpha = textOpacity((mark & MARK.dimmed) !== 0, palette)
  paintCardText(job, item, w, job.zoom * size)
  context.restore()
}

/** The largest sizes of a name in one line and in two, in world units, and the distance of the two as a share of theirs. */
const MAX_NAME_SIZE = 19
const MAX_TWO_LINES = 18
const LINE_PITCH = 1
/**
 * A name takes one line if its estimated width, of which so much is the least that is needed, has room: names of the same
 * length look alike, whatever digits they have.
 */
const ONE_LINE = 0.8
/** Font size in CSS pixels below which a name takes what room its card has. */
const READABLE_PX = 11

/** Font size of a name in world units: 13, from afar as large as the card has room. */
const labelSize = (zoom: number): number =>
  Math.min(MAX_NAME_SIZE, Math.max(NAME_SIZE, Math.ceil(READABLE_PX / zoom)))

function paintCardText(
  { context, scene, table, palette, fitted }: ItemJob,
  item: number,
  w: number,
  zoom: number,
): void {
  const row = scene.nodes[item] ?? 0
  const mark = scene.mark[item] ?? 0
  const { caption, gone, coloured } = scene.styles.get(item) ?? {}
  const y = CARD_HEIGHT / 2
  const room = w - CARD_TEXT_LEFT - (mark & (MARK.pinned | MARK.noted) ? 16 : CARD_TEXT_RIGHT / 2)
  const size = labelSize(zoom)
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillStyle = gone === undefined ? palette.text : palette.quiet
  context.font = `500 ${size}px ${palette.font}`
  const label = table.labels[row] ?? ''
  // A caption from a rule replaces the name's second line.
  const isSecond = zoom >= DETAIL_ZOOM
  const most = isSecond && caption !== undefined ? 1 : 2
  const wide = fitted.widthOf(context, label, size, 500, palette.font)
  const isOne = textWidth(label, size) * ONE_LINE <= room
  // A single word slightly too long is drawn smaller; it is split only if it would become too small.
  const least = isBreakable(label) ? ONE_LINE : Math.max(0.62, 8 / zoom / size)
  const share = isOne || !isBreakable(label) ? Math.max(Math.min(1, least), Math.min(1, room / wide)) : 1
  const isTwo = !isOne && isBreakable(label) && most > 1
  const used = isTwo ? Math.min(size, MAX_TWO_LINES) : size * share
  if (used !== size) context.font = `500 ${used}px ${palette.font}`
  const lines = fitted.lines(context, label, isTwo ? Math.min(room, wide * 0.99) : room, most)
  const detail = isSecond && lines.length === 1 ? (caption ?? gone ?? table.details[row] ?? '') : ''
  const pitch = used * LINE_PITCH
  lines.forEach((line, place) => {
    const middle = y + (place - (lines.length - 1) / 2) * pitch
    context.fillText(line, CARD_TEXT_LEFT, detail === '' ? middle + 0.5 : y - 6.5)
  })
  if (detail !== '') {
    context.fillStyle = coloured ? palette.text : palette.quiet
    context.font = `${DETAIL_SIZE}px ${palette.font}`
    const whole = fitted.fit(context, detail, room)
    // Prefer the kind alone to a truncated count.
    const said = whole === detail ? whole : fitted.fit(context, detail.split(' · ')[0] ?? '', room)
    context.fillText(said, CARD_TEXT_LEFT, y + 9)
  }
  if (mark & MARK.pinned) corner(context, PIN, w - 15, 3, palette.accent)
  if (mark & MARK.noted) corner(context, NOTE, w - 15, CARD_HEIGHT - 15, palette.warning)
}

/** Fills a sign of 12 × 12 in a card's corner. */
function corner(context: Context, sign: string, x: number, y: number, colour: string): void {
  context.save()
  context.translate(x, y)
  context.fillStyle = colour
  context.fill(pathOf(sign), 'evenodd')
  context.restore()
}

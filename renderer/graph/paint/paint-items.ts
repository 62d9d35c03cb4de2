import type { Bounds } from '../scene/camera.ts'
import type { FittedText } from './fitted-text.ts'
import { ICON_PATHS, ICONS, outline, SHAPES } from '../scene/icons.ts'
import { DETAIL_ZOOM, LABEL_ZOOM, MARK, type Palette, type Scene, type SceneTable } from '../scene/scene.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The table with its texts taken apart, and outlines made once. */
export interface PaintTable extends Omit<SceneTable, 'labels' | 'details'> {
  readonly labels: readonly string[]
  readonly details: readonly string[]
}

const iconPaths = new Map<number, Path2D>()
const outlines = new Map<string, Path2D>()

function iconPath(icon: number): Path2D {
  const known = iconPaths.get(icon)
  if (known) return known
  const path = new Path2D(ICON_PATHS[ICONS[icon] ?? 'dot'])
  iconPaths.set(icon, path)
  return path
}

function outlinePath(shape: number, width: number, height: number): Path2D {
  const key = `${shape}:${width}:${height}`
  const known = outlines.get(key)
  if (known) return known
  const path = new Path2D(outline(SHAPES[shape] ?? 'card', width, height))
  outlines.set(key, path)
  return path
}

/** Items whose rectangle meets the view. */
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

/** The colour that a mark asks for, over the hue of the kind. */
function tone(mark: number, hue: number, palette: Palette): string {
  if (mark & MARK.selected || mark & MARK.highlighted) return palette.accent
  if (mark & MARK.added) return palette.good
  if (mark & MARK.removed) return palette.bad
  if (mark & MARK.changed) return palette.warning
  return palette.hues[hue] ?? palette.quiet
}

/** Draws every visible item: specks and plates when far, cards with icon and text when near. */
export function paintItems(
  context: Context,
  scene: Scene,
  table: PaintTable,
  view: Bounds,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const items = visibleItems(scene, view)
  if (zoom < LABEL_ZOOM) paintPlates(context, scene, items, zoom, palette)
  const firstBox = scene.nodes.length
  for (const item of items) {
    if (item >= firstBox) paintCollapsed(context, scene, item, zoom, palette, fitted)
    else if (zoom >= LABEL_ZOOM) paintCard(context, scene, table, item, zoom, palette, fitted)
  }
  context.globalAlpha = 1
}

/** Plates of one colour are one path. */
function paintPlates(
  context: Context,
  scene: Scene,
  items: readonly number[],
  zoom: number,
  palette: Palette,
): void {
  const byColour = new Map<string, number[]>()
  for (const item of items) {
    if (item >= scene.nodes.length) continue
    const mark = scene.mark[item] ?? 0
    const key = `${mark & MARK.dimmed ? 0.2 : 1}|${tone(mark, scene.hue[item] ?? 0, palette)}`
    const list = byColour.get(key)
    if (list) list.push(item)
    else byColour.set(key, [item])
  }
  // A speck never gets thinner than a pixel and a half, else far nodes would vanish without a word.
  const least = 1.5 / zoom
  for (const [key, list] of byColour) {
    const [alpha = '1', colour = ''] = key.split('|')
    context.globalAlpha = Number(alpha)
    context.fillStyle = colour
    for (const item of list) {
      const w = Math.max(least, scene.width[item] ?? 0)
      const h = Math.max(least, scene.height[item] ?? 0)
      context.fillRect((scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2, w, h)
    }
  }
}

function paintCard(
  context: Context,
  scene: Scene,
  table: PaintTable,
  item: number,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const row = scene.nodes[item] ?? 0
  const mark = scene.mark[item] ?? 0
  const hue = scene.hue[item] ?? 0
  const [w, h] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
  const colour = tone(mark, hue, palette)
  const strong = (mark & (MARK.selected | MARK.highlighted | MARK.added | MARK.removed | MARK.changed)) !== 0
  context.save()
  context.translate((scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2)
  context.globalAlpha = mark & MARK.dimmed ? 0.22 : 1
  const path = outlinePath(table.shapes[row] ?? 0, w, h)
  context.fillStyle = mark & MARK.selected ? (palette.tints[hue] ?? palette.surface) : palette.surface
  context.fill(path)
  context.lineWidth = strong ? 2.4 : 1.2
  context.strokeStyle = colour
  const dashed = SHAPES[table.shapes[row] ?? 0] === 'dashed' || (mark & MARK.removed) !== 0
  context.setLineDash(dashed ? [5, 3] : [])
  context.stroke(path)
  context.setLineDash([])
  context.translate(9, h / 2 - 8)
  context.lineWidth = 1.3
  context.strokeStyle = palette.hues[hue] ?? palette.quiet
  context.stroke(iconPath(table.icons[row] ?? 0))
  context.restore()
  context.globalAlpha = mark & MARK.dimmed ? 0.3 : 1
  paintCardText(context, scene, table, item, zoom, palette, fitted)
}

/** A label's size in world units: 13, and more where it would be read smaller than 9 CSS pixels, as far as a card has room. */
function labelSize(zoom: number): number {
  return Math.min(24, Math.max(13, Math.round(9 / zoom)))
}

function paintCardText(
  context: Context,
  scene: Scene,
  table: PaintTable,
  item: number,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const row = scene.nodes[item] ?? 0
  const mark = scene.mark[item] ?? 0
  const w = scene.width[item] ?? 0
  const left = (scene.x[item] ?? 0) - w / 2 + 32
  const y = scene.y[item] ?? 0
  const room = w - 32 - (mark & (MARK.pinned | MARK.noted) ? 20 : 9)
  const detail = zoom >= DETAIL_ZOOM ? (table.details[row] ?? '') : ''
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillStyle = palette.text
  context.font = `500 ${labelSize(zoom)}px ${palette.font}`
  context.fillText(
    fitted.fit(context, table.labels[row] ?? '', room),
    left,
    detail === '' ? y + 0.5 : y - 6.5,
  )
  if (detail !== '') {
    context.fillStyle = palette.quiet
    context.font = `10.5px ${palette.font}`
    context.fillText(fitted.fit(context, detail, room), left, y + 9)
  }
  if (mark & MARK.pinned) dot(context, left + w - 44, y - 8, palette.accent)
  if (mark & MARK.noted) dot(context, left + w - 44, y + 8, palette.warning)
}

function dot(context: Context, x: number, y: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.arc(x, y, 3, 0, 2 * Math.PI)
  context.fill()
}

/** A collapsed box: a stack of cards with its name and counts, readable at any zoom. */
function paintCollapsed(
  context: Context,
  scene: Scene,
  item: number,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const texts = scene.collapsed[item - scene.nodes.length]
  const mark = scene.mark[item] ?? 0
  const hue = scene.hue[item] ?? 0
  const [w, h] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
  const [left, top] = [(scene.x[item] ?? 0) - w / 2, (scene.y[item] ?? 0) - h / 2]
  context.globalAlpha = mark & MARK.dimmed ? 0.25 : 1
  context.strokeStyle = tone(mark, hue, palette)
  context.lineWidth = Math.max(mark & MARK.selected ? 3 : 1.4, 1 / zoom)
  for (const lift of [8, 4, 0]) {
    context.fillStyle = lift === 0 ? (palette.tints[hue] ?? palette.surface) : palette.surface
    context.beginPath()
    context.roundRect(left + lift, top - lift, w, h, 8)
    context.fill()
    context.stroke()
  }
  if (zoom < SPECK_TEXT) return
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = palette.text
  // Written larger when far, as long as both lines stay inside the box.
  const grown = Math.min(1.6, Math.max(1, 0.75 / zoom))
  context.font = `600 ${15 * grown}px ${palette.font}`
  context.fillText(
    fitted.fit(context, texts?.label ?? '', w - 16),
    left + w / 2,
    top + h / 2 - 10 * grown ** 0.5,
  )
  context.fillStyle = palette.quiet
  context.font = `${12 * grown}px ${palette.font}`
  const room = (w - 16) / context.measureText(texts?.detail ?? '').width
  if (room < 1) context.font = `${12 * Math.max(1, grown * room)}px ${palette.font}`
  context.fillText(
    fitted.fit(context, texts?.detail ?? '', w - 16),
    left + w / 2,
    top + h / 2 + 11 * grown ** 0.5,
  )
}

/** Below this zoom a collapsed box has no text: 15 units would be under 4 pixels. */
const SPECK_TEXT = 0.24

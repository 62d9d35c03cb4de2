import { GROUP_PADDING, GROUP_TITLE } from '../layout/layout.ts'
import { visibleBounds, type Bounds, type Camera, type Size } from '../scene/camera.ts'
import type { FittedText } from './fitted-text.ts'
import { paintEdges } from './paint-edges.ts'
import { paintItems, type PaintTable } from './paint-items.ts'
import { isOverview, type Palette, type Scene, type SceneGroup } from '../scene/scene.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

interface PaintJob {
  readonly scene: Scene
  readonly table: PaintTable
  readonly edgeLabels: readonly string[]
  readonly palette: Palette
  readonly camera: Camera
  /** CSS pixels. */
  readonly size: Size
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** Margin painted beyond the visible area on each side, in CSS pixels. */
  readonly beyond?: Size
  readonly fitted: FittedText
  /** Omits the background. */
  readonly transparent?: boolean
}

/** Paints the scene for a camera. Pure except for the context; shared by page, worker and PNG export. */
export function paint(context: Context, job: PaintJob): void {
  const { scene, camera, size, ratio, palette } = job
  const view = visibleBounds(camera, size)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, size.width * ratio, size.height * ratio)
  if (!job.transparent) {
    context.fillStyle = palette.ground
    context.fillRect(0, 0, size.width * ratio, size.height * ratio)
  }
  const scale = camera.zoom * ratio
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (size.width / 2) * ratio - camera.x * scale,
    (size.height / 2) * ratio - camera.y * scale,
  )
  const { width = 0, height = 0 } = job.beyond ?? {}
  const seen = visibleBounds(camera, { width: size.width - 2 * width, height: size.height - 2 * height })
  paintGroups(context, scene, view, camera.zoom, palette)
  paintEdges(context, scene, view, seen, camera.zoom, palette, job.edgeLabels, job.table.labels)
  paintItems(context, scene, job.table, view, camera.zoom, palette, job.fitted)
  paintTitles(context, scene, seen, camera.zoom, palette, job.fitted)
}

function outside(group: Scene['groups'][number], view: Bounds): boolean {
  return (
    group.x > view.right ||
    group.x + group.width < view.left ||
    group.y > view.bottom ||
    group.y + group.height < view.top
  )
}

function paintGroups(context: Context, scene: Scene, view: Bounds, zoom: number, palette: Palette): void {
  const overview = isOverview(scene, zoom)
  for (const group of scene.groups) {
    if (outside(group, view)) continue
    context.fillStyle = palette.tints[group.hue] ?? palette.sunken
    context.strokeStyle = overview ? (palette.domains[group.hue] ?? palette.line) : palette.line
    context.lineWidth = Math.max(1, 1 / zoom)
    context.beginPath()
    context.roundRect(group.x, group.y, group.width, group.height, Math.min(12, 6 / zoom))
    context.globalAlpha = overview ? 1 : 0.55
    context.fill()
    context.globalAlpha = overview ? 0.7 : 1
    context.stroke()
    context.globalAlpha = 1
  }
}

/** Distance of a group's title from its side in world units, and the title's height. */
const TITLE_INSET = 16
const TITLE_HEIGHT = 30

/**
 * Draws group titles: at the top edge when near (sticky while the top is out of view), centred when the group
 * represents its cards.
 */
function paintTitles(
  context: Context,
  scene: Scene,
  view: Bounds,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  context.textBaseline = 'middle'
  const overview = isOverview(scene, zoom)
  // Collapsed parts of a group are drawn even when far; the group's name avoids them.
  const parted = new Set(scene.groupOf.subarray(scene.nodes.length))
  for (const [place, group] of scene.groups.entries()) {
    if (outside(group, view)) continue
    if (overview) paintFarTitle(context, group, parted.has(place), zoom, palette, fitted)
    else paintNearTitle(context, group, view, zoom, palette, fitted)
  }
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
  // If the top is out of view, the title sticks to the view's edge, on its own background.
  const high = Math.min(Math.max(group.y, view.top), group.y + group.height - TITLE_HEIGHT)
  const far = Math.min(
    Math.max(group.x, view.left),
    group.x + group.width - Math.min(group.width, group.titleWidth),
  )
  const room = Math.min(group.width, group.titleWidth) - TITLE_INSET
  context.font = `600 ${size}px ${palette.font}`
  /** Measured from the top of its background. */
  const middle = Math.min(13.5, size)
  const title = fitted.fit(context, group.label, Math.round(room - 4))
  const width = context.measureText(title).width
  context.font = `${size * 0.86}px ${palette.font}`
  const left = room - width - 12
  const detail = context.measureText(group.detail).width <= left ? group.detail : ''
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

/** Font sizes in CSS pixels of a far group's name and detail, and the minimum readable size of a name. */
const FAR_NAME = 15
const FAR_DETAIL = 11
/** Gap between name and detail side by side. */
const BESIDE = 8
const MIN_NAME_PX = 9

function paintFarTitle(
  context: Context,
  group: SceneGroup,
  atTop: boolean,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const [width, height] = [
    group.width * zoom - 8,
    (atTop ? GROUP_PADDING + GROUP_TITLE : group.height) * zoom - 4,
  ]
  if (height < MIN_NAME_PX || width < 2 * MIN_NAME_PX) return
  const pixels = (text: string, weight: number, most: number): number => {
    context.font = `${weight} ${most / zoom}px ${palette.font}`
    // Slightly less than the room, so that rounding does not truncate a text that just fits.
    const share = (width * 0.97) / (context.measureText(text).width * zoom)
    return Math.max(MIN_NAME_PX, most * Math.min(1, share))
  }
  const rows = nameRows(context, group.label, [width, height], zoom, palette)
  const longest = rows.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const name = pixels(longest, 600, Math.min(FAR_NAME, height / rows.length))
  const small = Math.min(FAR_DETAIL, name)
  const lines: (readonly string[])[] = [[group.detail], group.kinds].slice(
    0,
    Math.max(0, Math.floor((height - name * 1.3 * rows.length) / (FAR_DETAIL * 1.35))),
  )
  const total = name * 1.2 * rows.length + lines.length * FAR_DETAIL * 1.35
  let y = group.y + (atTop ? 2 / zoom : group.height / 2 - total / 2 / zoom) + (name * 0.6) / zoom
  const x = group.x + group.width / 2
  context.textAlign = 'center'
  context.fillStyle = palette.text
  context.font = `600 ${name / zoom}px ${palette.font}`
  // A flat group only has room for a count beside its name.
  const beside =
    lines.length === 0 ? besideRoom(context, group, [name, width, small], zoom, palette) : undefined
  for (const [row, text] of rows.entries()) {
    if (row > 0) y += (name * 1.2) / zoom
    context.fillText(fitted.fit(context, text, Math.round(width / zoom)), x - (beside ?? 0) / 2, y)
  }
  if (beside !== undefined) lines.push([group.detail])
  const detailX = beside === undefined ? x : x + (context.measureText(group.label).width + BESIDE / zoom) / 2
  if (beside === undefined) y += (name * 0.6 + FAR_DETAIL * 0.75) / zoom
  context.fillStyle = palette.quiet
  context.font = `${small / zoom}px ${palette.font}`
  for (const line of lines) {
    context.fillText(fitted.choose(context, line, Math.round(width / zoom)), detailX, y)
    y += (FAR_DETAIL * 1.35) / zoom
  }
}

/**
 * A far group's name in one row, or in two, parted where a name may be, if it would be cut and there is room;
 * sizes in CSS pixels.
 */
function nameRows(
  context: Context,
  label: string,
  [width, height]: readonly [width: number, height: number],
  zoom: number,
  palette: Palette,
): readonly string[] {
  context.font = `600 ${MIN_NAME_PX / zoom}px ${palette.font}`
  if (context.measureText(label).width * zoom <= width || height < 2.6 * MIN_NAME_PX) return [label]
  const breaks = [...label.matchAll(/(?<=[\s._-])(?=[^\s._-])/g)].map(({ index }) => index)
  const middle = label.length / 2
  const [at] = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return at === undefined ? [label] : [label.slice(0, at).trimEnd(), label.slice(at)]
}

/**
 * How far, in world units, a far group's name moves so that the detail fits beside it; undefined if there is
 * no room. Expects the name's font to be set, and leaves it set.
 */
function besideRoom(
  context: Context,
  group: SceneGroup,
  [name, width, small]: readonly [name: number, width: number, small: number],
  zoom: number,
  palette: Palette,
): number | undefined {
  const label = context.measureText(group.label).width
  context.font = `${small / zoom}px ${palette.font}`
  const detail = context.measureText(group.detail).width
  context.font = `600 ${name / zoom}px ${palette.font}`
  const whole = label + BESIDE / zoom + detail
  return group.detail === '' || whole * zoom > width ? undefined : detail + BESIDE / zoom
}

import { visibleBounds, type Bounds, type Camera, type Size } from '../scene/camera.ts'
import type { FittedText } from './fitted-text.ts'
import { paintFarTitles } from './far-titles.ts'
import { paintEdges } from './paint-edges.ts'
import type { PaintTable } from './item-job.ts'
import { paintItems } from './paint-items.ts'
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
  const parted = new Set(
    [...scene.groupOf.subarray(scene.nodes.length)].flatMap((place) => scene.groups[place] ?? []),
  )
  const groups = scene.groups.filter((group) => !outside(group, view))
  if (overview) paintFarTitles({ context, zoom, palette, fitted }, scene, groups, parted)
  else for (const group of groups) paintNearTitle(context, group, view, zoom, palette, fitted)
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

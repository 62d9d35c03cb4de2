import { visibleBounds, type Bounds, type Camera, type Size } from '../scene/camera.ts'
import type { FittedText } from './fitted-text.ts'
import { paintFarTitles } from './far-titles.ts'
import { paintEdges } from './paint-edges.ts'
import { outside, paintNearTitles } from './near-titles.ts'
import { paintOuterNames, placeFarNames } from './outer-names.ts'
import type { Context, PaintTable } from './item-job.ts'
import { paintItems } from './paint-items.ts'
import { isOverview, type Palette, type Scene } from '../scene/scene.ts'

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
  const { zoom } = camera
  const far = { context, zoom, palette, fitted: job.fitted }
  const names = placeFarNames(far, scene, job.table.labels, seen)
  paintGroups(context, scene, view, zoom, palette)
  paintEdges(context, scene, view, seen, zoom, palette, job.edgeLabels, job.table.labels, names)
  paintItems(context, scene, job.table, view, zoom, palette, job.fitted)
  if (!isOverview(scene, zoom)) paintNearTitles(context, scene, seen, zoom, palette, job.fitted)
  paintFarTitles(far, names.inside)
  paintOuterNames(far, names.beside)
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

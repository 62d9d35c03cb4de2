import { visibleBounds, type Bounds, type Camera, type Size } from '../scene/camera.ts'
import type { FittedText } from './fitted-text.ts'
import { LabelRoom } from './label-room.ts'
import { paintEdges } from './paint-edges.ts'
import { paintItems, type PaintTable } from './paint-items.ts'
import { SPECK_ZOOM, type Palette, type Scene } from '../scene/scene.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export interface PaintJob {
  readonly scene: Scene
  readonly table: PaintTable
  readonly edgeLabels: readonly string[]
  readonly palette: Palette
  readonly camera: Camera
  /** CSS pixels. */
  readonly size: Size
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  readonly fitted: FittedText
  /** Leaves the ground out, for a picture without background. */
  readonly transparent?: boolean
}

/** Paints the scene as the camera sees it. Pure but for the context; the page, the worker and the PNG export share it. */
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
  paintBoxes(context, scene, view, camera.zoom, palette)
  paintEdges(context, scene, view, camera.zoom, palette, job.edgeLabels)
  paintItems(context, scene, job.table, view, camera.zoom, palette, job.fitted)
  paintTitles(context, scene, view, camera.zoom, palette, job.fitted)
}

function outside(box: Scene['boxes'][number], view: Bounds): boolean {
  return (
    box.x > view.right ||
    box.x + box.width < view.left ||
    box.y > view.bottom ||
    box.y + box.height < view.top
  )
}

function paintBoxes(context: Context, scene: Scene, view: Bounds, zoom: number, palette: Palette): void {
  for (const box of scene.boxes) {
    if (outside(box, view)) continue
    context.fillStyle = palette.tints[box.hue] ?? palette.sunken
    context.strokeStyle = palette.line
    context.lineWidth = Math.max(1, 1 / zoom)
    context.beginPath()
    context.roundRect(box.x, box.y, box.width, box.height, 12)
    context.globalAlpha = 0.55
    context.fill()
    context.globalAlpha = 1
    context.stroke()
  }
}

/** Between a box's side and its title, in world units. */
const TITLE_INSET = 16

/** Titles of the boxes: in the corner when near, over the box in readable size when far. */
function paintTitles(
  context: Context,
  scene: Scene,
  view: Bounds,
  zoom: number,
  palette: Palette,
  fitted: FittedText,
): void {
  const far = zoom < SPECK_ZOOM * 2.2
  const size = far ? Math.min(13 / zoom, 1200) : Math.max(13, Math.min(11.5 / zoom, 40))
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const room = new LabelRoom()
  // The largest boxes are named first; where a name would lie on another, none is written.
  const boxes = scene.boxes.filter((box) => !outside(box, view) && !(far && box.width * zoom < 36))
  if (far) boxes.sort((a, b) => b.width * b.height - a.width * a.height)
  for (const box of boxes) {
    context.font = `600 ${size}px ${palette.font}`
    if (far) {
      // A long name is written smaller, down to 8.5 pixels on the screen, before it is cut.
      const room = (box.width - size / 2) / context.measureText(box.label).width
      context.font = `600 ${size * Math.min(1, Math.max(8.5 / 13, room))}px ${palette.font}`
    } else {
      const room = (box.width - 2 * TITLE_INSET) / context.measureText(box.label).width
      context.font = `600 ${size * Math.min(1, Math.max(0.75, room))}px ${palette.font}`
    }
    const title = fitted.fit(context, box.label, Math.round(far ? box.width : box.width - 2 * TITLE_INSET))
    context.fillStyle = palette.text
    if (!far) {
      context.textAlign = 'left'
      context.fillText(title, box.x + TITLE_INSET, box.y + 19)
      const offset = context.measureText(title).width + TITLE_INSET + 12
      context.font = `${size * 0.85}px ${palette.font}`
      context.fillStyle = palette.quiet
      const detail = fitted.fit(context, box.detail, Math.round(box.width - offset - 8))
      if (detail.length > 2) context.fillText(detail, box.x + offset, box.y + 19.5)
      continue
    }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const width = context.measureText(title).width
    if (!room.claim(x * zoom, y * zoom, width * zoom, size * 1.1 * zoom)) continue
    context.textAlign = 'center'
    context.lineWidth = size / 3
    context.strokeStyle = palette.ground
    context.strokeText(title, x, y)
    context.fillText(title, x, y)
  }
}

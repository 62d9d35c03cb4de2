import type { Bounds } from '../scene/camera.ts'
import { edgeCurve, newCurve, type Curve } from './edge-curve.ts'
import { paintEdgeLabels, type LabelledEdges } from './paint-edge-labels.ts'
import { LABEL_ZOOM, MARK, SPECK_ZOOM, type Palette, type Scene } from '../scene/scene.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** How an edge is drawn; edges of one look share one path. */
type Look = 'plain' | 'dimmed' | 'highlighted' | 'added' | 'removed' | 'heavy'

function lookOf(mark: number, weight: number): Look {
  if (mark & MARK.dimmed) return 'dimmed'
  if (mark & MARK.highlighted) return 'highlighted'
  if (mark & MARK.added) return 'added'
  if (mark & MARK.removed) return 'removed'
  return weight > 1 ? 'heavy' : 'plain'
}

const ORDER: readonly Look[] = ['dimmed', 'plain', 'heavy', 'removed', 'added', 'highlighted']

/** Edges whose rectangle meets the view, by look. */
function visibleEdges(scene: Scene, view: Bounds): Map<Look, number[]> {
  const found = new Map<Look, number[]>()
  const { x, y, from, to } = scene
  for (let edge = 0; edge < from.length; edge++) {
    const a = from[edge] ?? 0
    const b = to[edge] ?? 0
    const [ax, bx, ay, by] = [x[a] ?? 0, x[b] ?? 0, y[a] ?? 0, y[b] ?? 0]
    if (Math.max(ax, bx) < view.left - 100 || Math.min(ax, bx) > view.right + 100) continue
    if (Math.max(ay, by) < view.top - 100 || Math.min(ay, by) > view.bottom + 100) continue
    const look = lookOf(scene.edgeMark[edge] ?? 0, scene.weight[edge] ?? 1)
    const list = found.get(look)
    if (list) list.push(edge)
    else found.set(look, [edge])
  }
  return found
}

function stroke(context: Context, look: Look, palette: Palette, zoom: number): void {
  const pixel = 1 / zoom
  context.globalAlpha =
    look === 'dimmed'
      ? 0.18
      : look !== 'plain'
        ? 0.9
        : zoom < SPECK_ZOOM
          ? 0.3
          : zoom < LABEL_ZOOM * 0.6
            ? 0.5
            : 0.8
  // At most one device pixel when far: the rasteriser has a fast path for hairlines and a slow one for everything else.
  const far = zoom < LABEL_ZOOM * 0.6
  context.lineWidth =
    far && look !== 'highlighted'
      ? pixel * 0.9
      : (look === 'highlighted' ? 2.4 : look === 'heavy' ? 2 : 1.1) * Math.max(pixel, 0.8)
  context.setLineDash(look === 'removed' ? [6 * pixel, 4 * pixel] : [])
  context.strokeStyle = {
    plain: palette.lineStrong,
    dimmed: palette.lineStrong,
    heavy: palette.quiet,
    highlighted: palette.accent,
    added: palette.good,
    removed: palette.bad,
  }[look]
  context.fillStyle = context.strokeStyle
}

/** Edges at once in one path; longer paths make the rasteriser slower, not faster. */
const BATCH = 1500

/** Draws the edges: lines when far, curves with arrow heads when near, relation types when nearest. */
export function paintEdges(
  context: Context,
  scene: Scene,
  view: Bounds,
  zoom: number,
  palette: Palette,
  labels: readonly string[],
): void {
  const byLook = visibleEdges(scene, view)
  const curve = newCurve()
  const named: LabelledEdges[] = []
  for (const look of ORDER) {
    const edges = byLook.get(look) ?? []
    if (edges.length === 0) continue
    stroke(context, look, palette, zoom)
    for (let start = 0; start < edges.length; start += BATCH) {
      context.beginPath()
      for (let i = start; i < Math.min(edges.length, start + BATCH); i++)
        trace(context, scene, edges[i] ?? 0, zoom, curve)
      context.stroke()
    }
    context.setLineDash([])
    if (zoom >= LABEL_ZOOM * 0.6 && edges.length < 6000) paintHeads(context, scene, edges, zoom, curve)
    if (look !== 'dimmed') named.push({ highlighted: look === 'highlighted', edges })
  }
  // Names last and the most telling first, so that no line crosses one.
  paintEdgeLabels(context, { scene, view, zoom, palette, labels }, named.toReversed())
  context.globalAlpha = 1
}

function trace(context: Context, scene: Scene, edge: number, zoom: number, curve: Curve): void {
  if (zoom < LABEL_ZOOM * 0.6) {
    const [a, b] = [scene.from[edge] ?? 0, scene.to[edge] ?? 0]
    context.moveTo(scene.x[a] ?? 0, scene.y[a] ?? 0)
    context.lineTo(scene.x[b] ?? 0, scene.y[b] ?? 0)
    return
  }
  edgeCurve(scene, edge, curve)
  context.moveTo(curve.x1, curve.y1)
  context.bezierCurveTo(curve.cx1, curve.cy1, curve.cx2, curve.cy2, curve.x2, curve.y2)
}

function paintHeads(
  context: Context,
  scene: Scene,
  edges: readonly number[],
  zoom: number,
  curve: Curve,
): void {
  const size = Math.min(9, 7 / zoom)
  context.beginPath()
  for (const edge of edges) {
    edgeCurve(scene, edge, curve)
    const angle = Math.atan2(curve.y2 - curve.cy2, curve.x2 - curve.cx2)
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size]
    context.moveTo(curve.x2, curve.y2)
    context.lineTo(curve.x2 - cos - sin * 0.45, curve.y2 - sin + cos * 0.45)
    context.lineTo(curve.x2 - cos + sin * 0.45, curve.y2 - sin - cos * 0.45)
    context.closePath()
  }
  context.fill()
}

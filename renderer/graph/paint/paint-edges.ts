import type { Bounds } from '../scene/camera.ts'
import { isOverview, MARK, type Palette, type Scene, type SceneTrunk } from '../scene/scene.ts'
import { paintEdgeLabels, type LabelledEdges } from './paint-edge-labels.ts'
import { direction, isEmpty, meetsView, traceWay, wayOf, wholeWay, type Way } from './way.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** How an edge is drawn; edges of one look share one path. */
type Look = 'plain' | 'dimmed' | 'highlighted' | 'added' | 'removed' | 'heavy'

function lookOf(mark: number, weight: number): Look {
  if (mark & MARK.highlighted) return 'highlighted'
  if (mark & MARK.dimmed) return 'dimmed'
  if (mark & MARK.added) return 'added'
  if (mark & MARK.removed) return 'removed'
  return weight > 1 ? 'heavy' : 'plain'
}

const ORDER: readonly Look[] = ['dimmed', 'plain', 'heavy', 'removed', 'added', 'highlighted']

const INK: Readonly<Record<Look, number>> = {
  dimmed: 0.12,
  plain: 0.45,
  heavy: 0.55,
  removed: 0.9,
  added: 0.9,
  highlighted: 1,
}
const WIDTH: Readonly<Record<Look, number>> = {
  dimmed: 1,
  plain: 1,
  heavy: 1.6,
  removed: 1.4,
  added: 1.4,
  highlighted: 1.6,
}

interface Drawn {
  readonly way: Way
  /** Number of the edge; undefined for a trunk. */
  readonly edge: number | undefined
}

/** What is drawn of the edges, by look. */
function visibleEdges(scene: Scene, view: Bounds, zoom: number): Map<Look, Drawn[]> {
  const found = new Map<Look, Drawn[]>()
  const overview = isOverview(scene, zoom)
  const add = (look: Look, drawn: Drawn): void => {
    if (isEmpty(drawn.way) || !meetsView(drawn.way, view)) return
    const list = found.get(look)
    if (list) list.push(drawn)
    else found.set(look, [drawn])
  }
  for (const trunk of scene.trunks)
    if (overview || !trunk.open)
      add(lookOf(trunk.mark, trunk.weight), { way: wholeWay(trunk.points), edge: undefined })
  for (let edge = 0; edge < scene.from.length; edge++) {
    if (
      overview &&
      ((scene.boxOf[scene.from[edge] ?? 0] ?? -1) >= 0 || (scene.boxOf[scene.to[edge] ?? 0] ?? -1) >= 0)
    )
      continue
    add(lookOf(scene.edgeMark[edge] ?? 0, scene.weight[edge] ?? 1), { way: wayOf(scene, edge), edge })
  }
  return found
}

function stroke(context: Context, look: Look, palette: Palette, zoom: number): void {
  const pixel = 1 / zoom
  context.globalAlpha = INK[look]
  // A line is never thinner than a pixel, and does not get as thick as the cards get near.
  context.lineWidth = WIDTH[look] * Math.max(pixel, 0.7)
  context.setLineDash(look === 'removed' ? [6 * pixel, 4 * pixel] : [])
  context.strokeStyle = {
    plain: palette.text,
    dimmed: palette.text,
    heavy: palette.text,
    highlighted: palette.accent,
    added: palette.good,
    removed: palette.bad,
  }[look]
  context.fillStyle = context.strokeStyle
}

/** Edges at once in one path; longer paths make the rasteriser slower, not faster. */
const BATCH = 1500

/** Draws the edges on their ways, with arrow heads, and names them. */
export function paintEdges(
  context: Context,
  scene: Scene,
  view: Bounds,
  zoom: number,
  palette: Palette,
  labels: readonly string[],
): void {
  const byLook = visibleEdges(scene, view, zoom)
  const named: LabelledEdges[] = []
  for (const look of ORDER) {
    const drawn = byLook.get(look) ?? []
    if (drawn.length === 0) continue
    stroke(context, look, palette, zoom)
    for (let start = 0; start < drawn.length; start += BATCH) {
      context.beginPath()
      for (const { way } of drawn.slice(start, start + BATCH)) traceWay(context, way)
      context.stroke()
    }
    context.setLineDash([])
    context.globalAlpha = Math.min(1, INK[look] * 1.5)
    paintHeads(context, drawn, zoom)
    if (look !== 'dimmed')
      named.push({ highlighted: look === 'highlighted', edges: drawn.flatMap(({ edge }) => edge ?? []) })
  }
  // Names last and the most telling first, so that no line crosses one.
  const trunks = scene.trunks.filter((trunk) => trunk.weight > 1 && meetsView(wholeWay(trunk.points), view))
  paintEdgeLabels(context, { scene, view, zoom, palette, labels }, named.toReversed(), countable(trunks))
  context.globalAlpha = 1
}

/** Trunks whose number is written: not those that give way to what is selected. */
const countable = (trunks: readonly SceneTrunk[]): SceneTrunk[] =>
  trunks.filter(({ mark }) => (mark & MARK.dimmed) === 0).sort((a, b) => b.weight - a.weight)

function paintHeads(context: Context, drawn: readonly Drawn[], zoom: number): void {
  const size = Math.min(8, 7 / zoom)
  context.beginPath()
  for (const { way } of drawn) {
    const { x, y } = direction(way, 'target')
    const [tipX, tipY] = [way.points[way.last - 2] ?? 0, way.points[way.last - 1] ?? 0]
    const [backX, backY] = [tipX - x * size, tipY - y * size]
    context.moveTo(tipX, tipY)
    context.lineTo(backX - y * size * 0.42, backY + x * size * 0.42)
    context.lineTo(backX + y * size * 0.42, backY - x * size * 0.42)
    context.closePath()
  }
  context.fill()
}

import type { Bounds } from '../scene/camera.ts'
import { edgeCurve, newCurve, pointOf, type Curve } from './edge-curve.ts'
import { LabelRoom } from './label-room.ts'
import { visibleItems } from './paint-items.ts'
import { DETAIL_ZOOM, LABEL_ZOOM, MARK, type Palette, type Scene } from '../scene/scene.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

interface LabelJob {
  readonly scene: Scene
  readonly view: Bounds
  readonly zoom: number
  readonly palette: Palette
  readonly labels: readonly string[]
}

/** Edges of one look: the accent is for the highlighted ones. */
export interface LabelledEdges {
  readonly highlighted: boolean
  readonly edges: readonly number[]
}

/** Both languages of the page write thousands so. */
const COUNT = new Intl.NumberFormat('en')
/** Names of edges of one look up to which any is written; more would be a carpet. */
const MOST = 900
/** Cards in view up to which names keep off them; a view of more shows no name that a card could hide. */
const MAX_CARDS = 1500
/** CSS pixels left free before and behind a name, so that an arrow head is seen; given up where there is no such place. */
const MARGIN = 10
/** CSS pixels of a box's title: left of it, of a character, and its height. */
const TITLE_MARGIN = 20
const TITLE_CHARACTER = 8
const TITLE_HEIGHT = 18

/** Shares of the way along an edge at which its name is tried: about its middle, or from its target back. */
const MIDDLE = [0.5, 0.4, 0.6, 0.3, 0.7]
const BACK = Array.from({ length: 17 }, (_, step) => 0.9 - step * 0.05)
const FORTH = BACK.map((share) => 1 - share)

/** The end at which an edge is named: edges that fan out from a selected item lie apart only at their other ends. */
function farEnd({ mark, from, to }: Scene, edge: number): 'source' | 'target' | undefined {
  const selected = (item: number | undefined): boolean => ((mark[item ?? -1] ?? 0) & MARK.selected) !== 0
  const [out, back] = [selected(from[edge]), selected(to[edge])]
  return out === back ? undefined : out ? 'target' : 'source'
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** The middle of a text of this size that stands before an end of the curve, with the arrow head between. */
function beforeEnd(curve: Curve, end: 'source' | 'target', width: number, height: number, gap: number): Spot {
  const { x1, y1, x2, y2, cx1, cy1, cx2, cy2 } = curve
  const [x, y, dx, dy] = end === 'target' ? [x2, y2, cx2 - x2, cy2 - y2] : [x1, y1, cx1 - x1, cy1 - y1]
  const length = Math.hypot(dx, dy) || 1
  const away = (Math.abs(dx) * width + Math.abs(dy) * height) / (2 * length) + gap
  return { x: x + (dx / length) * away, y: y + (dy / length) * away }
}

/**
 * Writes relation types, or how many edges a bundle stands for: the looks in their order, heavier bundles first. A name stands where
 * neither a card nor another name lies; an edge without such a place stays without its name.
 */
export function paintEdgeLabels(context: Context, job: LabelJob, looks: readonly LabelledEdges[]): void {
  const { scene, zoom, labels, palette } = job
  const weight = (edge: number): number => scene.weight[edge] ?? 1
  let room: LabelRoom | undefined
  const curve = newCurve()
  for (const { highlighted, edges } of looks) {
    const wanted = edges.filter(
      (edge) => zoom >= DETAIL_ZOOM || weight(edge) > 1 || (highlighted && zoom > 0.3),
    )
    if (wanted.length === 0 || wanted.length > MOST) continue
    room ??= roomBesideCards(job)
    const size = Math.max(11, Math.min(11 / zoom, 60))
    context.font = `${size}px ${palette.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = size / 3
    context.strokeStyle = palette.ground
    context.fillStyle = highlighted ? palette.accent : palette.quiet
    context.globalAlpha = 1
    for (const edge of wanted.sort((a, b) => weight(b) - weight(a))) {
      const text = weight(edge) > 1 ? COUNT.format(weight(edge)) : (labels[edge] ?? '')
      const width = context.measureText(text).width + 4
      const spot = spotOf(edgeCurve(scene, edge, curve), farEnd(scene, edge), width, size * 1.15, job, room)
      if (spot === undefined) continue
      context.strokeText(text, spot.x, spot.y)
      context.fillText(text, spot.x, spot.y)
    }
  }
}

/** What no name may lie on: the cards in view, and the titles of the boxes as far as they reach at the most. */
function roomBesideCards({ scene, view, zoom }: LabelJob): LabelRoom {
  const room = new LabelRoom()
  for (const { x, y, width, label } of scene.boxes) {
    const reach = Math.min(width * zoom, TITLE_MARGIN + label.length * TITLE_CHARACTER)
    if (zoom >= LABEL_ZOOM) room.block(x * zoom + reach / 2, (y + 19) * zoom, reach, TITLE_HEIGHT)
  }
  const items = visibleItems(scene, view)
  if (items.length > MAX_CARDS) return room
  for (const item of items) {
    const [width, height] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    room.block((scene.x[item] ?? 0) * zoom, (scene.y[item] ?? 0) * zoom, width * zoom, height * zoom)
  }
  return room
}

/** The first free place along a curve; sizes in world units. */
function spotOf(
  curve: Curve,
  end: 'source' | 'target' | undefined,
  width: number,
  height: number,
  { zoom, view }: LabelJob,
  room: LabelRoom,
): Spot | undefined {
  const free = ({ x, y }: Spot, margin: number): boolean =>
    x > view.left &&
    x < view.right &&
    y > view.top &&
    y < view.bottom &&
    room.claim(x * zoom, y * zoom, width * zoom + 2 * margin, height * zoom)
  const first = end && beforeEnd(curve, end, width, height, MARGIN / zoom)
  if (first && free(first, 0)) return first
  const shares = end === undefined ? MIDDLE : end === 'target' ? BACK : FORTH
  for (const margin of end === undefined ? [0] : [MARGIN, 0])
    for (const share of shares) {
      const spot = pointOf(curve, share)
      if (free(spot, margin)) return spot
    }
  return undefined
}

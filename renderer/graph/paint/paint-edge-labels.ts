import type { Bounds } from '../scene/camera.ts'
import { direction, longestPiece, pointAlong, wayOf, wholeWay, type Way } from './way.ts'
import { LabelRoom } from './label-room.ts'
import { visibleItems } from './paint-items.ts'
import { DETAIL_ZOOM, MARK, NAME_ZOOM, type Palette, type Scene, type SceneTrunk } from '../scene/scene.ts'

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
/** Names up to which they are written wherever cards have theirs. */
const FEW = 24
/** Cards in view up to which names keep off them; a view of more shows no name that a card could hide. */
const MAX_CARDS = 1500
/** CSS pixels left free before and behind a name, so that an arrow head is seen; given up where there is no such place. */
const MARGIN = 10
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

/** The middle of a text of this size that stands before an end of the way, with the arrow head between. */
function beforeEnd(way: Way, end: 'source' | 'target', width: number, height: number, gap: number): Spot {
  const { points, first, last } = way
  const [x, y] = end === 'target' ? [points[last - 2], points[last - 1]] : [points[first], points[first + 1]]
  const to = direction(way, end)
  const away = (Math.abs(to.x) * width + Math.abs(to.y) * height) / 2 + gap
  return { x: (x ?? 0) - to.x * away, y: (y ?? 0) - to.y * away }
}

/**
 * Writes how many edges trunks stand for, then relation types, or how many edges a bundle stands for: the looks in their order,
 * heavier bundles first. A name stands where neither a card nor another name lies; an edge without such a place stays without its
 * name.
 */
export function paintEdgeLabels(
  context: Context,
  job: LabelJob,
  looks: readonly LabelledEdges[],
  trunks: readonly SceneTrunk[],
): void {
  const { scene, zoom, labels, palette } = job
  const weight = (edge: number): number => scene.weight[edge] ?? 1
  let room: LabelRoom | undefined
  const size = Math.max(11, Math.min(11 / zoom, 400))
  const pen = (highlighted: boolean): LabelRoom => {
    room ??= roomBesideCards(job)
    context.font = `${size}px ${palette.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.globalAlpha = 1
    context.fillStyle = highlighted ? palette.accent : palette.quiet
    return room
  }
  const write = (text: string, { x, y }: Spot, width: number): void => {
    const ink = context.fillStyle
    context.fillStyle = palette.ground
    context.beginPath()
    context.roundRect(
      x - width / 2 - size * 0.2,
      y - size * 0.62,
      width + size * 0.4,
      size * 1.24,
      size * 0.3,
    )
    context.fill()
    context.fillStyle = ink
    context.fillText(text, x, y)
  }
  for (const trunk of trunks.slice(0, MOST)) {
    const free = pen((trunk.mark & MARK.highlighted) !== 0)
    const text = COUNT.format(trunk.weight)
    const width = context.measureText(text).width
    const way = wholeWay(trunk.points)
    const places = [longestPiece(way), ...MIDDLE.map((share) => pointAlong(way, share))]
    const spot = places.find(({ x, y }) =>
      free.claim(x * zoom, y * zoom, (width + 6) * zoom, size * 1.2 * zoom),
    )
    if (spot) write(text, spot, width)
  }
  for (const { highlighted, edges } of looks) {
    const few = edges.length <= FEW
    const wanted = edges.filter(
      (edge) =>
        (highlighted && zoom > 0.3) ||
        (scene.shared[edge] !== 1 && (zoom >= DETAIL_ZOOM || weight(edge) > 1 || (few && zoom >= NAME_ZOOM))),
    )
    if (wanted.length === 0 || wanted.length > MOST) continue
    const free = pen(highlighted)
    for (const edge of wanted.sort((a, b) => weight(b) - weight(a))) {
      const text = weight(edge) > 1 ? COUNT.format(weight(edge)) : (labels[edge] ?? '')
      const width = context.measureText(text).width + 4
      const spot = spotOf(wayOf(scene, edge), farEnd(scene, edge), width, size * 1.25, job, free)
      if (spot !== undefined && text !== '') write(text, spot, width - 4)
    }
  }
}

/** What no name may lie on: the cards in view, and the titles of the boxes. */
function roomBesideCards({ scene, view, zoom }: LabelJob): LabelRoom {
  const room = new LabelRoom()
  const far = zoom < NAME_ZOOM
  for (const { x, y, width, height, titleWidth } of scene.boxes) {
    // Far boxes are all name.
    if (far) room.block((x + width / 2) * zoom, (y + height / 2) * zoom, width * zoom, height * zoom)
    else room.block((x + titleWidth / 2) * zoom, (y + 19) * zoom, titleWidth * zoom, 26 * zoom)
  }
  const items = visibleItems(scene, view)
  if (items.length > MAX_CARDS) return room
  for (const item of items) {
    const [width, height] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    room.block((scene.x[item] ?? 0) * zoom, (scene.y[item] ?? 0) * zoom, width * zoom, height * zoom)
  }
  return room
}

/** The first free place along a way; sizes in world units. */
function spotOf(
  way: Way,
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
  const first = end ? beforeEnd(way, end, width, height, MARGIN / zoom) : longestPiece(way)
  if (free(first, 0)) return first
  const shares = end === undefined ? MIDDLE : end === 'target' ? BACK : FORTH
  for (const margin of end === undefined ? [0] : [MARGIN, 0])
    for (const share of shares) {
      const spot = pointAlong(way, share)
      if (free(spot, margin)) return spot
    }
  return undefined
}

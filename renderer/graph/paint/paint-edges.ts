import type { Bounds } from '../scene/camera.ts'
import {
  isOverview,
  MARK,
  SHARED,
  type Palette,
  type Scene,
  DETAIL_ZOOM,
  NAME_ZOOM,
  trunkMark,
} from '../scene/scene.ts'
import { direction, isEmpty, meetsView, traceWay, wayOf, type Way, longestPiece, pointAlong } from './way.ts'
import { LabelRoom } from './label-room.ts'
import {
  countable,
  countAlong,
  drawnTrunks,
  placeCount,
  portOf,
  shortName,
  type DrawnTrunk,
  type Spot,
} from './trunk-labels.ts'
import { titleCorner } from './near-titles.ts'
import { type Drawn, isOnHead, paintHeads } from './arrow-heads.ts'
import type { FarNames } from './outer-names.ts'
import { visibleItems } from './paint-items.ts'
import type { Context } from './item-job.ts'

interface LabelJob {
  readonly scene: Scene
  /** What to paint, and its visible part. */
  readonly view: Bounds
  readonly seen: Bounds
  readonly zoom: number
  readonly palette: Palette
  readonly labels: readonly string[]
  /** Node names by table row. */
  readonly names: readonly string[]
  /** Names from afar, which others avoid. */
  readonly far: FarNames
}

/** Edges of one style; the accent colour is for highlighted ones. */
interface LabelledEdges {
  readonly highlighted: boolean
  readonly edges: readonly number[]
}

/** Above this number of edges of one style no names are drawn; they would cover everything. */
const MAX_EDGE_NAMES = 900
/** Up to this number, edge names are drawn whenever cards have theirs. */
const FEW = 24
/** Maximum visible cards that edge names avoid; with more, no name that a card could hide is drawn. */
const MAX_CARDS = 1500
/**
 * CSS pixels left free at both ends of a name, so that the arrow head is visible; dropped if nothing else
 * fits.
 */
const MARGIN = 10
/** Positions along an edge, as shares, tried for its name: around the middle, or from the target back. */
const MIDDLE = [0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8]
const BACK = Array.from({ length: 17 }, (_, step) => 0.9 - step * 0.05)
const FORTH = BACK.map((share) => 1 - share)

/** The end to label: edges fanning out from a selected item are apart only at their other ends. */
function farEnd({ mark, from, to }: Scene, edge: number): 'source' | 'target' | undefined {
  const selected = (item: number | undefined): boolean => ((mark[item ?? -1] ?? 0) & MARK.selected) !== 0
  const [out, back] = [selected(from[edge]), selected(to[edge])]
  return out === back ? undefined : out ? 'target' : 'source'
}

/** Centre of a text of this size before an end of the route, leaving room for the arrow head. */
function beforeEnd(way: Way, end: 'source' | 'target', width: number, height: number, gap: number): Spot {
  const { points, first, last } = way
  const [x, y] = end === 'target' ? [points[last - 2], points[last - 1]] : [points[first], points[first + 1]]
  const to = direction(way, end)
  const away = (Math.abs(to.x) * width + Math.abs(to.y) * height) / 2 + gap
  return { x: (x ?? 0) - to.x * away, y: (y ?? 0) - to.y * away }
}

/**
 * Returns how many trunks have their counts. Draws those, then relation types or bundle counts: styles in order, heavier bundles first. A name is
 * drawn only where it overlaps no card or other name.
 */
export function paintEdgeLabels(
  context: Context,
  job: LabelJob,
  looks: readonly LabelledEdges[],
  trunks: readonly DrawnTrunk[],
): number {
  let counted = 0
  const { scene, zoom, labels, palette } = job
  const overview = isOverview(scene, zoom)
  const weight = (edge: number): number => scene.weight[edge] ?? 1
  let room: LabelRoom | undefined
  const size = Math.min(Math.max(11, Math.min(11 / zoom, overview ? Infinity : 400)), 15 / zoom)
  const pen = (highlighted: boolean): LabelRoom => {
    room ??= roomBesideCards(job)
    context.font = `${size}px ${palette.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.globalAlpha = 1
    context.fillStyle = highlighted ? palette.accent : palette.quiet
    return room
  }
  /** A text with a background; a count from afar has the outline of its line's colour. */
  const write = (text: string, { x, y }: Spot, width: number, line?: string): void => {
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
    if (line !== undefined) {
      context.strokeStyle = line
      context.lineWidth = 1 / zoom
      context.stroke()
    }
    context.fillStyle = ink
    context.fillText(text, x, y)
  }
  for (const drawn of trunks.slice(0, MAX_EDGE_NAMES)) {
    const { trunk, way, back } = drawn
    const port = portOf(way, { ...trunk, back }, job.seen)
    if (!port && trunk.weight + back === 1 && !overview) continue
    const free = pen((trunkMark(trunk, overview) & MARK.highlighted) !== 0)
    if (port) {
      const width = context.measureText(port.text).width + 4
      const spot = spotOf(way, port.end, width, size * 1.25, job, free)
      if (spot) write(port.text, spot, width - 4)
      counted += spot ? 1 : 0
      continue
    }
    const place = placeCount(drawn, overview, size, {
      widthOf: (text) => context.measureText(text).width,
      claim: ({ x, y }, width, height) => free.claim(x * zoom, y * zoom, width * zoom, height * zoom),
    })
    if (!place) continue
    counted++
    const { lines, spot, width, leader } = place
    const lit = trunkMark(trunk, overview) & MARK.highlighted
    const colour = overview ? (lit ? palette.accent : palette.domains[trunk.hue ?? 0]) : undefined
    if (leader) paintLeader(context, spot, leader, colour ?? palette.text, zoom)
    for (const [row, line] of lines.entries())
      write(line, { x: spot.x, y: spot.y + (row - (lines.length - 1) / 2) * size * 1.2 }, width, colour)
  }
  for (const { highlighted, edges } of looks) {
    const few = edges.length <= FEW
    const wanted = edges.filter(
      (edge) =>
        (highlighted && zoom > 0.3 && scene.shared[edge] !== SHARED.whole) ||
        edgePort(job, edge) !== undefined ||
        (scene.shared[edge] === SHARED.none &&
          (zoom >= DETAIL_ZOOM || weight(edge) > 1 || (few && zoom >= NAME_ZOOM))),
    )
    if (wanted.length === 0 || wanted.length > MAX_EDGE_NAMES) continue
    const free = pen(highlighted)
    for (const edge of wanted.sort((a, b) => weight(b) - weight(a))) {
      const port = edgePort(job, edge)
      const text =
        port?.text ??
        (weight(edge) > 1 ? countAlong(wayOf(scene, edge), weight(edge)) : shortName(labels[edge] ?? ''))
      const width = context.measureText(text).width + 4
      const end = port?.end ?? farEnd(scene, edge)
      const spot = spotOf(wayOf(scene, edge), end, width, size * 1.25, job, free)
      if (spot !== undefined && text !== '') write(text, spot, width - 4)
    }
  }
  return counted
}

/** A thin line from a count to the line that it belongs to. */
function paintLeader(context: Context, from: Spot, to: Spot, colour: string, zoom: number): void {
  context.strokeStyle = colour
  context.lineWidth = 1 / zoom
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** `portOf` for an edge at a collapsed group, when zoomed in enough to read names. */
function edgePort({ scene, names, seen, zoom }: LabelJob, edge: number): ReturnType<typeof portOf> {
  const [from, to] = [scene.from[edge] ?? 0, scene.to[edge] ?? 0]
  const nodes = scene.nodes.length
  if (zoom < NAME_ZOOM || scene.shared[edge] !== SHARED.none || Math.max(from, to) < nodes) return undefined
  const nameOf = (item: number): string =>
    (item < nodes ? names[scene.nodes[item] ?? -1] : scene.collapsed[item - nodes]?.label) ?? ''
  const joined = { from: nameOf(from), to: nameOf(to), weight: scene.weight[edge] ?? 1 }
  return portOf(wayOf(scene, edge), joined, seen)
}

/** CSS pixels by which a count may reach into a group on each side; a small one is all name. */
const REACH = 6
const inner = (side: number): number => (side < 4 * REACH ? side : side - 2 * REACH)

/** The areas names must avoid: visible cards and group titles. */
function roomBesideCards({ scene, view, seen, zoom, far }: LabelJob): LabelRoom {
  const room = new LabelRoom()
  for (const { x, y, width, height } of [...far.inside, ...far.beside]) room.block(x, y, width, height)
  for (const group of scene.groups) {
    const { x, y, width, height, titleWidth } = group
    // A far group holds only its name; a count may reach over its border.
    if (zoom < NAME_ZOOM) {
      const [wide, high] = [width * zoom, height * zoom]
      room.block((x + width / 2) * zoom, (y + height / 2) * zoom, inner(wide), inner(high))
      continue
    }
    const corner = titleCorner(group, seen)
    for (const { x: left, y: top } of [group, corner])
      room.block((left + titleWidth / 2) * zoom, (top + 19) * zoom, titleWidth * zoom, 26 * zoom)
  }
  const items = visibleItems(scene, view)
  if (items.length > MAX_CARDS) return room
  for (const item of items) {
    const [width, height] = [scene.width[item] ?? 0, scene.height[item] ?? 0]
    room.block((scene.x[item] ?? 0) * zoom, (scene.y[item] ?? 0) * zoom, width * zoom, height * zoom)
  }
  return room
}

/** The first free position along a route; sizes in world units. */
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
  const spots = shares.map((share) => pointAlong(way, share))
  // Rather on the arrow head than nowhere.
  const [clear, others] = [spots.filter((spot) => !isOnHead(way, spot, { width, height }, zoom)), spots]
  for (const [list, margin] of end === undefined
    ? ([
        [clear, 0],
        [others, 0],
      ] as const)
    : ([
        [clear, MARGIN],
        [clear, 0],
        [others, 0],
      ] as const)) {
    const spot = list.find((one) => free(one, margin))
    if (spot) return spot
  }
  return undefined
}

/** The visual style of an edge; edges of one style share one path. */
type EdgeStyle = 'plain' | 'dimmed' | 'highlighted' | 'added' | 'removed' | 'heavy'

function styleOf(mark: number, weight: number): EdgeStyle {
  if (mark & MARK.highlighted) return 'highlighted'
  if (mark & MARK.dimmed) return 'dimmed'
  if (mark & MARK.added) return 'added'
  if (mark & MARK.removed) return 'removed'
  return weight > 1 ? 'heavy' : 'plain'
}

const ORDER: readonly EdgeStyle[] = ['dimmed', 'plain', 'heavy', 'removed', 'added', 'highlighted']

const INK: Readonly<Record<EdgeStyle, number>> = {
  dimmed: 0.12,
  plain: 0.45,
  heavy: 0.55,
  removed: 0.9,
  added: 0.9,
  highlighted: 1,
}
const WIDTH: Readonly<Record<EdgeStyle, number>> = {
  dimmed: 1,
  plain: 1,
  heavy: 1.6,
  removed: 1.4,
  added: 1.4,
  highlighted: 1.6,
}

/** The edges to draw, by style. */
function visibleEdges(scene: Scene, view: Bounds, zoom: number): Map<EdgeStyle, Drawn[]> {
  const found = new Map<EdgeStyle, Drawn[]>()
  const overview = isOverview(scene, zoom)
  const add = (style: EdgeStyle, drawn: Drawn): void => {
    if (isEmpty(drawn.way) || !meetsView(drawn.way, view)) return
    const list = found.get(style)
    if (list) list.push(drawn)
    else found.set(style, [drawn])
  }
  for (const { trunk, way, back } of drawnTrunks(scene.trunks, overview))
    if (overview || !trunk.open)
      add(styleOf(trunkMark(trunk, overview), trunk.weight + back), {
        way,
        edge: undefined,
        both: back > 0,
        hue: overview ? trunk.hue : undefined,
      })
  for (let edge = 0; edge < scene.from.length; edge++) {
    if (
      overview &&
      ((scene.groupOf[scene.from[edge] ?? 0] ?? -1) >= 0 || (scene.groupOf[scene.to[edge] ?? 0] ?? -1) >= 0)
    )
      continue
    add(styleOf(scene.edgeMark[edge] ?? 0, scene.weight[edge] ?? 1), { way: wayOf(scene, edge), edge })
  }
  return found
}

/** Lines between domains have the colour of the one that they come from, so that each can be followed. */
function byHue(style: EdgeStyle, drawn: readonly Drawn[]): Map<number, Drawn[]> {
  const isOwn = style === 'plain' || style === 'heavy'
  const found = new Map<number, Drawn[]>()
  for (const one of drawn) {
    const hue = isOwn ? (one.hue ?? 0) : 0
    const list = found.get(hue)
    if (list) list.push(one)
    else found.set(hue, [one])
  }
  return found
}

function stroke(context: Context, style: EdgeStyle, palette: Palette, zoom: number, hue: number): void {
  const pixel = 1 / zoom
  const own = hue > 0 ? palette.domains[hue] : undefined
  context.globalAlpha = own ? 0.9 : INK[style]
  // Never thinner than a pixel, and not scaled up fully when zoomed in.
  context.lineWidth = WIDTH[style] * Math.max(pixel, 0.7)
  context.setLineDash(style === 'removed' ? [6 * pixel, 4 * pixel] : [])
  context.strokeStyle = {
    plain: own ?? palette.text,
    dimmed: palette.text,
    heavy: own ?? palette.text,
    highlighted: palette.accent,
    added: palette.good,
    removed: palette.bad,
  }[style]
  context.fillStyle = context.strokeStyle
}

/** Edges per path; longer paths make the rasteriser slower, not faster. */
const BATCH = 1500

/** Draws the edges with arrow heads and names. */
export function paintEdges(
  context: Context,
  scene: Scene,
  view: Bounds,
  seen: Bounds,
  zoom: number,
  palette: Palette,
  labels: readonly string[],
  names: readonly string[],
  far: FarNames,
): number {
  const job: LabelJob = { scene, view, seen, zoom, palette, labels, names, far }
  const byStyle = visibleEdges(scene, view, zoom)
  const named: LabelledEdges[] = []
  for (const style of ORDER) {
    const drawn = byStyle.get(style) ?? []
    if (drawn.length === 0) continue
    for (const [hue, lines] of byHue(style, drawn)) {
      stroke(context, style, palette, zoom, hue)
      for (let start = 0; start < lines.length; start += BATCH) {
        context.beginPath()
        for (const { way } of lines.slice(start, start + BATCH)) traceWay(context, way)
        context.stroke()
      }
      context.setLineDash([])
      context.globalAlpha = Math.min(1, INK[style] * 1.5)
      paintHeads(context, scene, lines, zoom)
    }
    if (style !== 'dimmed')
      named.push({ highlighted: style === 'highlighted', edges: drawn.flatMap(({ edge }) => edge ?? []) })
  }
  // Names last, most important first, so that no edge crosses one.
  const overview = isOverview(scene, zoom)
  const trunks = drawnTrunks(scene.trunks, overview).filter(({ way }) => meetsView(way, view))
  const counted = paintEdgeLabels(context, job, named.toReversed(), countable(trunks, seen, overview))
  context.globalAlpha = 1
  // What is dimmed beside something chosen is left out on purpose.
  const isCalm = overview && trunks.every(({ trunk }) => (trunk.mark & MARK.highlighted) === 0)
  return isCalm ? Math.max(0, trunks.filter(({ way }) => meetsView(way, seen)).length - counted) : 0
}

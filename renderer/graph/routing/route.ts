import { type Bounds, meets, type Point } from '../scene/camera.ts'
import { CHANNEL, channelOf } from '../layout/channel.ts'
import { Obstacles } from './obstacles.ts'
import { endAt, facingSides, flowOf, outOf, placePorts, sideKey, sideOf, sideRange } from './ports.ts'
import type { End, Side } from './ports.ts'
import { GROUP_WAY, CARD_WAY, fanAt, strandAt, widened, type Strand } from './strand.ts'
import { isOfFew, isSmallGraph } from '../layout/siblings.ts'
import { lanesOf, MAX_FAN } from './lanes.ts'
import { straighten } from './straighten.ts'
import { type Joint, portsOf, rangeOf } from './joints.ts'
import { addEnds, drawLoops, type FramedItems, rectOf, type Trunk } from './ends.ts'
import { uncross } from './uncross.ts'
import { cutAt, forkOutside, reversed } from './forks.ts'
import { type CardLinks, routeToCards, titleOf } from './card-bundles.ts'

/** Input of edge routing: items, edges, and the groups that contain them. */
export interface RouteInput extends FramedItems {
  /** Frame of each item, -1 for an item outside all groups. */
  readonly frameOf: ArrayLike<number>
  /** Edges leave on the right and enter on the left. */
  readonly flowing: boolean
  /** Edges drawn at most as part of a trunk: with too many, only selected ones are drawn individually. */
  readonly leftOut?: ((line: number) => boolean) | undefined
  /** Whether an edge is not even part of a trunk. */
  readonly absent?: ((line: number) => boolean) | undefined
  /** The edge in the opposite direction, if both are drawn as one. */
  readonly opposite?: ((line: number) => number | undefined) | undefined
  /** Which end of an edge is a collapsed part, if it is drawn as one with all edges between this and the open cards beside it. */
  readonly partAt?: ((line: number) => 'from' | 'to' | undefined) | undefined
  /** The layout's suggested route of an edge; used if it is free. */
  readonly proposed?: ((line: number) => ArrayLike<number> | undefined) | undefined
}

/**
 * Routes as concatenated points: those of edge `i` begin at `start[i]` in `points`. An edge without points
 * has no free route.
 */
export interface Routes {
  readonly start: Uint32Array
  /** Alternating x and y. */
  readonly points: Float32Array
  readonly trunks: readonly Trunk[]
}

const NOWHERE: readonly number[] = []

/**
 * Routes all edges, yielding before each: a route through a maze takes as long as hundreds of others. No
 * route crosses an item or a group's title.
 */
export function* routeSteps(input: RouteInput): Generator<void, Routes, void> {
  const ways: (readonly number[])[] = Array.from({ length: input.from.length }, () => NOWHERE)
  const plan = sortLines(input)
  const trunks: Trunk[] = []
  const fans: Fan[] = []
  yield* routeBetween(input, plan, ways, trunks, fans)
  for (const frame of plan.inner.keys()) yield* routeInside(input, frame, plan, fans, ways)
  for (const [frame, links] of plan.parts) {
    const cards = input.frames[frame]?.cards
    const lines = { inner: plan.inner.get(frame) ?? [], ways }
    if (cards) trunks.push(...(yield* routeToCards(input, frame, cards, links.values(), lines)))
  }
  for (const line of ways.keys()) {
    const other = routedAs(input, line)
    if (other !== undefined && ways[line]?.length === 0) ways[line] = reversed(ways[other] ?? NOWHERE)
  }
  return { ...packed(ways), trunks }
}

interface Plan {
  /** Edges inside each frame; those of frame -1 join ungrouped items. */
  readonly inner: ReadonlyMap<number, number[]>
  /** Links of each frame's open cards with its collapsed parts, by part. */
  readonly parts: ReadonlyMap<number, ReadonlyMap<number, CardLinks>>
  /** Edges that leave a frame, by the pair of units they join. */
  readonly between: readonly number[][]
  /** Loops in each frame and, as frame -1, outside of all, by their item. */
  readonly loops: ReadonlyMap<number, ReadonlyMap<number, number[]>>
}

/** A unit is a frame, or an ungrouped item: `-1 - item`. */
const unitOf = ({ frameOf }: RouteInput, item: number): number => {
  const frame = frameOf[item] ?? -1
  return frame < 0 ? -1 - item : frame
}

/** The earlier edge whose route, the other way round, is that of this edge. */
function routedAs({ opposite, leftOut }: RouteInput, line: number): number | undefined {
  const other = opposite?.(line)
  return other !== undefined && other < line && !leftOut?.(other) ? other : undefined
}

function sortLines(input: RouteInput): Plan {
  const inner = new Map<number, number[]>(input.frames.map((_, frame) => [frame, []]))
  const parts = new Map<number, Map<number, CardLinks>>()
  const between = new Map<string, number[]>()
  const loops = new Map<number, Map<number, number[]>>()
  for (let line = 0; line < input.from.length; line++) {
    const [a, b] = [input.from[line] ?? 0, input.to[line] ?? 0]
    const [from, to] = [unitOf(input, a), unitOf(input, b)]
    if (from === to) addToPart(parts, from, [a, b], line, input.partAt?.(line))
    // An edge not drawn individually needs no route unless it has a trunk.
    if (input.absent?.(line) || (input.leftOut?.(line) && (from === to || (from < 0 && to < 0)))) continue
    if ((from === to || (from < 0 && to < 0)) && routedAs(input, line) !== undefined) continue
    if (a === b) {
      const own = loops.get(Math.max(-1, from)) ?? new Map<number, number[]>()
      loops.set(Math.max(-1, from), own)
      const list = own.get(a)
      if (list) list.push(line)
      else own.set(a, [line])
    } else if (from === to) inner.get(from)?.push(line)
    else {
      // Between two ungrouped items each edge has its own route.
      const key = from < 0 && to < 0 ? `line ${line}` : `${from} ${to}`
      const list = between.get(key)
      if (list) list.push(line)
      else between.set(key, [line])
    }
  }
  return { inner, parts, between: [...between.values()], loops }
}

function addToPart(
  parts: Map<number, Map<number, CardLinks>>,
  frame: number,
  [from, to]: readonly [number, number],
  line: number,
  end: 'from' | 'to' | undefined,
): void {
  if (end === undefined) return
  const part = end === 'from' ? from : to
  const known = parts.get(frame) ?? new Map<number, CardLinks>()
  const links = known.get(part) ?? { part, there: [], back: [] }
  links[end === 'to' ? 'there' : 'back'].push(line)
  parts.set(frame, known.set(part, links))
}

/** The part of an edge inside a frame, between an item and the port of its trunk. */
interface Fan {
  readonly line: number
  readonly frame: number
  readonly item: number
  /** Where it parts from the others, inside the frame or outside of it, and the side of the frame. */
  readonly fork: Point
  readonly side: Side
  readonly outgoing: boolean
}

/**
 * Routes edges between frames and ungrouped items; the parts inside frames are left to {@link routeInside}.
 */
function* routeBetween(
  input: RouteInput,
  { between, loops }: Plan,
  ways: (readonly number[])[],
  trunks: Trunk[],
  fans: Fan[],
): Generator<void, void, void> {
  const units: number[] = input.frames.map((_, frame) => frame)
  for (let item = 0; item < input.count; item++) if ((input.frameOf[item] ?? -1) < 0) units.push(-1 - item)
  const rectOfUnit = (unit: number): Bounds =>
    unit < 0 ? rectOf(input, -1 - unit) : (input.frames[unit] as Bounds)
  const framed = input.frames.length > 0
  const obstacles = new Obstacles(units.map(rectOfUnit), (framed ? GROUP_WAY : CARD_WAY).clearance.pad)
  const pairs = between.map((lines): readonly [number, number] => [
    unitOf(input, input.from[lines[0] ?? 0] ?? 0),
    unitOf(input, input.to[lines[0] ?? 0] ?? 0),
  ])
  const flow =
    input.flowing && !framed ? flowOf(pairs.map(([a, b]) => [rectOfUnit(a), rectOfUnit(b)])) : undefined
  const isSmall = isSmallGraph(input)
  const joints = between.map((lines, place): Joint => {
    const [from, to] = pairs[place] ?? [0, 0]
    return { lines, from, to, sides: facingSides(rectOfUnit(from), rectOfUnit(to), flow) }
  })
  const wide = framed ? widening(units.map(rectOfUnit), joints) : 1
  const manners = !framed ? [CARD_WAY] : wide > 1 ? [widened(GROUP_WAY, wide), GROUP_WAY] : [GROUP_WAY]
  const taken = drawLoops(new Map(), input, loops.get(-1), ways, (item) => -1 - item)
  const ports = portsOf(input, joints, taken, rectOfUnit, wide)
  const strands: Strand[] = []
  for (const place of joints.keys()) {
    yield
    strands.push(strandAt(obstacles, ports, place, manners))
  }
  yield* uncross(ports, strands)
  if (isOfFew(input)) straighten(ports, strands, taken, (end) => rangeOf(input.frames, end))
  for (const [place, { lines, from, to, sides }] of joints.entries()) {
    yield
    const way = strands[place]?.way ?? NOWHERE
    if (way.length === 0) continue
    if (from < 0 && to < 0) {
      for (const line of lines) ways[line] = way
      continue
    }
    trunks.push({
      lines,
      fromFrame: Math.max(-1, from),
      toFrame: Math.max(-1, to),
      fromItem: from < 0 ? -1 - from : -1,
      toItem: to < 0 ? -1 - to : -1,
      points: Float32Array.from(way),
    })
    const drawn = lines.filter((line) => !input.leftOut?.(line))
    const isApart = isSmall && drawn.length === lines.length
    /** How far outside its frame the lines part at the one end: on their way to several items. */
    const outside = (unit: number, side: Side, ends: ArrayLike<number>, own: readonly number[]): number => {
      const several = unit >= 0 && isApart && new Set(lines.map((line) => ends[line])).size > 1
      return several ? forkOutside(own, rectOfUnit(unit), side, obstacles.rects) : 0
    }
    const [out, back] = [
      outside(from, sides[0], input.from, way),
      outside(to, sides[1], input.to, reversed(way)),
    ]
    const shared = reversed(cutAt(reversed(cutAt(way, sides[0], out)), sides[1], back))
    const isFanned = from >= 0 && to >= 0 && drawn.length > 1 && drawn.length <= MAX_FAN
    const lanes = isFanned ? lanesOf({ ...input, way: shared, lines: drawn, sides }) : []
    for (const [place, line] of drawn.entries()) {
      const own = lanes[place] ?? shared
      ways[line] = own
      if (from >= 0) fans.push(fanOf(line, from, input.from, forkAt(own, sides[0], out), true))
      if (to >= 0) fans.push(fanOf(line, to, input.to, forkAt(reversed(own), sides[1], back), false))
    }
  }
}

/** Where a way parts from its item's fan: at its beginning outside of the frame, or else just inside. */
const forkAt = (
  [x = 0, y = 0]: readonly number[],
  side: Side,
  outside: number,
): Pick<Fan, 'fork' | 'side'> => ({ fork: outOf({ x, y }, side, outside > 0 ? 0 : -CARD_WAY.stub), side })

const fanOf = (
  line: number,
  frame: number,
  ends: ArrayLike<number>,
  at: Pick<Fan, 'fork' | 'side'>,
  outgoing: boolean,
): Fan => ({ line, frame, item: ends[line] ?? 0, ...at, outgoing })

/** How many times as wide as the least the layout made the channels between these units. */
function widening(rects: readonly Bounds[], joints: readonly Joint[]): number {
  const sizes = rects.map(({ left, right, top, bottom }) => ({ width: right - left, height: bottom - top }))
  const pairs = new Set(joints.map(({ from, to }) => `${Math.min(from, to)} ${Math.max(from, to)}`))
  return channelOf(sizes, pairs.size) / CHANNEL
}

/** Routes edges inside a frame, and the inner parts of edges that leave it. */
function* routeInside(
  input: RouteInput,
  frame: number,
  { inner, loops }: Plan,
  fans: readonly Fan[],
  ways: (readonly number[])[],
): Generator<void, void, void> {
  const group = input.frames[frame]
  if (!group) return
  const lines = inner.get(frame) ?? []
  const own = fans.filter((fan) => fan.frame === frame)
  if (lines.length + own.length === 0) return void drawLoops(new Map(), input, loops.get(frame), ways)
  const rects: Bounds[] = []
  for (let item = 0; item < input.count; item++)
    if (input.frameOf[item] === frame) rects.push(rectOf(input, item))
  const obstacles = new Obstacles([...rects, titleOf(group)], CARD_WAY.clearance.pad)
  // A line between two parts keeps out of the box of the open cards.
  const { cards } = group
  const around = cards && new Obstacles([...rects, titleOf(group), cards], CARD_WAY.clearance.pad)
  const free: number[] = []
  for (const line of lines) {
    const proposed = input.proposed?.(line)
    if (proposed && isFree(obstacles, proposed, input, line)) ways[line] = Array.from(proposed)
    else free.push(line)
  }
  const rectsOf = (line: number): readonly [Bounds, Bounds] => [
    rectOf(input, input.from[line] ?? 0),
    rectOf(input, input.to[line] ?? 0),
  ]
  const flow = input.flowing ? flowOf(lines.map(rectsOf)) : undefined
  const ends = free.flatMap((line): End[] => {
    const [a, b] = [input.from[line] ?? 0, input.to[line] ?? 0]
    const [from, to] = rectsOf(line)
    const sides = facingSides(from, to, flow)
    return [endAt(from, a, sides[0], to), endAt(to, b, sides[1], from)]
  })
  // Where few lines fan out, all their heads point the way that they lead; and none leaves among arriving heads.
  const isSmall = isSmallGraph(input)
  const heads = new Set([
    ...lines.flatMap((line) => {
      const [x, y] = ways[line]?.slice(-2) ?? []
      const item = input.to[line] ?? 0
      return x === undefined ? [] : [sideKey(item, sideOf(rectOf(input, item), x, y ?? 0))]
    }),
    ...ends.flatMap(({ owner, side }, end) => (end % 2 === 1 ? [sideKey(owner, side)] : [])),
  ])
  const fanEnds = own.map(({ item, fork, side, outgoing }): End => {
    const rect = rectOf(input, item)
    const target = { left: fork.x, right: fork.x, top: fork.y, bottom: fork.y }
    const [facing] = facingSides(rect, target, undefined)
    const isLed = isSmall || (outgoing && heads.has(sideKey(item, facing)))
    return endAt(rect, item, isLed && isBefore(rect, side, fork) ? side : facing, target)
  })
  const all = [...ends, ...fanEnds]
  // Those with a suggested route have their ends already.
  const taken = addEnds(new Map(), input, lines, ways)
  drawLoops(taken, input, loops.get(frame), ways)
  const ports = { ends: all, places: placePorts(all, taken) }
  const strands: Strand[] = []
  for (const [place, line] of free.entries()) {
    yield
    const isOutside = cards && rectsOf(line).every((rect) => !meets(rect, cards))
    strands.push(strandAt((isOutside && around) || obstacles, ports, place, [CARD_WAY]))
  }
  for (const [place, fan] of own.entries()) {
    yield
    strands.push(fanAt(obstacles, ports, ends.length + place, fan.fork))
  }
  yield* uncross(ports, strands)
  if (isOfFew(input)) straighten(ports, strands, taken, (end) => sideRange(end.rect, end.side))
  free.forEach((line, place) => (ways[line] = strands[place]?.way ?? NOWHERE))
  own.forEach((fan, place) => {
    const part = strands[free.length + place]?.way ?? NOWHERE
    const way = ways[fan.line] ?? NOWHERE
    if (part.length === 0 || way.length === 0) ways[fan.line] = NOWHERE
    else ways[fan.line] = fan.outgoing ? [...part, ...way] : [...way, ...reversed(part)]
  })
}

/** Whether there is room to leave an item by this side and reach the point. */
function isBefore({ left, right, top, bottom }: Bounds, side: Side, { x, y }: Point): boolean {
  const away = { left: left - x, right: x - right, top: top - y, bottom: y - bottom }
  return away[side] > CARD_WAY.stub
}

/** Whether a suggested route still starts and ends at its items and crosses nothing. */
function isFree(obstacles: Obstacles, way: ArrayLike<number>, input: RouteInput, line: number): boolean {
  const meets = (item: number, x: number, y: number): boolean => {
    const { left, right, top, bottom } = rectOf(input, item)
    return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1
  }
  if (way.length < 4) return false
  if (!meets(input.from[line] ?? 0, way[0] ?? 0, way[1] ?? 0)) return false
  if (!meets(input.to[line] ?? 0, way[way.length - 2] ?? 0, way[way.length - 1] ?? 0)) return false
  for (let i = 2; i < way.length; i += 2)
    if (obstacles.firstHit(way[i - 2] ?? 0, way[i - 1] ?? 0, way[i] ?? 0, way[i + 1] ?? 0, -0.5) >= 0)
      return false
  return true
}

function packed(ways: readonly (readonly number[])[]): Pick<Routes, 'start' | 'points'> {
  const start = new Uint32Array(ways.length + 1)
  ways.forEach((way, line) => (start[line + 1] = (start[line] ?? 0) + way.length))
  const points = new Float32Array(start[ways.length] ?? 0)
  ways.forEach((way, line) => points.set(way, start[line]))
  return { start, points }
}

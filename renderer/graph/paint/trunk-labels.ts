import type { Bounds } from '../scene/camera.ts'
import { isFarTrunk, isMerged, MARK, saidWeight, trunkMark, type SceneTrunk } from '../scene/scene.ts'
import { distanceTo, isEmpty, longestPiece, pointAlong, wholeWay, type Way } from './way.ts'

/** The page's languages share the same grouping of thousands. */
export const COUNT = new Intl.NumberFormat('en')
/** Maximum characters of a name drawn on an edge: its type, or its far end beside where it leaves the view. */
const EDGE_NAME = 28

export const shortName = (name: string): string =>
  name.length > EDGE_NAME ? `${name.slice(0, EDGE_NAME)}…` : name

/** The two ends of an edge, and how many lead each way. */
interface Joined extends Pick<SceneTrunk, 'from' | 'to' | 'weight'> {
  /** Number of edges in the opposite direction that share the line. */
  readonly back?: number
}

/**
 * The off-screen end of an edge that leaves the view, drawn beside its visible end; undefined if both or
 * neither are visible.
 */
export function portOf(
  { points, first, last }: Way,
  { from, to, weight, back = 0 }: Joined,
  { left, right, top, bottom }: Bounds,
): { readonly text: string; readonly end: 'source' | 'target' } | undefined {
  const isSeen = (at: number): boolean => {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0]
    return x > left && x < right && y > top && y < bottom
  }
  const [starts, ends] = [isSeen(first), isSeen(last - 2)]
  const name = starts ? to : from
  if (starts === ends || name === '') return undefined
  const [there, home] = starts ? '→←' : '←→'
  const counts = [
    ...(back > 0 ? [`${there}${COUNT.format(weight)}`, `${home}${COUNT.format(back)}`] : []),
    ...(back === 0 && weight > 1 ? [COUNT.format(weight)] : []),
  ]
  // Counts of both directions say which is which.
  const other = back > 0 ? shortName(name) : `${there} ${shortName(name)}`
  return {
    text: [other, counts.join(' ')].filter((part) => part !== '').join(' · '),
    end: starts ? 'source' : 'target',
  }
}

/** A drawn trunk; from afar it also stands for the trunk in the opposite direction. */
export interface DrawnTrunk {
  readonly trunk: SceneTrunk
  readonly way: Way
  /** The links that it says: of its edges, or of those whose look it has; and those in the opposite direction. */
  readonly weight: number
  readonly back: number
}

/** What is counted along a line: a trunk, or a bundle. */
export type Counted = Omit<DrawnTrunk, 'trunk'>

const drawnOf = {
  far: new WeakMap<readonly SceneTrunk[], readonly DrawnTrunk[]>(),
  near: new WeakMap<readonly SceneTrunk[], readonly DrawnTrunk[]>(),
}

/**
 * The trunks drawn: one for each pair of groups, also when near if it stands for all links; from afar the strongest of very
 * many. Memoised.
 */
export function drawnTrunks(trunks: readonly SceneTrunk[], overview: boolean): readonly DrawnTrunk[] {
  const memo = overview ? drawnOf.far : drawnOf.near
  const known = memo.get(trunks)
  if (known) return known
  const drawn = trunks.flatMap((trunk, place): DrawnTrunk[] => {
    if (overview ? !isFarTrunk(trunks, place) : isMerged(trunks, place, false)) return []
    const other = isMerged(trunks, trunk.back, overview) ? trunks[trunk.back] : undefined
    const back = other ? saidWeight(other, overview) : 0
    const way = wholeWay(trunk.points)
    return isEmpty(way) ? [] : [{ trunk, way, weight: saidWeight(trunk, overview), back }]
  })
  memo.set(trunks, drawn)
  return drawn
}

/** The lighter bundle back whose line is too near for a number of its own, which would seem forgotten beside the other. */
export function besideOf(
  trunks: readonly SceneTrunk[],
  { trunk, way }: DrawnTrunk,
  near: number,
): SceneTrunk | undefined {
  const other = trunks[trunk.back]
  if (!other || other.weight > trunk.weight || trunkMark(other, false) !== trunkMark(trunk, false))
    return undefined
  const { x, y } = longestPiece(way)
  return distanceTo(wholeWay(other.points), x, y) < near ? other : undefined
}

/** Trunks whose count is drawn: those not dimmed, and weak ones that leave the view; the strongest first. */
export function countable(trunks: readonly DrawnTrunk[], seen: Bounds, overview: boolean): DrawnTrunk[] {
  const dimmed = ({ trunk }: DrawnTrunk): number => trunkMark(trunk, overview) & MARK.dimmed
  const lit = trunks.some(({ trunk }) => (trunk.mark & MARK.highlighted) !== 0)
  const counted = trunks.filter(
    (drawn) => dimmed(drawn) === 0 || (!lit && portOf(drawn.way, drawn.trunk, seen) !== undefined),
  )
  const total = ({ weight, back }: DrawnTrunk): number => weight + back
  return counted.sort((a, b) => dimmed(a) - dimmed(b) || total(b) - total(a))
}

/** Where a line leads on the whole, where it comes from, and both. */
function arrowsOf({ points, first, last }: Way): {
  there: string
  home: string
  both: string
  level: boolean
} {
  const dx = (points[last - 2] ?? 0) - (points[first] ?? 0)
  const dy = (points[last - 1] ?? 0) - (points[first + 1] ?? 0)
  const level = Math.abs(dx) >= Math.abs(dy)
  const [there = '', home = ''] = level ? (dx >= 0 ? '→←' : '←→') : dy >= 0 ? '↓↑' : '↑↓'
  return { there, home, both: level ? '↔' : '↕', level }
}

/** A number of links with the direction in which they lead: the next line may be that of the opposite one. */
export const countAlong = (way: Way, count: number): string => `${arrowsOf(way).there}${COUNT.format(count)}`

/**
 * The lines of a trunk's count, with arrows. From afar two directions share the line: one above the other in an
 * upright channel, side by side in a level one.
 */
function countLines({ weight, way, back }: Counted): readonly string[] {
  const { home, level } = arrowsOf(way)
  const other = back > 0 ? [`${home}${COUNT.format(back)}`] : []
  const lines = [countAlong(way, weight), ...other]
  return level ? lines : [lines.join(' ')]
}

export interface Spot {
  readonly x: number
  readonly y: number
}

/** Whether a text of this size covers the whole way. */
function isShorterThan({ points, first, last }: Way, width: number, height: number): boolean {
  const dx = (points[last - 2] ?? 0) - (points[first] ?? 0)
  const dy = (points[last - 1] ?? 0) - (points[first + 1] ?? 0)
  return Math.abs(dx) < width && Math.abs(dy) < height
}

/** Positions tried for a count, as shares of its line: all of it, from the middle. */
const ALONG = Array.from(
  { length: 33 },
  (_, step) => 0.5 + (step % 2 === 0 ? 1 : -1) * Math.ceil(step / 2) * 0.028,
)

/** In world units. */
interface CountRoom {
  widthOf(text: string): number
  /** Whether a text covers no arrow head there. */
  isClear(spot: Spot, width: number, height: number): boolean
  /** Whether it lies on no other line, or only on those that cross its own. */
  isAlone(spot: Spot, width: number, height: number, acrossToo: boolean): boolean
  isFree(spot: Spot, width: number, height: number): boolean
  /** Whether the place was free, and is now taken. */
  claim(spot: Spot, width: number, height: number): boolean
}

interface PlacedCount {
  readonly lines: readonly string[]
  readonly spot: Spot
  readonly width: number
  /** The point of its line, if the count stands beside it. */
  readonly leader?: Spot
}

/** Distances from its line of a text that a dotted line leads to, as multiples of its height. */
const ASIDE = [1.2, -1.2, 2.2, -2.2, 3.4, -3.4]
/** The distance of a number right at its line, and the least one from any other line, as shares of its height. */
const [AT_LINE, GUARD] = [0.2, 0.25]
/** From which share on, across or down, a line is neither level nor upright. */
const SLANTING = 0.2

/** A point of a line, and where the line leads there. */
interface OnWay {
  readonly leader: Spot
  readonly across: number
  readonly down: number
}

const alongOf = new WeakMap<Way, readonly OnWay[]>()

/** The points of a line that are tried for its number; memoised, for bundles keep theirs while one moves. */
function alongWay(way: Way): readonly OnWay[] {
  const known = alongOf.get(way)
  if (known) return known
  const found = ALONG.map((share): OnWay => {
    const leader = pointAlong(way, share)
    const near = pointAlong(way, share + 0.01)
    const [dx, dy] = [near.x - leader.x, near.y - leader.y]
    const length = Math.hypot(dx, dy) || 1
    return { leader, across: dx / length, down: dy / length }
  })
  alongOf.set(way, found)
  return found
}

/** Places beside a line, each with the point of the line that it belongs to. */
export function besideWay(way: Way, size: number): { spot: Spot; leader: Spot }[] {
  return ASIDE.flatMap((far) =>
    alongWay(way).map(({ leader, across, down }) => {
      const away = far * size
      // Texts are wider than high: farther away beside an upright line.
      return { spot: { x: leader.x - down * away * 1.5, y: leader.y + across * away }, leader }
    }),
  )
}

/** Places right at a line, on both of its sides, for a number of this size: beside a slanting one it seems to float. */
function atWay(way: Way, width: number, height: number): PlaceOnWay[] {
  return [1, -1].flatMap((side) =>
    alongWay(way).flatMap(({ leader, across, down }) => {
      if (Math.min(Math.abs(across), Math.abs(down)) > SLANTING) return []
      const away = side * ((Math.abs(down) * width + Math.abs(across) * height) / 2 + AT_LINE * height)
      return { spot: { x: leader.x - down * away, y: leader.y + across * away } }
    }),
  )
}

/** The other arrangement of a count's lines: beside each other, or one above the other. */
const rearranged = (lines: readonly string[]): readonly string[] =>
  lines.length > 1 ? [lines.join(' ')] : (lines[0] ?? '').split(' ')

/** How a number may be placed. */
export interface CountRules {
  /** Whether it may be beside its line, which takes longer to find. */
  readonly beside: boolean
  /** Whether it may be where its line meets others, for that is wide or lit and is not taken for another. */
  readonly mixed?: boolean
  /** Whether it is said in any case, be it away from its line, with a dotted one to that. */
  readonly must?: boolean
}

/**
 * A free place for a trunk's count of this font size: in both directions, in either arrangement, or, with less room,
 * as the sum. It is on its line or right at it, and on no other; undefined if it has no such place: the count is left to
 * the tooltip, for nobody could say whose it is, and on a group it would be taken for the group's.
 */
export function placeCount(
  drawn: Counted,
  { beside, mixed = false, must = false }: CountRules,
  size: number,
  room: CountRoom,
): PlacedCount | undefined {
  const { weight, way, back } = drawn
  const usual = countLines(drawn)
  const widest = (lines: readonly string[]): number => Math.max(...lines.map((line) => room.widthOf(line)))
  const choices =
    back > 0 ? [usual, rearranged(usual), [`${arrowsOf(way).both}${COUNT.format(weight + back)}`]] : [usual]
  const onLine = [{ spot: longestPiece(way) }, ...alongWay(way).map(({ leader }) => ({ spot: leader }))]
  // A line that its number would cover goes without, unless the number says the direction itself.
  const fits = choices.filter((lines) => beside || !isShorterThan(way, widest(lines), size))
  const short = choices.slice(1).concat([usual])
  const alone: Fit = (spot, width, height) =>
    room.isClear(spot, width, height) &&
    room.isAlone(spot, width + 2 * GUARD * size, height + 2 * GUARD * size, false)
  const crossed: Fit = (...at) => room.isClear(...at) && room.isAlone(...at, true)
  const isClear: Fit = (...at) => room.isClear(...at)
  const anywhere: Fit = () => true
  // Found once for all that is asked of a place: no room is taken meanwhile.
  const search = (
    lines: typeof choices,
    places: PlacesFor,
    apart = 0,
  ): ((isFit: Fit) => PlacedCount | undefined) => {
    let free: readonly FreePlace[] | undefined
    return (isFit) => firstFit((free ??= freePlaces(lines, places, size, room, widest, apart)), room, isFit)
  }
  const onIt = search(fits, () => onLine)
  // Beside the line, it is also apart from other numbers: one right above another would be one.
  const atIt = search(short, (width, height) => (beside ? atWay(way, width, height) : []), size)
  const found = onIt(alone) ?? atIt(alone)
  if (found || !mixed) return found
  const near = onIt(crossed) ?? onIt(isClear) ?? atIt(isClear)
  if (near || !must) return near
  const aside = search(short, () => (beside ? besideWay(way, size) : []))
  return onIt(anywhere) ?? aside(alone) ?? aside(anywhere)
}

type PlaceOnWay = Pick<PlacedCount, 'spot' | 'leader'>

/** The places for a number of a size. */
type PlacesFor = (width: number, height: number) => readonly PlaceOnWay[]

/** Whether a place fits a text of this size. */
type Fit = (spot: Spot, width: number, height: number) => boolean

interface FreePlace extends PlacedCount {
  readonly at: readonly [spot: Spot, width: number, height: number]
}

/** All free places for these arrangements, in order. */
function freePlaces(
  choices: readonly (readonly string[])[],
  placesFor: PlacesFor,
  size: number,
  room: CountRoom,
  widest: (lines: readonly string[]) => number,
  apart: number,
): FreePlace[] {
  return choices.flatMap((lines) => {
    const width = widest(lines)
    const [wide, high] = [width + size / 2, size * 1.25 * lines.length]
    return placesFor(wide, high)
      .filter(({ spot }) => room.isFree(spot, wide, high + apart))
      .map((place) => ({ lines, width, ...place, at: [place.spot, wide, high] as const }))
  })
}

/** The first of the free places that fits. */
function firstFit(free: readonly FreePlace[], room: CountRoom, isFit: Fit): PlacedCount | undefined {
  const found = free.find(({ at }) => isFit(...at))
  return found && room.claim(...found.at) ? found : undefined
}

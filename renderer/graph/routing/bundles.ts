import type { Trunk } from './ends.ts'
import type { Routes } from './route.ts'
import { MAX_FAN } from './lanes.ts'
import { isOnlyNear, MARK, type Scene, SHARED, STANDS_OUT, type SceneTrunk } from '../scene/scene.ts'

/**
 * Maximum edges drawn individually; with more, only those with selected ends, trunks with counts, and this
 * many of the heaviest bundles.
 */
export const MAX_DRAWN = 900
export const HEAVIEST = 48
/** Pairs of ends drawn of each end, if there are more than so many pairs an end. */
const STRONGEST = 2
const CROWDED = 2.5

/**
 * Maximum edges drawn individually from the border of a group to its items, of all its bundles together: of more none
 * can be followed, and they end at the border until an end is selected.
 */
const MAX_ENTERING = 24

/** The routes of a scene with what they share. */
type Bundled = Pick<
  Scene,
  'shared' | 'leftOut' | 'leftOutBy' | 'leftOutFar' | 'wayStart' | 'wayPoints' | 'trunks'
>

/** What is known of the ends of a trunk: groups, or else items. */
interface TrunkEnds {
  nameOf(group: number, item: number): string
  hueOf(group: number, item: number): number
  /** Whether a group itself is selected, which chooses none of the items in it. */
  isSelected(group: number): boolean
  /** Whether an edge lies in a bundle that is too weak among many, and within one group. */
  isWeak?(line: number): boolean
  isInside?(line: number): boolean
}

/** Joins the routes between two groups to trunks with counts. */
export function bundled(
  routes: Routes,
  { from, edgeMark, weight }: Pick<Scene, 'from' | 'edgeMark' | 'weight'>,
  { nameOf, hueOf, isSelected, isWeak, isInside }: TrunkEnds,
): Bundled {
  const isRouted = (line: number): boolean => (routes.start[line] ?? 0) < (routes.start[line + 1] ?? 0)
  const shared = new Uint8Array(from.length)
  const hidden = new Uint8Array(from.length)
  const { backs, weak } = pairsOf(routes.trunks, weight)
  const entering = enteringOf(routes.trunks)
  const trunks = routes.trunks.map((trunk, place): SceneTrunk => {
    // If an edge has no route to its item, the trunk represents all its edges, so that none disappears.
    const isWhole = trunk.lines.every(isRouted)
    const frames = [trunk.fromFrame, trunk.toFrame]
    const isCrowded = frames.some((frame) => (entering.get(frame) ?? 0) > MAX_ENTERING)
    const open = isWhole && trunk.lines.length <= MAX_FAN && from.length <= MAX_DRAWN && !isCrowded
    const isChosen = !frames.some(isSelected)
    const linksOf = (lines: readonly number[]): number =>
      lines.reduce((sum, line) => sum + (weight[line] ?? 1), 0)
    const total = linksOf(trunk.lines)
    for (const line of trunk.lines) {
      if (trunk.lines.length > 1) shared[line] = SHARED.part
      else if (total > 1) shared[line] = SHARED.whole
      const stands = (edgeMark[line] ?? 0) & STANDS_OUT
      if (!open && !(stands && isChosen)) hidden[line] = 1
    }
    const lit = trunk.lines.filter((line) => ((edgeMark[line] ?? 0) & STANDS_OUT) !== 0)
    return {
      points: trunk.points,
      weight: total,
      ...(lit.length > 0 && lit.length < trunk.lines.length ? { lit: linksOf(lit) } : {}),
      mark: markOf(trunk, edgeMark),
      from: nameOf(trunk.fromFrame, trunk.fromItem),
      to: nameOf(trunk.toFrame, trunk.toItem),
      lines: trunk.lines,
      hue: hueOf(trunk.fromFrame, trunk.fromItem),
      open,
      partly: isChosen && lit.length > 0 && lit.length < trunk.lines.length && lit.every(isRouted),
      back: backs[place] ?? -1,
      weak: weak.has(place),
    }
  })
  return {
    shared,
    ...countLeftOut(routes, weight, isWeak, isInside),
    leftOutFar: trunks.filter(isOnlyNear).reduce((sum, one) => sum + one.weight, 0),
    ...withoutHidden(routes, hidden),
    trunks,
  }
}

/** Number of edges that enter or leave each group. */
function enteringOf(trunks: readonly Trunk[]): ReadonlyMap<number, number> {
  const entering = new Map<number, number>()
  for (const { fromFrame, toFrame, lines } of trunks)
    for (const frame of [fromFrame, toFrame])
      if (frame >= 0) entering.set(frame, (entering.get(frame) ?? 0) + lines.length)
  return entering
}

/** Counts links drawn neither individually nor in a trunk. */
function countLeftOut(
  { start, trunks }: Routes,
  weight: ArrayLike<number>,
  isWeak: TrunkEnds['isWeak'],
  isInside: TrunkEnds['isInside'],
): Pick<Scene, 'leftOut' | 'leftOutBy'> {
  const inTrunk = new Set(trunks.flatMap(({ lines }) => lines))
  const [near, far] = [
    { weak: 0, other: 0 },
    { weak: 0, other: 0 },
  ]
  for (let line = 0; line + 1 < start.length; line++) {
    if (start[line] !== start[line + 1] || inTrunk.has(line)) continue
    const reason = isWeak?.(line) ? 'weak' : 'other'
    near[reason] += weight[line] ?? 1
    if (!isInside?.(line)) far[reason] += weight[line] ?? 1
  }
  return { leftOut: near.weak + near.other, leftOutBy: { near, far } }
}

/** Highlighted if any of its edges is, or if some came and others went; dimmed if all are. */
function markOf({ lines }: Trunk, edgeMark: Uint8Array): number {
  const lit = new Set(lines.map((line) => (edgeMark[line] ?? 0) & STANDS_OUT).filter((mark) => mark !== 0))
  const [only] = lit
  if (only !== undefined) return lit.size > 1 ? MARK.highlighted : only
  return lines.every((line) => ((edgeMark[line] ?? 0) & MARK.dimmed) !== 0) ? MARK.dimmed : 0
}

/** Pairs of ends above which only the {@link HEAVIEST} are drawn. */
export const MAX_PAIRS = 200

/**
 * Pairs of ends that would hide the others: with many, those that are not among the strongest of either end; with very many, all but the
 * heaviest.
 */
export function weakPairs<End>(
  pairs: readonly { readonly ends: readonly [End, End]; readonly weight: number }[],
): ReadonlySet<number> {
  const left = new Map(pairs.flatMap(({ ends }) => ends).map((end) => [end, STRONGEST]))
  const weak = new Set<number>()
  if (pairs.length <= CROWDED * left.size) return weak
  const order = Array.from(pairs.keys()).sort(
    (a, b) => (pairs[b]?.weight ?? 0) - (pairs[a]?.weight ?? 0) || a - b,
  )
  for (const [rank, place] of order.entries()) {
    const ends = pairs[place]?.ends ?? []
    const isWeak =
      pairs.length > MAX_PAIRS ? rank >= HEAVIEST : ends.every((end) => (left.get(end) ?? 0) <= 0)
    if (isWeak) weak.add(place)
    for (const end of ends) left.set(end, (left.get(end) ?? 0) - 1)
  }
  return weak
}

/** The trunk in the opposite direction of each, or -1; and which are too weak to be drawn from afar. */
function pairsOf(
  trunks: readonly Trunk[],
  weight: ArrayLike<number>,
): { backs: readonly number[]; weak: ReadonlySet<number> } {
  const ends = trunks.map((trunk): [string, string] => [
    `${trunk.fromFrame} ${trunk.fromItem}`,
    `${trunk.toFrame} ${trunk.toItem}`,
  ])
  const placeOf = new Map(ends.map((pair, place) => [pair.join(), place]))
  const backs = ends.map(([from, to]) => placeOf.get(`${to},${from}`) ?? -1)
  const firsts = backs.flatMap((back, place) => (back < 0 || place < back ? [place] : []))
  const linksOf = (place: number): number =>
    (trunks[place]?.lines ?? []).reduce((sum, line) => sum + (weight[line] ?? 1), 0)
  const pairs = firsts.map((place) => ({
    ends: ends[place] ?? (['', ''] as const),
    weight: linksOf(place) + linksOf(backs[place] ?? -1),
  }))
  const weak = new Set<number>()
  for (const pair of weakPairs(pairs)) {
    const place = firsts[pair] ?? -1
    for (const one of [place, backs[place] ?? -1]) weak.add(one)
  }
  return { backs, weak }
}

/** The routes of edges that are drawn individually. */
function withoutHidden({ start, points }: Routes, hidden: Uint8Array): Pick<Scene, 'wayStart' | 'wayPoints'> {
  if (!hidden.includes(1)) return { wayStart: start, wayPoints: points }
  const wayStart = new Uint32Array(start.length)
  const wayPoints = new Float32Array(points.length)
  let place = 0
  for (let line = 0; line < hidden.length; line++) {
    wayStart[line] = place
    if (hidden[line]) continue
    const way = points.subarray(start[line], start[line + 1])
    wayPoints.set(way, place)
    place += way.length
  }
  wayStart[hidden.length] = place
  return { wayStart, wayPoints: wayPoints.slice(0, place) }
}

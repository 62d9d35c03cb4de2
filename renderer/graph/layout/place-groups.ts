import { channelOf } from './channel.ts'
import {
  area,
  boundsOf,
  distance,
  fromOrigin,
  LENGTH,
  meets,
  pull,
  type GroupLink,
  type Place,
  type PlacedGroup,
  type Rect,
} from './group-rects.ts'
import { FEW, placeFew } from './place-few.ts'

/** Aspect ratio of an unknown view: about a screen with a side panel. */
export const ASPECT = 1.5
/** Number of placed groups considered as neighbours: the linked ones and the latest. */
const BESIDE = 40
/** Rounds of swapping groups of equal size to shorten edges. */
const SWAPS = 4
/** Above this number of groups they are placed in shelves; so many edges cannot be followed anyway. */
const MAX_LINKED = 400

/** Steered aspect ratios, relative to the view's, and costs of growth: each gives a picture, of which the best is kept. */
const STEERED = [1, 0.8, 1.25, 0.6, 1.6]
const GROWTHS = [6, 20]
/**
 * Distances measured in all attempts together, some tens of milliseconds: one attempt measures about the square of the groups, times the
 * links of each. What many links join has one attempt.
 */
const MAX_DISTANCES = 80_000
/**
 * Places groups one by one beside those they are linked with, minimising edge length while keeping the view's
 * aspect ratio. Deterministic and without overlap. Returns the top-left corners.
 */
export function placeGroups(
  groups: readonly PlacedGroup[],
  links: readonly GroupLink[],
  aspect = ASPECT,
  tall?: number,
): readonly Place[] {
  const channel = channelOf(groups, links.length)
  if (groups.length <= FEW)
    return placeFew(
      groups.map((group) => [group]),
      links,
      channel,
      aspect,
      tall,
    ).places
  if (groups.length > MAX_LINKED) return shelves(groups, channel, aspect)
  const near = nearOf(groups, links)
  let best: Rect[] = []
  let least = Infinity
  const attempts = GROWTHS.flatMap((growth) =>
    STEERED.map((steered) => ({ growth, aspect: aspect * steered })),
  )
  const most = Math.floor(MAX_DISTANCES / (groups.length * (groups.length + 2 * links.length)))
  for (const attempt of attempts.slice(0, Math.max(1, most))) {
    const rects = placeOnce(groups, near, { channel, ...attempt })
    const cost = costOf(rects, near, aspect)
    if (cost >= least) continue
    best = rects
    least = cost
  }
  return fromOrigin(best)
}

/** Places groups among others that have their places and keep them, beside those they are linked with. */
export function placeAmong(
  groups: readonly PlacedGroup[],
  links: readonly GroupLink[],
  standing: readonly (Rect | undefined)[],
  aspect = ASPECT,
): readonly Place[] {
  const near = nearOf(groups, links)
  const placed = [...standing]
  const order = [...placed.keys()].filter((index) => placed[index])
  const [growth = 1] = GROWTHS
  const steering = { channel: channelOf(groups, links.length), aspect, growth }
  for (let next = following(groups, near, placed); next >= 0; next = following(groups, near, placed)) {
    placed[next] = bestPlace(groups[next] as PlacedGroup, near[next] ?? [], placed, order, steering)
    order.push(next)
  }
  return placed.map((rect) => ({ x: rect?.x ?? 0, y: rect?.y ?? 0 }))
}

/** What each group is linked with. */
function nearOf(groups: readonly PlacedGroup[], links: readonly GroupLink[]): Near[] {
  const near: { to: number; weight: number }[][] = groups.map(() => [])
  for (const { a, b, weight } of links) {
    if (a === b) continue
    near[a]?.push({ to: b, weight })
    near[b]?.push({ to: a, weight })
  }
  return near
}

interface Steering {
  readonly channel: number
  readonly aspect: number
  /** Cost of growth of the whole, relative to edge length. */
  readonly growth: number
}

function placeOnce(groups: readonly PlacedGroup[], near: readonly Near[], steering: Steering): Rect[] {
  const placed: (Rect | undefined)[] = groups.map(() => undefined)
  const order: number[] = []
  for (let next = first(groups, near); next >= 0; next = following(groups, near, placed)) {
    placed[next] = bestPlace(groups[next] as PlacedGroup, near[next] ?? [], placed, order, steering)
    order.push(next)
  }
  swapLikes(placed as Rect[], near)
  return placed as Rect[]
}

/** The height that a view of this aspect ratio needs for the groups, and the mean length of their edges. */
function costOf(rects: readonly Rect[], near: readonly Near[], aspect: number): number {
  const { left, top, right, bottom } = boundsOf(rects)
  let [length, pulls] = [0, 0]
  for (const [index, links] of near.entries())
    for (const { to, weight } of links) {
      const [own, other] = [rects[index], rects[to]]
      if (!own || !other) continue
      length += pull(weight) * distance(own, other)
      pulls += pull(weight)
    }
  return Math.max((right - left) / aspect, bottom - top) + (LENGTH * length) / Math.max(1, pulls)
}

type Near = readonly { readonly to: number; readonly weight: number }[]

/** The largest group; among equals the one with the most links. */
function first(groups: readonly PlacedGroup[], near: readonly Near[]): number {
  let best = -1
  for (const [index, group] of groups.entries()) {
    const known = groups[best]
    if (
      !known ||
      area(group) > area(known) ||
      (area(group) === area(known) && (near[index]?.length ?? 0) > (near[best]?.length ?? 0))
    )
      best = index
  }
  return best
}

/** The group with the most links to placed ones; among equals the largest. -1 when all are placed. */
function following(
  groups: readonly PlacedGroup[],
  near: readonly Near[],
  placed: readonly (Rect | undefined)[],
): number {
  let [best, most] = [-1, -1]
  for (const [index, group] of groups.entries()) {
    if (placed[index]) continue
    const links = (near[index] ?? []).reduce(
      (sum, { to, weight }) => sum + (placed[to] ? pull(weight) : 0),
      0,
    )
    const score = links * 1e9 + area(group)
    if (score > most) [best, most] = [index, score]
  }
  return best
}

function bestPlace(
  group: PlacedGroup,
  near: Near,
  placed: readonly (Rect | undefined)[],
  order: readonly number[],
  { channel, aspect, growth }: Steering,
): Rect {
  const all = order.flatMap((index) => placed[index] ?? [])
  if (all.length === 0) return { ...group, x: 0, y: 0 }
  const linked = near.flatMap(({ to, weight }) => {
    const rect = placed[to]
    return rect ? [{ rect, weight: pull(weight) }] : []
  })
  // The heaviest first: what costs too much is known early.
  linked.sort((a, b) => b.weight - a.weight)
  const beside = [...new Set([...linked.slice(0, BESIDE).map(({ rect }) => rect), ...all.slice(-BESIDE)])]
  const { left, top, right, bottom } = boundsOf(all)
  let best: Rect | undefined
  let least = Infinity
  for (const other of beside)
    for (const place of placesBeside(group, other, channel)) {
      const width = Math.max(right, place.x + group.width) - Math.min(left, place.x)
      const height = Math.max(bottom, place.y + group.height) - Math.min(top, place.y)
      let cost = growth * Math.max(width / aspect, height)
      for (const { rect, weight } of linked) {
        if (cost >= least) break
        cost += weight * distance(place, rect)
      }
      // Without links: near the centre.
      if (linked.length === 0)
        cost +=
          Math.hypot(
            place.x + group.width / 2 - (left + right) / 2,
            place.y + group.height / 2 - (top + bottom) / 2,
          ) * 0.5
      if (cost >= least || all.some((rect) => meets(place, rect, channel))) continue
      best = place
      least = cost
    }
  return best ?? { ...group, x: right + channel, y: top }
}

/** Candidate positions on each side of another group: aligned with its ends, and centred. */
function placesBeside({ width, height }: PlacedGroup, other: Rect, channel: number): Rect[] {
  const rows = [other.y, other.y + other.height - height, other.y + Math.round((other.height - height) / 2)]
  const columns = [other.x, other.x + other.width - width, other.x + Math.round((other.width - width) / 2)]
  return [
    ...rows.flatMap((y) => [
      { x: other.x + other.width + channel, y, width, height },
      { x: other.x - channel - width, y, width, height },
    ]),
    ...columns.flatMap((x) => [
      { x, y: other.y + other.height + channel, width, height },
      { x, y: other.y - channel - height, width, height },
    ]),
  ]
}

/** Swaps groups of equal size if that shortens edges. */
function swapLikes(rects: Rect[], near: readonly Near[]): void {
  const cost = (index: number): number => {
    const own = rects[index]
    let sum = 0
    for (const { to, weight } of near[index] ?? []) {
      const other = rects[to]
      if (own && other && to !== index) sum += pull(weight) * distance(own, other)
    }
    return sum
  }
  for (let round = 0; round < SWAPS; round++) {
    let better = false
    for (let a = 0; a < rects.length; a++)
      for (let b = a + 1; b < rects.length; b++) {
        const [one, other] = [rects[a], rects[b]]
        if (!one || !other || one.width !== other.width || one.height !== other.height) continue
        if ((near[a]?.length ?? 0) + (near[b]?.length ?? 0) === 0) continue
        const before = cost(a) + cost(b)
        ;[rects[a], rects[b]] = [other, one]
        if (cost(a) + cost(b) < before - 1e-6) better = true
        else [rects[a], rects[b]] = [one, other]
      }
    if (!better) return
  }
}

/** Places groups in rows, highest first; the row length gives the whole the view's aspect ratio. */
function shelves(groups: readonly PlacedGroup[], channel: number, aspect: number): Place[] {
  const whole = groups.reduce((sum, { width, height }) => sum + (width + channel) * (height + channel), 0)
  const length = Math.max(Math.sqrt(whole * aspect), ...groups.map(({ width }) => width))
  const places: Place[] = groups.map(() => ({ x: 0, y: 0 }))
  const order = groups
    .map((_, index) => index)
    .sort((a, b) => (groups[b]?.height ?? 0) - (groups[a]?.height ?? 0) || a - b)
  let [x, y, row] = [0, 0, 0]
  for (const index of order) {
    const { width, height } = groups[index] as PlacedGroup
    if (x > 0 && x + width > length) [x, y, row] = [0, y + row + channel, 0]
    places[index] = { x, y }
    x += width + channel
    row = Math.max(row, height)
  }
  return places
}

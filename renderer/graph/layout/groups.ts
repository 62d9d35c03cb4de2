import { COLLAPSED_HEIGHT } from '../scene/card.ts'
import { channelOf } from './channel.ts'
import { connectedOrder, layGrid } from './grid.ts'
import { KERNEL_GROUP, KERNEL_WHOLE, layLayered, type Elk } from './layered.ts'
import {
  GROUP_PADDING,
  GROUP_TITLE,
  innerEdges,
  type InnerEdge,
  membersOf,
  type LayoutProblem,
  type LayoutProgress,
  type LayoutResult,
} from './layout.ts'

/** A group to place. */
interface PlacedGroup {
  readonly width: number
  readonly height: number
}

/** Edges between two groups. */
interface GroupLink {
  readonly a: number
  readonly b: number
  readonly weight: number
}

type Place = { x: number; y: number }
type Rect = Place & PlacedGroup

/** Layers with a length so many times their width are a line on a map, without room for a name. */
const BAND = 4
const isBand = ({ width, height }: PlacedGroup): boolean =>
  Math.max(width, height) > BAND * Math.min(width, height)

/** Target aspect ratio: about a screen with a side panel. */
const ASPECT = 1.5
/** Cost of growth of the whole, relative to edge length. */
const GROWTH = 6
/** Number of placed groups considered as neighbours: the linked ones and the latest. */
const BESIDE = 40
/** Rounds of swapping groups of equal size to shorten edges. */
const SWAPS = 4
/** Above this number of groups they are placed in shelves; so many edges cannot be followed anyway. */
const MAX_LINKED = 400

/**
 * Places groups one by one beside those they are linked with, minimising edge length while keeping a screen's
 * aspect ratio. Deterministic and without overlap. Returns the top-left corners.
 */
export function placeGroups(
  groups: readonly PlacedGroup[],
  links: readonly GroupLink[],
  aspect = ASPECT,
): Place[] {
  const channel = channelOf(groups, links.length)
  if (groups.length > MAX_LINKED) return shelves(groups, channel)
  const near: { to: number; weight: number }[][] = groups.map(() => [])
  for (const { a, b, weight } of links) {
    if (a === b) continue
    near[a]?.push({ to: b, weight })
    near[b]?.push({ to: a, weight })
  }
  const placed: (Rect | undefined)[] = groups.map(() => undefined)
  const order: number[] = []
  for (let next = first(groups, near); next >= 0; next = following(groups, near, placed)) {
    placed[next] = bestPlace(groups[next] as PlacedGroup, near[next] ?? [], placed, order, channel, aspect)
    order.push(next)
  }
  swapLikes(placed as Rect[], near)
  const rects = placed as Rect[]
  const left = Math.min(0, ...rects.map(({ x }) => x))
  const top = Math.min(0, ...rects.map(({ y }) => y))
  return rects.map(({ x, y }) => ({ x: x - left, y: y - top }))
}

type Near = readonly { readonly to: number; readonly weight: number }[]

/** Attraction of several edges: more than one, less than their number. */
const pull = (weight: number): number => 1 + Math.log2(weight)

const area = ({ width, height }: PlacedGroup): number => width * height

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

const meets = (a: Rect, b: Rect, channel: number): boolean =>
  a.x < b.x + b.width + channel &&
  b.x < a.x + a.width + channel &&
  a.y < b.y + b.height + channel &&
  b.y < a.y + a.height + channel

/** Distance between the sides of two groups, plus a fraction of that between their centres. */
function distance(a: Rect, b: Rect): number {
  const dx = Math.abs(a.x + a.width / 2 - b.x - b.width / 2)
  const dy = Math.abs(a.y + a.height / 2 - b.y - b.height / 2)
  const gap = (far: number, one: number, other: number): number => Math.max(0, far - (one + other) / 2)
  return Math.hypot(gap(dx, a.width, b.width), gap(dy, a.height, b.height)) + Math.hypot(dx, dy) * 0.25
}

function bestPlace(
  group: PlacedGroup,
  near: Near,
  placed: readonly (Rect | undefined)[],
  order: readonly number[],
  channel: number,
  aspect: number,
): Rect {
  const all = order.flatMap((index) => placed[index] ?? [])
  if (all.length === 0) return { ...group, x: 0, y: 0 }
  const linked = near.flatMap(({ to, weight }) => {
    const rect = placed[to]
    return rect ? [{ rect, weight: pull(weight) }] : []
  })
  const beside = [...new Set([...linked.slice(0, BESIDE).map(({ rect }) => rect), ...all.slice(-BESIDE)])]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of all) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  let best: Rect | undefined
  let least = Infinity
  for (const other of beside)
    for (const place of placesBeside(group, other, channel)) {
      const width = Math.max(right, place.x + group.width) - Math.min(left, place.x)
      const height = Math.max(bottom, place.y + group.height) - Math.min(top, place.y)
      let cost = GROWTH * Math.max(width / aspect, height)
      for (const { rect, weight } of linked) cost += weight * distance(place, rect)
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

/** Places groups in rows, highest first; the row length gives the whole a screen's aspect ratio. */
function shelves(groups: readonly PlacedGroup[], channel: number): Place[] {
  const whole = groups.reduce((sum, { width, height }) => sum + (width + channel) * (height + channel), 0)
  const length = Math.max(Math.sqrt(whole * ASPECT), ...groups.map(({ width }) => width))
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

/**
 * Lays out each group separately, then places the groups (chosen by measurement,
 * docs/measurements.md#layouts). A group for which ELK fails or misses the deadline is laid out in quick
 * layers and listed in `fallbacks`.
 */
export async function layGroups(
  problem: LayoutProblem,
  elk: Elk,
  onProgress: (progress: LayoutProgress) => void,
  now: () => number = () => performance.now(),
): Promise<LayoutResult> {
  const end = now() + problem.deadline
  const xy = new Float32Array(2 * problem.count)
  const members = membersOf(problem)
  const inner = innerEdges(problem)
  const ways = new Map<number, Float32Array>()
  const fallbacks: { group: number; reason: 'deadline' | 'error' }[] = []
  const sizes: { width: number; height: number }[] = []
  for (const [group, items] of members.entries()) {
    const edges = inner[group] ?? []
    sizes.push(await layOne(group, items, edges))
    onProgress({ done: group + 1, total: problem.groups })
  }

  async function layOne(group: number, items: number[], edges: InnerEdge[]) {
    const grid = () => layGrid(connectedOrder(items, edges), problem, xy)
    if (problem.algorithm === 'grid') return layGrid(items, problem, xy)
    if (edges.length === 0) return grid()
    const stacks = items.filter((item) => problem.height[item] === COLLAPSED_HEIGHT)
    if (stacks.length > 0) return layParts(group, items, stacks, edges)
    if (items.length > KERNEL_GROUP || problem.count > KERNEL_WHOLE) {
      const size = await layLayered(items, edges, problem, xy)
      return isBand(size) ? grid() : size
    }
    try {
      if (now() < end) return await layLayered(items, edges, problem, xy, { elk, ways })
      fallbacks.push({ group, reason: 'deadline' })
    } catch {
      fallbacks.push({ group, reason: 'error' })
    }
    return layLayered(items, edges, problem, xy)
  }

  /**
   * Collapsed parts are placed around the cards of the open ones; layered together with the cards they would
   * spread them far apart.
   */
  async function layParts(group: number, items: number[], stacks: number[], edges: InnerEdge[]) {
    const collapsed = new Set(stacks)
    const cards = items.filter((item) => !collapsed.has(item))
    const blocks = stacks.map((item) => {
      const [width, height] = [problem.width[item] ?? 0, problem.height[item] ?? 0]
      xy.set([width / 2, height / 2], 2 * item)
      return { items: [item], width, height }
    })
    const among = edges.filter(([from, to]) => !collapsed.has(from) && !collapsed.has(to))
    if (cards.length > 0) blocks.push({ items: cards, ...(await layOne(group, cards, among)) })
    return placeBlocks(blocks, edges, xy, ways)
  }

  placeContents(problem, members, sizes, xy, ways)
  return { xy, ways, fallbacks }
}

/** A part of a group: items positioned relative to its corner. */
interface Block extends PlacedGroup {
  readonly items: readonly number[]
}

/**
 * Places the parts of a group beside those they are linked with, moves their inner edges along, and returns
 * the total size.
 */
function placeBlocks(
  blocks: readonly Block[],
  edges: readonly InnerEdge[],
  xy: Float32Array,
  ways: ReadonlyMap<number, Float32Array>,
): PlacedGroup {
  const blockOf = new Map(blocks.flatMap(({ items }, block) => items.map((item) => [item, block] as const)))
  const links = edges.map(([from, to]): GroupLink => ({
    a: blockOf.get(from) ?? 0,
    b: blockOf.get(to) ?? 0,
    weight: 1,
  }))
  const places = placeGroups(blocks, links)
  let [width, height] = [0, 0]
  for (const [block, { items, ...size }] of blocks.entries()) {
    const at = places[block] ?? { x: 0, y: 0 }
    for (const item of items) move(xy, 2 * item, 2, at)
    width = Math.max(width, at.x + size.width)
    height = Math.max(height, at.y + size.height)
  }
  for (const [from, , edge] of edges) {
    const way = ways.get(edge)
    if (way) move(way, 0, way.length, places[blockOf.get(from) ?? 0] ?? { x: 0, y: 0 })
  }
  return { width, height }
}

/** Translates points (alternating x and y). */
function move(points: Float32Array, start: number, count: number, { x, y }: Place): void {
  for (let i = start; i < start + count; i++) points[i] = (points[i] ?? 0) + (i % 2 === 0 ? x : y)
}

/** Places the groups beside those they are linked with, and moves their contents along. */
function placeContents(
  problem: LayoutProblem,
  members: readonly (readonly number[])[],
  sizes: readonly { width: number; height: number }[],
  xy: Float32Array,
  ways: ReadonlyMap<number, Float32Array>,
): void {
  const isFramed = (group: number): boolean => (problem.title[group] ?? 0) > 0
  const outer = sizes.map(({ width, height }, group) =>
    members[group]?.length === 0
      ? { width: 0, height: 0 }
      : isFramed(group)
        ? {
            width: Math.max(width + 2 * GROUP_PADDING, problem.title[group] ?? 0),
            height: height + 2 * GROUP_PADDING + GROUP_TITLE,
          }
        : { width, height },
  )
  const places = placeGroups(outer, groupLinks(problem), problem.aspect)
  const offsets = places.map(({ x, y }, group) =>
    isFramed(group) ? { x: x + GROUP_PADDING, y: y + GROUP_PADDING + GROUP_TITLE } : { x, y },
  )
  members.forEach((items, group) => {
    const { x, y } = offsets[group] ?? { x: 0, y: 0 }
    for (const item of items) move(xy, 2 * item, 2, { x, y })
  })
  for (const [edge, way] of ways) {
    move(way, 0, way.length, offsets[problem.groupOf[problem.from[edge] ?? 0] ?? 0] ?? { x: 0, y: 0 })
  }
}

/** Counts the edges between each pair of groups. */
function groupLinks({ from, to, groupOf, groups }: LayoutProblem): GroupLink[] {
  const weights = new Map<number, number>()
  from.forEach((start, edge) => {
    const [a, b] = [groupOf[start] ?? 0, groupOf[to[edge] ?? 0] ?? 0]
    if (a === b) return
    const key = Math.min(a, b) * groups + Math.max(a, b)
    weights.set(key, (weights.get(key) ?? 0) + 1)
  })
  return [...weights].map(([key, weight]) => ({ a: Math.floor(key / groups), b: key % groups, weight }))
}

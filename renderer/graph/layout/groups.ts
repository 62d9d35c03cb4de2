import { COLLAPSED_HEIGHT } from '../scene/card.ts'
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
import { fromOrigin, type GroupLink, type Place, type PlacedGroup, type Rect } from './group-rects.ts'
import { channelOf } from './channel.ts'
import { FEW, placeFew } from './place-few.ts'
import { keepPlaces } from './keep-places.ts'
import { boundsOf, type Lay, layCompact, only } from './opened.ts'
import { ASPECT, placeAmong, placeGroups } from './place-groups.ts'
import { isSmallGraph, OPEN, orderSpreads, type Shape, SMALL_CHANNEL, spreads } from './siblings.ts'
import { layAsStood, stands, stoodFrames, stoodRect } from './stood.ts'

/** Layers with a length so many times their width are a line on a map, without room for a name. */
const BAND = 4
const isBand = ({ width, height }: PlacedGroup): boolean =>
  Math.max(width, height) > BAND * Math.min(width, height)

/** How many times as wide and high a grid may become that stands for such layers. */
const ROOMIEST = 2

/**
 * Few groups with at most so many items may have their layers lead down instead: the kernel takes a second or less for both, and names are
 * a tenth larger (docs/measurements.md#layouts). With fewer items the shape of one is hardly another.
 */
const MAX_TURNED = 150
const MIN_TURNED = 4

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
  lay?: Lay,
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
    const [only = 0] = items
    if (stands(problem, items)) return layAsStood(problem, items, edges, { xy, ways })
    // A collapsed group has no frame, and the channel around it is all the room it needs.
    if (items.length === 1 && (problem.title[group] ?? 0) === 0) {
      const [width, height] = [problem.width[only] ?? 0, problem.height[only] ?? 0]
      xy.set([width / 2, height / 2], 2 * only)
      return { width, height }
    }
    const stacks = items.filter((item) => problem.height[item] === COLLAPSED_HEIGHT)
    const isParted = stacks.length > 0 && stacks.length < items.length
    if (problem.algorithm === 'grid' && !isParted) return layGrid(items, problem, xy)
    if (edges.length === 0) return grid()
    if (stacks.length > 0) return layParts(group, items, stacks, edges)
    if (lay) return layAtWill(items, lay)
    if (items.length > KERNEL_GROUP || problem.count > KERNEL_WHOLE) {
      const size = await layLayered(items, edges, problem, xy)
      return isBand(size) ? roomy(items, grid(), size) : size
    }
    try {
      if (now() < end) return await layLayered(items, edges, problem, xy, { elk, ways })
      fallbacks.push({ group, reason: 'deadline' })
    } catch {
      fallbacks.push({ group, reason: 'error' })
    }
    return layLayered(items, edges, problem, xy)
  }

  /** A group laid out as a whole would be, from its corner. */
  function layAtWill(items: readonly number[], at: Lay): PlacedGroup {
    const part = only(problem, items)
    const places = new Float32Array(2 * items.length)
    layCompact(part, places, at)
    const { x, y, ...size } = boundsOf(part, places)
    for (const [place, item] of items.entries())
      xy.set([(places[2 * place] ?? 0) - x, (places[2 * place + 1] ?? 0) - y], 2 * item)
    return size
  }

  /** A grid with room between its cards, so that it is about as large as others whose layers are no band. */
  function roomy(items: readonly number[], size: PlacedGroup, layers: PlacedGroup): PlacedGroup {
    const area = (layers.width * layers.height) / (size.width * size.height)
    const scale = Math.min(ROOMIEST, Math.max(1, Math.sqrt(area)))
    for (const item of items) for (const at of [2 * item, 2 * item + 1]) xy[at] = (xy[at] ?? 0) * scale
    return { width: size.width * scale, height: size.height * scale }
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
      return { items: [item], width, height, stood: stoodRect(problem, [item]) }
    })
    const among = edges.filter(([from, to]) => !collapsed.has(from) && !collapsed.has(to))
    if (cards.length > 0)
      blocks.push({
        items: cards,
        ...(await layOne(group, cards, among)),
        stood: stoodRect(problem, cards),
      })
    return placeBlocks(blocks, edges, xy, ways)
  }

  /** A group whose layers lead down. */
  async function turn(items: number[], edges: InnerEdge[], size: PlacedGroup): Promise<Shape | undefined> {
    if (items.length < MIN_TURNED || edges.length === 0 || now() > end) return undefined
    if (items.some((item) => problem.height[item] === COLLAPSED_HEIGHT)) return undefined
    const turned = { xy: new Float32Array(xy.length), ways: new Map<number, Float32Array>() }
    const layers = layLayered(items, edges, problem, turned.xy, { elk, ways: turned.ways, down: true })
    const other = await layers.catch(() => size)
    return other.width === size.width ? undefined : { ...turned, size: other }
  }

  /** The shapes that a group of few may have. */
  async function shapesOf(items: number[], edges: InnerEdge[], size: PlacedGroup): Promise<Shape[]> {
    const isSmall = isSmallGraph(problem)
    if (isSmall && items.length > 1 && edges.length === 0) return spreads(items, problem)
    const veil = isSmall ? { veil: OPEN } : {}
    const turned = await turn(items, edges, size)
    const first = { size: { ...size, ...veil }, xy, ways }
    return turned ? [first, { ...turned, size: { ...turned.size, ...veil } }] : [first]
  }

  const shapes: Shape[][] = []
  const isFew =
    problem.groups <= FEW && problem.count <= MAX_TURNED && fallbacks.length === 0 && !problem.stood
  if (problem.algorithm === 'layered' && isFew)
    for (const [group, items] of members.entries())
      shapes.push(await shapesOf(items, inner[group] ?? [], sizes[group] as PlacedGroup))
  placeContents(problem, members, sizes, shapes, { xy, ways })
  return { xy, ways, fallbacks }
}

/** A part of a group: items positioned relative to its corner. */
interface Block extends PlacedGroup {
  readonly items: readonly number[]
  readonly stood: Rect | undefined
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
  const stood = blocks.flatMap((block) => block.stood ?? [])
  const kept = stood.length === blocks.length ? keepPlaces(blocks, stood, ASPECT) : undefined
  const places = kept ? fromOrigin(kept) : placeGroups(blocks, links)
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

/** Places the groups beside those they are linked with, in the shapes that suit best, and moves their contents along. */
function placeContents(
  problem: LayoutProblem,
  members: readonly (readonly number[])[],
  sizes: readonly PlacedGroup[],
  choices: readonly (readonly Shape[])[],
  { xy, ways }: { readonly xy: Float32Array; readonly ways: Map<number, Float32Array> },
): void {
  const isFramed = (group: number): boolean => (problem.title[group] ?? 0) > 0
  const framed = ({ width, height, ...rest }: PlacedGroup, group: number): PlacedGroup =>
    members[group]?.length === 0
      ? { width: 0, height: 0 }
      : isFramed(group)
        ? {
            width: Math.max(width + 2 * GROUP_PADDING, problem.title[group] ?? 0),
            height: height + 2 * GROUP_PADDING + GROUP_TITLE,
            ...rest,
          }
        : { width, height, ...rest }
  const [outer, links, { aspect = ASPECT, tall }] = [sizes.map(framed), groupLinks(problem), problem]
  const placing =
    choices.length > 0
      ? placeFew(
          choices.map((shapes, group) => shapes.map(({ size }) => framed(size, group))),
          links,
          Math.max(channelOf(outer, links.length), isSmallGraph(problem) ? SMALL_CHANNEL : 0),
          aspect,
          tall,
        )
      : {
          places:
            keptPlaces(outer, links, stoodFrames(problem, members), aspect) ??
            placeGroups(outer, links, aspect, tall),
          shapes: [],
        }
  for (const [group, shape] of placing.shapes.entries()) {
    const chosen = choices[group]?.[shape]
    if (!chosen || chosen.xy === xy) continue
    for (const item of members[group] ?? []) xy.set(chosen.xy.subarray(2 * item, 2 * item + 2), 2 * item)
    for (const [edge, way] of chosen.ways ?? []) ways.set(edge, way)
  }
  const offsets = placing.places.map(({ x, y }, group) =>
    isFramed(group) ? { x: x + GROUP_PADDING, y: y + GROUP_PADDING + GROUP_TITLE } : { x, y },
  )
  members.forEach((items, group) => {
    const { x, y } = offsets[group] ?? { x: 0, y: 0 }
    for (const item of items) move(xy, 2 * item, 2, { x, y })
  })
  for (const [edge, way] of ways) {
    move(way, 0, way.length, offsets[problem.groupOf[problem.from[edge] ?? 0] ?? 0] ?? { x: 0, y: 0 })
  }
  if (isSmallGraph(problem))
    orderSpreads(
      problem,
      members.filter((_, group) => choices[group]?.some(({ ways: own }) => !own)),
      xy,
    )
}

/** Places of groups most of which stood; nothing if none did, or on each other. */
function keptPlaces(
  sizes: readonly PlacedGroup[],
  links: readonly GroupLink[],
  stood: readonly (Rect | undefined)[],
  aspect: number,
): readonly Place[] | undefined {
  const known = stood.flatMap((rect, group) => (rect ? [{ rect, size: sizes[group] ?? rect }] : []))
  const kept = keepPlaces(
    known.map(({ size }) => size),
    known.map(({ rect }) => rect),
    aspect,
  )
  if (!kept || known.length === 0) return undefined
  let next = 0
  const standing = stood.map((rect, group): Rect | undefined => {
    const place = rect && kept[next++]
    return place && { ...(sizes[group] ?? rect), ...place }
  })
  return placeAmong(sizes, links, standing, aspect)
}

/** Counts the edges between each pair of groups. */
function groupLinks({ from, to, groupOf, groups }: LayoutProblem): GroupLink[] {
  const links = new Map<number, { readonly a: number; readonly b: number; weight: number; lead: number }>()
  from.forEach((start, edge) => {
    const [one, other] = [groupOf[start] ?? 0, groupOf[to[edge] ?? 0] ?? 0]
    if (one === other) return
    const [a, b] = [Math.min(one, other), Math.max(one, other)]
    const link = links.get(a * groups + b) ?? { a, b, weight: 0, lead: 0 }
    links.set(a * groups + b, link)
    link.weight++
    link.lead += one === a ? 1 : -1
  })
  return [...links.values()]
}

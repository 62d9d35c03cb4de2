import { PIECE, type Steps } from '../../app/slices.ts'
import { routeSteps, type Routes, type Trunk } from '../../graph/routing/route.ts'
import { emphasise } from '../../graph/scene/emphasis.ts'
import {
  isOnlyNear,
  MARK,
  SHARED,
  type Scene,
  type SceneGroup,
  type SceneTrunk,
} from '../../graph/scene/scene.ts'
import { GROUP_TITLE } from '../../graph/layout/layout.ts'
import type { Graph } from '../graph/graph.ts'
import type { Placement } from './placement.ts'
import type { Bundle, Projection } from './projection.ts'
import { plain, type Emphasis, type SceneInput, type SceneItems, type SceneWords } from './scene-input.ts'

type SceneEdges = Pick<
  Scene,
  | 'leftOut'
  | 'leftOutFar'
  | 'from'
  | 'to'
  | 'edgeMark'
  | 'weight'
  | 'shared'
  | 'edgeLabels'
  | 'wayStart'
  | 'wayPoints'
  | 'trunks'
>

/** Maximum edges drawn individually between two groups; more are drawn as one until an end is selected. */
const MAX_FAN = 8
/**
 * Maximum edges drawn individually; with more, only those with selected ends, trunks with counts, and this
 * many of the heaviest bundles.
 */
const MAX_DRAWN = 900
const HEAVIEST = 48

/** Edge data before routing. */
interface Ends {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly edgeMark: Uint8Array
  readonly weight: Uint32Array
  readonly labels: string[]
}

/** Builds the edges of a scene: ends, styles, routes, and the trunks between groups. */
export function* sceneEdges(
  input: SceneInput,
  items: SceneItems,
  groups: readonly SceneGroup[],
  groupOf: Int32Array,
  words: SceneWords,
): Steps<SceneEdges> {
  const { graph, projection } = input
  const ends = yield* endsOf(input)
  // A path or comparison already determines what is highlighted.
  if (!input.emphasis.lit && !input.emphasis.differences && input.emphasis.selection.size > 0)
    emphasise({ ...items, ...ends })
  faintWeak(input, items, ends)
  const routes = yield* routesOf(input, items, ends, groups, groupOf)
  const nameOf = (group: number, item: number): string => {
    if (group >= 0) return groups[group]?.label ?? ''
    const node = graph.nodes[projection.nodes[item] ?? -1]
    const collapsed = projection.collapsed[item - projection.nodes.length]
    return node?.label ?? (collapsed ? words.collapsedTitle(graph, collapsed) : '')
  }
  const isRouted = (line: number): boolean => (routes.start[line] ?? 0) < (routes.start[line + 1] ?? 0)
  const shared = new Uint8Array(ends.from.length)
  const hidden = new Uint8Array(ends.from.length)
  const { backs, ranks } = pairsOf(routes.trunks, ends.weight)
  const trunks = routes.trunks.map((trunk, place): SceneTrunk => {
    // If an edge has no route to its item, the trunk represents all its edges, so that none disappears.
    const isWhole = trunk.lines.every(isRouted)
    const open = isWhole && trunk.lines.length <= MAX_FAN && ends.from.length <= MAX_DRAWN
    const weight = trunk.lines.reduce((sum, line) => sum + (ends.weight[line] ?? 1), 0)
    for (const line of trunk.lines) {
      if (trunk.lines.length > 1) shared[line] = SHARED.part
      else if (weight > 1) shared[line] = SHARED.whole
      const stands = (ends.edgeMark[line] ?? 0) & (MARK.highlighted | MARK.added | MARK.removed)
      if (!open && !stands) hidden[line] = 1
    }
    const lit = trunk.lines.filter((line) => ((ends.edgeMark[line] ?? 0) & MARK.highlighted) !== 0)
    return {
      points: trunk.points,
      weight,
      mark: markOf(trunk, ends.edgeMark),
      from: nameOf(trunk.fromFrame, trunk.fromItem),
      to: nameOf(trunk.toFrame, trunk.toItem),
      open,
      partly: lit.length < trunk.lines.length && lit.every(isRouted),
      back: backs[place] ?? -1,
      rank: ranks.get(place) ?? 'strong',
    }
  })
  return {
    from: ends.from,
    to: ends.to,
    edgeMark: ends.edgeMark,
    weight: ends.weight,
    shared,
    edgeLabels: ends.labels.join('\n'),
    leftOut: countLeftOut(routes),
    leftOutFar: trunks.filter(isOnlyNear).reduce((sum, { weight }) => sum + weight, 0),
    ...withoutHidden(routes, hidden),
    trunks,
  }
}

/** Counts edges drawn neither individually nor in a trunk. */
function countLeftOut({ start, trunks }: Routes): number {
  const inTrunk = new Set(trunks.flatMap(({ lines }) => lines))
  let count = 0
  for (let line = 0; line + 1 < start.length; line++)
    if (start[line] === start[line + 1] && !inTrunk.has(line)) count++
  return count
}

/** Highlighted if any of its edges is, dimmed if all are. */
function markOf({ lines }: Trunk, edgeMark: Uint8Array): number {
  if (lines.some((line) => ((edgeMark[line] ?? 0) & MARK.highlighted) !== 0)) return MARK.highlighted
  return lines.every((line) => ((edgeMark[line] ?? 0) & MARK.dimmed) !== 0) ? MARK.dimmed : 0
}

function* endsOf({ graph, projection, emphasis }: SceneInput): Steps<Ends> {
  const count = projection.edges.length + projection.bundles.length
  const from = new Uint32Array(count)
  const to = new Uint32Array(count)
  const edgeMark = new Uint8Array(count)
  const weight = new Uint32Array(count).fill(1)
  const labels: string[] = []
  for (const [line, edge] of projection.edges.entries()) {
    if (line % PIECE === 0) yield
    from[line] = projection.itemOf[graph.from[edge] ?? 0] ?? 0
    to[line] = projection.itemOf[graph.to[edge] ?? 0] ?? 0
    const data = graph.edges[edge]
    if (data) edgeMark[line] = edgeMarkOf(emphasis, data.key)
    labels.push(plain(data?.type ?? ''))
  }
  for (const [place, bundle] of projection.bundles.entries()) {
    if (place % PIECE === 0) yield
    const line = projection.edges.length + place
    from[line] = bundle.from
    to[line] = bundle.to
    weight[line] = bundle.edges.length
    edgeMark[line] = bundleMark(emphasis, bundle, graph)
    labels.push(plain(graph.edges[bundle.edges[0] ?? 0]?.type ?? ''))
  }
  return { from, to, edgeMark, weight, labels }
}

/** A bundle is marked if one of its edges would be. */
function bundleMark(emphasis: Emphasis, { edges }: Bundle, graph: Graph): number {
  if (!emphasis.lit && !emphasis.differences && emphasis.selection.size === 0) return 0
  const marks = edges.map((edge) => edgeMarkOf(emphasis, graph.edges[edge]?.key ?? ''))
  if (marks.some((mark) => mark !== 0 && mark !== MARK.dimmed)) return MARK.highlighted
  return marks[0] ?? 0
}

function edgeMarkOf(emphasis: Emphasis, key: string): number {
  if (emphasis.lit) return emphasis.lit.edges.has(key) ? MARK.highlighted : MARK.dimmed
  const difference = emphasis.differences?.get(key)
  if (emphasis.differences)
    return difference ? MARK[difference === 'changed' ? 'highlighted' : difference] : MARK.dimmed
  return emphasis.selection.has(key) ? MARK.highlighted : 0
}

/** Prominent bundles per item, and the total per item above which the rest is faded. */
const STRONGEST = 3
const CROWDED = 2.5

/**
 * With very many bundles only the strongest of each item are prominent; the others are faded until an end is
 * selected.
 */
function faintWeak(
  { projection, emphasis }: SceneInput,
  { count, mark }: SceneItems,
  { from, to, weight, edgeMark }: Ends,
): void {
  const first = projection.edges.length
  if (
    projection.bundles.length <= CROWDED * projection.collapsed.length ||
    emphasis.lit ||
    emphasis.differences
  )
    return
  if (mark.some((bits) => (bits & MARK.selected) !== 0)) return
  const left = new Uint8Array(count).fill(STRONGEST)
  const order = projection.bundles
    .map((_, place) => first + place)
    .sort((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0) || a - b)
  for (const line of order) {
    const [a, b] = [from[line] ?? 0, to[line] ?? 0]
    if ((left[a] ?? 0) + (left[b] ?? 0) === 0) edgeMark[line] = MARK.dimmed
    for (const end of [a, b]) left[end] = Math.max(0, (left[end] ?? 0) - 1)
  }
}

/** Pairs of groups above which only the {@link HEAVIEST} are drawn from afar. */
const MAX_PAIRS = 200

/**
 * The trunk in the opposite direction of each, or -1; and the ranks of the weak ones: with many pairs, those
 * that are not among the strongest of either end; with very many, all but the heaviest.
 */
function pairsOf(
  trunks: readonly Trunk[],
  weight: Uint32Array,
): { backs: readonly number[]; ranks: ReadonlyMap<number, SceneTrunk['rank']> } {
  const ends = trunks.map((trunk): [string, string] => [
    `${trunk.fromFrame} ${trunk.fromItem}`,
    `${trunk.toFrame} ${trunk.toItem}`,
  ])
  const placeOf = new Map(ends.map((pair, place) => [pair.join(), place]))
  const backs = ends.map(([from, to]) => placeOf.get(`${to},${from}`) ?? -1)
  const left = new Map(ends.flat().map((end) => [end, STRONGEST]))
  const ranks = new Map<number, SceneTrunk['rank']>()
  const pairs = backs.flatMap((back, place) => (back < 0 || place < back ? [place] : []))
  if (pairs.length <= CROWDED * left.size) return { backs, ranks }
  const linesOf = (place: number): number =>
    (trunks[place]?.lines ?? []).reduce((sum, line) => sum + (weight[line] ?? 1), 0)
  const strength = (place: number): number => linesOf(place) + linesOf(backs[place] ?? -1)
  const many = pairs.length > MAX_PAIRS
  for (const [order, place] of pairs.sort((a, b) => strength(b) - strength(a) || a - b).entries()) {
    const both = ends[place] ?? []
    const weak = many ? order >= HEAVIEST : both.every((end) => (left.get(end) ?? 0) <= 0)
    if (weak) for (const one of [place, backs[place] ?? -1]) ranks.set(one, many ? 'near' : 'faint')
    for (const end of both) left.set(end, (left.get(end) ?? 0) - 1)
  }
  return { backs, ranks }
}

/** The latest routes: reused if positions are unchanged, otherwise as suggestions where still free. */
const latest = new WeakMap<
  Projection,
  { readonly placement: Placement; readonly marked: string; readonly routes: Routes }
>()

function* routesOf(
  { projection, placement, view }: SceneInput,
  items: SceneItems,
  { from, to, edgeMark, weight }: Ends,
  groups: readonly SceneGroup[],
  groupOf: Int32Array,
): Steps<Routes> {
  const before = latest.get(projection)
  const isMarked = (line: number): boolean =>
    ((edgeMark[line] ?? 0) & (MARK.highlighted | MARK.added | MARK.removed)) !== 0
  const tooMany = from.length > MAX_DRAWN
  const heaviest = tooMany ? heaviestOf(weight, from.length) : undefined
  const marked = tooMany ? Array.from(from.keys()).filter(isMarked).join() : ''
  if (before?.placement === placement && before.marked === marked) return before.routes
  const routes = yield* routeSteps({
    ...items,
    from,
    to,
    frames: groups.map(({ x, y, width, height, titleWidth }) => ({
      left: x,
      top: y,
      right: x + width,
      bottom: y + height,
      titleWidth,
      titleHeight: GROUP_TITLE,
    })),
    frameOf: groupOf,
    flowing: view.layout === 'layered',
    leftOut: heaviest ? (line) => !isMarked(line) && !heaviest.has(line) : undefined,
    proposed: (line) => {
      const found = placement.ways.get(projection.edges[line] ?? -1)
      if (found || !before) return found
      return before.routes.points.subarray(before.routes.start[line], before.routes.start[line + 1])
    },
  })
  latest.set(projection, { placement, marked, routes })
  return routes
}

/** The heaviest bundles. */
function heaviestOf(weight: Uint32Array, count: number): ReadonlySet<number> {
  const bundles = Array.from({ length: count }, (_, line) => line).filter((line) => (weight[line] ?? 1) > 1)
  bundles.sort((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0) || a - b)
  return new Set(bundles.slice(0, HEAVIEST))
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

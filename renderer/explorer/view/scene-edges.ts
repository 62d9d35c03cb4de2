import { PIECE, type Steps } from '../../app/slices.ts'
import { CARDS } from '../../graph/routing/card-bundles.ts'
import { routeSteps, type Routes } from '../../graph/routing/route.ts'
import { bundled, HEAVIEST, MAX_DRAWN } from '../../graph/routing/bundles.ts'
import { emphasise } from '../../graph/scene/emphasis.ts'
import { isInside, MARK, type Scene, type SceneGroup } from '../../graph/scene/scene.ts'
import { GROUP_TITLE } from '../../graph/layout/layout.ts'
import type { Graph } from '../graph/graph.ts'
import { type CardPorts, cardPorts } from './card-ports.ts'
import { isWithin, nearKey } from './near-links.ts'
import type { Placement } from './placement.ts'
import { edgesOfLine, oppositeLines, type Bundle, type Projection } from './projection.ts'
import { plain, type Emphasis, type SceneInput, type SceneItems, type SceneWords } from './scene-input.ts'
import { type Ends, thinOut, type Weakness, weakLines } from './weak-lines.ts'

type SceneEdges = Pick<
  Scene,
  | 'leftOut'
  | 'leftOutBy'
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

/** Edge data before routing, with texts. */
interface LabelledEnds extends Ends {
  readonly labels: string[]
}

/** The edges, and the number of links that each collapsed group has with the one that is selected, if not all are drawn. */
interface DrawnEdges {
  readonly edges: SceneEdges
  readonly counted: ReadonlyMap<number, number>
}

/** Builds the edges of a scene: ends, styles, routes, and the trunks between groups. */
export function* sceneEdges(
  input: SceneInput,
  items: SceneItems,
  groups: readonly SceneGroup[],
  groupOf: Int32Array,
  words: SceneWords,
): Steps<DrawnEdges> {
  const { graph, projection } = input
  const ends = yield* endsOf(input)
  // A path or comparison already determines what is highlighted.
  const { lit, differences, selection, isCalm } = input.emphasis
  if (!lit && !differences && !isCalm && selection.size > 0) emphasise({ ...items, ...ends })
  markLinksOf(groups, groupOf, ends)
  const weakness = yield* weakLines(input, groupOf, ends)
  const counted = yield* thinOut(items, groups, groupOf, ends, weakness)
  const ports = cardPorts(projection, ends, groups, groupOf)
  const routes = yield* routesOf(input, items, ends, groups, groupOf, { ...weakness, ports })
  const linked = { ...ends, groupOf }
  const nameOf = (group: number, item: number): string => {
    if (group >= 0) return (item === CARDS ? groups[group]?.cards?.label : groups[group]?.label) ?? ''
    const node = graph.nodes[projection.nodes[item] ?? -1]
    const collapsed = projection.collapsed[item - projection.nodes.length]
    return node?.label ?? (collapsed ? words.collapsedTitle(graph, collapsed) : '')
  }
  const hueOf = (group: number, item: number): number => groups[group]?.hue ?? items.tint[item] ?? 0
  const edges = {
    from: ends.from,
    to: ends.to,
    edgeMark: ends.edgeMark,
    weight: ends.weight,
    edgeLabels: ends.labels.join('\n'),
    ...bundled(routes, ends, {
      nameOf,
      hueOf,
      isSelected: (group) => groups[group]?.selected ?? false,
      isWeak: (line) => weakness.weak.get(line) === true,
      isInside: (line) => isInside(linked, line),
    }),
  }
  return { edges, counted }
}

/** Highlights the links that selected groups have with others. */
function markLinksOf(groups: readonly SceneGroup[], groupOf: Int32Array, { from, to, edgeMark }: Ends): void {
  if (!groups.some(({ selected }) => selected)) return
  const isSelected = (group: number): boolean => groups[group]?.selected ?? false
  for (let line = 0; line < from.length; line++) {
    const [a, b] = [groupOf[from[line] ?? 0] ?? -1, groupOf[to[line] ?? 0] ?? -1]
    if (a !== b && (isSelected(a) || isSelected(b))) edgeMark[line] = MARK.highlighted
  }
}

function* endsOf({ graph, projection, emphasis }: SceneInput): Steps<LabelledEnds> {
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

/** A bundle is marked if one of its edges would be: as those, if they are alike. */
function bundleMark(emphasis: Emphasis, { edges }: Bundle, graph: Graph): number {
  if (!emphasis.lit && !emphasis.differences && emphasis.selection.size === 0) return 0
  const marks = edges.map((edge) => edgeMarkOf(emphasis, graph.edges[edge]?.key ?? ''))
  const [first, ...others] = marks.filter((mark) => mark !== 0 && mark !== MARK.dimmed)
  if (first !== undefined) return others.every((mark) => mark === first) ? first : MARK.highlighted
  return marks[0] ?? 0
}

function edgeMarkOf(emphasis: Emphasis, key: string): number {
  if (emphasis.lit) return emphasis.lit.edges.has(key) ? MARK.highlighted : MARK.dimmed
  const difference = emphasis.differences?.get(key)
  if (emphasis.differences)
    return difference ? MARK[difference === 'changed' ? 'highlighted' : difference] : MARK.dimmed
  return emphasis.selection.has(key) ? MARK.highlighted : 0
}

/** The latest routes: reused if positions are unchanged, otherwise as suggestions where still free. */
const latest = new WeakMap<
  Projection,
  { readonly placement: Placement; readonly marked: string; readonly routes: Routes }
>()

function* routesOf(
  input: SceneInput,
  items: SceneItems,
  ends: Ends,
  groups: readonly SceneGroup[],
  groupOf: Int32Array,
  { weak, absent, ports }: Weakness & { readonly ports: CardPorts },
): Steps<Routes> {
  const { projection, placement, view, near } = input
  const { from, to, edgeMark, weight } = ends
  const before = latest.get(projection)
  const isMarked = (line: number): boolean =>
    ((edgeMark[line] ?? 0) & (MARK.highlighted | MARK.added | MARK.removed)) !== 0
  const tooMany = from.length > MAX_DRAWN
  const heaviest = tooMany ? heaviestOf(weight, from.length) : undefined
  const isLeftOut = (line: number): boolean =>
    ports.lines.has(line) || (weak.get(line) ?? (heaviest !== undefined && !heaviest.has(line)))
  const marked =
    tooMany || weak.size > 0 || ports.lines.size > 0
      ? `${Array.from(from.keys()).filter(isMarked).join()} ${nearKey(near)}`
      : ''
  if (before?.placement === placement && before.marked === marked) return before.routes
  const isNear = (line: number): boolean => {
    if (weak.get(line) || ports.lines.has(line)) return false
    const [a, b] = [from[line] ?? 0, to[line] ?? 0]
    const group = groupOf[a] ?? -1
    if (!near || group !== groupOf[b]) return false
    if (near.groups.has(groups[group]?.key ?? '')) return true
    return near.within !== undefined && isWithin(items, a, near.within) && isWithin(items, b, near.within)
  }
  const opposite = oppositeLines(projection)
  const routes = yield* routeSteps({
    ...items,
    from,
    to,
    frames: groups.map(({ x, y, width, height, titleWidth }, group) => ({
      left: x,
      top: y,
      right: x + width,
      bottom: y + height,
      titleWidth,
      titleHeight: GROUP_TITLE,
      cards: ports.boxes.get(group),
    })),
    partAt: (line) => ports.partAt.get(line),
    frameOf: groupOf,
    flowing: view.layout === 'layered',
    opposite: (line) => opposite.get(line),
    leftOut: marked === '' ? undefined : (line) => isLeftOut(line) && !isMarked(line) && !isNear(line),
    absent: (line) => absent.has(line) && !isMarked(line),
    proposed: (line) => {
      const found = placement.ways.get(edgesOfLine(projection, line)[0] ?? -1)
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

import { rectOf } from '../../graph/routing/ends.ts'
import { type Bounds, meets } from '../../graph/scene/camera.ts'
import { GROUP_PADDING, GROUP_TITLE } from '../../graph/layout/layout.ts'
import {
  CARD_HEIGHT,
  cardWidth,
  COLLAPSED_HEIGHT,
  COLLAPSED_WIDTH,
  detailChoices,
  leastGroupWidth,
  PORT_ROOM,
  textWidth,
  titleWidth,
} from '../../graph/scene/card.ts'
import { dimmedGroups } from '../../graph/scene/emphasis.ts'
import { ICONS, SHAPES } from '../../graph/scene/icons.ts'
import { domainHue, kindFacts, missingKind } from '../../graph/scene/kinds.ts'
import {
  type ItemStyle,
  MARK,
  type Scene,
  type SceneGroup,
  type SceneTable,
} from '../../graph/scene/scene.ts'
import { atOnce, PIECE, type Steps } from '../../app/slices.ts'
import { type Graph, type GraphNode, kindCounts } from '../graph/graph.ts'
import { endedBefore, goneAsOf } from '../graph/lifetime.ts'
import { sceneEdges } from './scene-edges.ts'
import { changesIn, changesMark, withChanges, type Changes } from './group-changes.ts'
import { type CollapsedGroup, groupKey, type Projection } from './projection.ts'
import { plain, type SceneInput, type SceneItems, type SceneWords } from './scene-input.ts'
import { styleOf } from './style-rule.ts'
import type { ViewState } from './view-state.ts'

/** The part of the scene that depends only on the graph. */
export const sceneTable = (graph: Graph, words: SceneWords): SceneTable =>
  atOnce(sceneTableSteps(graph, words))

/** {@link sceneTable} as a pausable computation. */
export function* sceneTableSteps(graph: Graph, words: SceneWords): Steps<SceneTable> {
  const labels: string[] = []
  const details: string[] = []
  const icons = new Uint8Array(graph.nodes.length)
  const shapes = new Uint8Array(graph.nodes.length)
  for (const [index, node] of graph.nodes.entries()) {
    const { icon, shape } = node.missing ? missingKind : kindFacts(node.kind)
    labels.push(plain(node.label))
    details.push(words.detail(node.kind, node.fields))
    icons[index] = Math.max(0, ICONS.indexOf(icon))
    shapes[index] = Math.max(0, SHAPES.indexOf(shape))
    if (index % PIECE === 0) yield
  }
  return { labels: labels.join('\n'), details: details.join('\n'), icons, shapes }
}

/** Kinds named on a group, and kinds listed when it is drawn large. */
const NAMED_KINDS = 2
const LISTED_KINDS = 12

/** "12 entity sets · 8 metric sets · 3 other kinds", and shorter: a group's contents by kind, descending. */
function kindsIn(
  kinds: Iterable<string>,
  words: SceneWords,
): { kinds: readonly string[]; allKinds: readonly string[] } {
  const sorted = kindCounts(kinds)
  // Of kinds with one element each, none stands for the others.
  const several = sorted.filter(
    ([, count], place) => place === 0 || count > 1 || sorted.length <= NAMED_KINDS,
  )
  const most = Math.min(NAMED_KINDS, several.length)
  return {
    kinds: Array.from({ length: most + 1 }, (_, left) => {
      const named = sorted.slice(0, most - left)
      return words.kinds(named, sorted.length - named.length)
    }),
    allKinds: sorted
      .slice(0, LISTED_KINDS)
      .map((one, place) => words.kinds([one], place === LISTED_KINDS - 1 ? sorted.length - LISTED_KINDS : 0)),
  }
}

/** Where no frame says which group a part belongs to, its title does. */
function titled(words: SceneWords, { view, projection }: SceneInput): SceneWords {
  if (hasGroups(view, projection)) return words
  const collapsedTitle: SceneWords['collapsedTitle'] = (graph, collapsed) => {
    const title = words.collapsedTitle(graph, collapsed)
    return collapsed.part
      ? `${words.groupTitle(graph, graph.groups[collapsed.group] ?? '')} · ${title}`
      : title
  }
  return { ...words, collapsedTitle }
}

/** Builds the scene from projection and positions. */
export function* sceneSteps(input: SceneInput, given: SceneWords): Steps<Scene> {
  const words = titled(given, input)
  const { graph, projection } = input
  const nodes = projection.nodes.length
  const count = nodes + projection.collapsed.length
  const x = new Float32Array(count)
  const y = new Float32Array(count)
  const width = new Float32Array(count)
  const height = new Float32Array(count).fill(CARD_HEIGHT)
  const hue = new Uint8Array(count)
  const tint = new Uint8Array(count)
  const mark = new Uint8Array(count)
  const styles = new Map<number, ItemStyle>()
  const style = styleOf(input.view.rules, graph.nodes, input.view.heat)
  // A comparison says itself what is gone.
  const asOf = input.emphasis.differences ? undefined : goneAsOf(input.view, Date.now() / 1000)
  for (const [item, node] of projection.nodes.entries()) {
    if (item % PIECE === 0) yield
    const data = graph.nodes[node] as GraphNode
    x[item] = input.placement.xy[2 * node] ?? 0
    y[item] = input.placement.xy[2 * node + 1] ?? 0
    const { coloured, size, icon, caption, ...appearance } = style(data)
    const gone = endedBefore(data, asOf) ? words.gone(data.kind) : undefined
    width[item] = cardWidth(data.label, data.kind) * size
    height[item] = CARD_HEIGHT * size
    // What is gone has no colour but what a rule gives it.
    hue[item] = gone === undefined || coloured ? appearance.hue : 0
    if (coloured || icon !== undefined || caption !== undefined || gone !== undefined)
      styles.set(item, {
        coloured,
        icon: icon && ICONS.indexOf(icon),
        caption: caption && plain(caption),
        gone,
      })
    tint[item] = domainHue(data.domain)
    mark[item] = markOf(input, data.key)
  }
  const changes = changesIn(input, (item) => (item < nodes ? -1 : item))
  projection.collapsed.forEach((collapsed, i) => {
    const item = nodes + i
    const place = input.placement.groups.get(collapsed.name) ?? { x: 0, y: 0 }
    x[item] = place.x
    y[item] = place.y
    width[item] = COLLAPSED_WIDTH
    height[item] = COLLAPSED_HEIGHT
    hue[item] = tint[item] = domainHue(graph.nodes[collapsed.nodes[0] ?? -1]?.domain ?? '')
    mark[item] = groupMark(input, collapsed, changes.get(item))
  })
  const items: SceneItems = { count, x, y, width, height, tint, mark }
  const { groups, groupOf } = yield* sceneGroups(input, words, items)
  const outer = outerLinks(input)
  const { edges, counted } = yield* sceneEdges(input, items, groups, groupOf, words)
  return {
    count,
    nodes: projection.nodes,
    x,
    y,
    width,
    height,
    hue,
    tint,
    mark,
    styles,
    collapsed: projection.collapsed.map((collapsed, place) => ({
      label: words.collapsedTitle(graph, collapsed),
      detail: withLinks(
        counted.get(nodes + place),
        withChanges(
          changes.get(nodes + place),
          words.groupDetail(collapsed.nodes.length, collapsed.inner, outer[place] ?? 0),
        ),
        words,
      ),
      ...(collapsed.part
        ? { kinds: [], allKinds: [] }
        : kindsIn(
            collapsed.nodes.map((node) => graph.nodes[node]?.kind ?? ''),
            words,
          )),
    })),
    groups: dimmedGroups({ groups, groupOf, mark }),
    groupOf,
    ...edges,
  }
}

/** Before a group's own numbers that of its links with what is selected, in one piece. */
function withLinks(count: number | undefined, detail: string, { links }: SceneWords): string {
  if (count === undefined || !links) return detail
  const [one, more] = links
  const said = (count === 1 ? one : more).replace('#', String(count)).replaceAll(' ', '\u00a0')
  return `${said} · ${detail}`
}

/** Cards that layouts without rectangles of groups can show with their names and lines. */
const MOST_LOOSE = 120

/** Groups are rectangles in layouts that keep their nodes together; and where there are too many cards to be seen otherwise. */
export const hasGroups = ({ layout }: ViewState, { nodes }: Pick<Projection, 'nodes'>): boolean =>
  layout === 'layered' || layout === 'grid' || nodes.length > MOST_LOOSE

/** Number of links that each collapsed group has with others. */
function outerLinks({ projection: { nodes, collapsed, bundles } }: SceneInput): Uint32Array {
  const outer = new Uint32Array(collapsed.length)
  for (const { from, to, edges } of bundles)
    for (const end of [from - nodes.length, to - nodes.length])
      if (end >= 0) outer[end] = (outer[end] ?? 0) + edges.length
  return outer
}

/** A collapsed group is marked if one of its nodes would be, or a link between them. */
function groupMark(
  { graph, emphasis }: SceneInput,
  { name, nodes }: CollapsedGroup,
  changes: Changes | undefined,
): number {
  const mark = emphasis.selection.has(groupKey(name)) ? MARK.selected : 0
  const { lit, differences } = emphasis
  if (lit)
    return (
      mark |
      (nodes.some((node) => lit.nodes.has(graph.nodes[node]?.key ?? '')) ? MARK.highlighted : MARK.dimmed)
    )
  return differences ? mark | (changesMark(changes) || MARK.dimmed) : mark
}

function markOf({ emphasis, view }: SceneInput, key: string): number {
  let mark = 0
  if (emphasis.selection.has(key)) mark |= MARK.selected
  if (emphasis.lit) mark |= emphasis.lit.nodes.has(key) ? MARK.highlighted : MARK.dimmed
  if (emphasis.differences) {
    const difference = emphasis.differences.get(key)
    mark |= difference ? MARK[difference] : MARK.dimmed
  }
  if (view.pins.has(key)) mark |= MARK.pinned
  if (view.notes.has(key)) mark |= MARK.noted
  return mark
}

interface CardRect {
  left: number
  top: number
  right: number
  bottom: number
  readonly nodes: number[]
}

/** The bounds of a group, of the cards in it, with their nodes, and of its collapsed parts. */
interface GroupRect extends CardRect {
  readonly group: number
  readonly cards: CardRect
  readonly parts: Bounds[]
}

const NOWHERE = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }

/** Extends bounds by an item. */
function include(rect: CardRect, items: SceneItems, item: number): void {
  const { left, top, right, bottom } = rectOf(items, item)
  rect.left = Math.min(rect.left, left)
  rect.right = Math.max(rect.right, right)
  rect.top = Math.min(rect.top, top)
  rect.bottom = Math.max(rect.bottom, bottom)
}

/** Room around the cards in their box in world units: the ends of lines that lead to it keep off them. */
const CARDS_PAD = 9

/** The cards beside the collapsed parts of a group, as a box of its own among these. */
function openCards(graph: Graph, { cards, parts }: GroupRect, words: SceneWords): SceneGroup['cards'] {
  const { nodes } = cards
  const [left, top] = [cards.left - CARDS_PAD, cards.top - CARDS_PAD]
  const [right, bottom] = [cards.right + CARDS_PAD, cards.bottom + CARDS_PAD]
  if (nodes.length === 0) return undefined
  const { kinds, allKinds } = kindsIn(
    nodes.map((node) => graph.nodes[node]?.kind ?? ''),
    words,
  )
  const [count = ''] = words.groupDetail(nodes.length, 0, 0).split(' · ')
  return {
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    label: kinds[0] || count,
    allKinds,
    isApart: !parts.some((part) => meets(part, { left, top, right, bottom })),
  }
}

/** The open groups: their frames, and the group of each item. */
function* sceneGroups(
  input: SceneInput,
  words: SceneWords,
  items: SceneItems,
): Steps<{ groups: SceneGroup[]; groupOf: Int32Array }> {
  const { graph, projection } = input
  const groupOf = new Int32Array(items.count).fill(-1)
  if (!hasGroups(input.view, projection)) return { groups: [], groupOf }
  const places = new Map<number, number>()
  const rects: GroupRect[] = []
  for (let item = 0; item < items.count; item++) {
    if (item % PIECE === 0) yield
    const collapsed = projection.collapsed[item - projection.nodes.length]
    // A fully collapsed group has no frame; collapsed parts are inside their group's frame.
    if (collapsed && !collapsed.part) continue
    const nodes = collapsed?.nodes ?? [projection.nodes[item] ?? 0]
    const group = collapsed?.group ?? graph.groupOf[nodes[0] ?? 0] ?? 0
    const place = places.get(group) ?? rects.length
    places.set(group, place)
    const rect = (rects[place] ??= {
      group,
      nodes: [],
      parts: [],
      cards: { ...NOWHERE, nodes: [] },
      ...NOWHERE,
    })
    include(rect, items, item)
    for (const node of nodes) rect.nodes.push(node)
    if (collapsed) rect.parts.push(rectOf(items, item))
    else {
      include(rect.cards, items, item)
      rect.cards.nodes.push(nodes[0] ?? 0)
    }
    groupOf[item] = place
  }
  // Inner links: drawn ones, those between parts, and those within a part. Outer ones count at both groups.
  const inner = new Uint32Array(rects.length)
  const outer = new Uint32Array(rects.length)
  const count = (from: number, to: number, edges: number): void => {
    const [source = -1, target = -1] = [groupOf[from], groupOf[to]]
    const counts = source === target ? inner : outer
    if (source >= 0) counts[source] = (counts[source] ?? 0) + edges
    if (target >= 0 && target !== source) counts[target] = (counts[target] ?? 0) + edges
  }
  for (const [place, edge] of projection.edges.entries()) {
    if (place % PIECE === 0) yield
    count(projection.itemOf[graph.from[edge] ?? 0] ?? 0, projection.itemOf[graph.to[edge] ?? 0] ?? 0, 1)
  }
  for (const bundle of projection.bundles) count(bundle.from, bundle.to, bundle.edges.length)
  projection.collapsed.forEach(({ inner: edges }, i) =>
    count(projection.nodes.length + i, projection.nodes.length + i, edges),
  )
  const changes = changesIn(input, (item) => groupOf[item] ?? -1)
  const groups = rects.map((rect, place): SceneGroup => {
    const { group, nodes, left, top, right, bottom } = rect
    const label = words.groupTitle(graph, graph.groups[group] ?? '')
    const detail = withChanges(
      changes.get(place),
      words.groupDetail(nodes.length, inner[place] ?? 0, outer[place] ?? 0),
    )
    const width = Math.max(right - left + 2 * GROUP_PADDING, leastGroupWidth(label))
    // The detail beside the name takes room only if edges can still enter at the top.
    const both = detailChoices(detail).map((one) => titleWidth(label) + textWidth(one, 17))
    return {
      key: groupKey(graph.groups[group] ?? ''),
      x: left - GROUP_PADDING,
      y: top - GROUP_PADDING - GROUP_TITLE,
      width,
      height: bottom - top + 2 * GROUP_PADDING + GROUP_TITLE,
      label,
      detail,
      ...kindsIn(
        nodes.map((node) => graph.nodes[node]?.kind ?? ''),
        words,
      ),
      hue: domainHue(graph.nodes[nodes[0] ?? -1]?.domain ?? ''),
      mark: changesMark(changes.get(place)),
      selected: input.emphasis.selection.has(groupKey(graph.groups[group] ?? '')),
      titleWidth: Math.min(width, both.find((wide) => wide + PORT_ROOM <= width) ?? titleWidth(label)),
      cards: rect.parts.length > 0 ? openCards(graph, rect, words) : undefined,
    }
  })
  return { groups, groupOf }
}

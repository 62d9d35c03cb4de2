import { textScale } from '../../ui/text-scale.ts'
import type { Size } from '../../graph/scene/camera.ts'
import { CARD_HEIGHT, cardWidth } from '../../graph/scene/card.ts'
import { NAME_ZOOM } from '../../graph/scene/scene.ts'
import type { Graph } from '../graph/graph.ts'
import { groupOfPart, partNames } from '../graph/parts.ts'
import { collapse, expand, isolate, type ViewState } from './view-state.ts'

/**
 * Space of a card including its surroundings, and the factor from cards to the whole picture: edges need
 * room.
 */
const AROUND = 48
const WAYS = 1.8
/** Above this number of edges a graph is unreadable at any size. */
const MAX_EDGES = 400
/** Assumed view size before it is measured. */
const USUAL: Size = { width: 1000, height: 700 }
/** Maximum nodes measured; more are never readable at once. */
const MAX_EXAMINED = 2000

/** Whether a whole graph, or some of its nodes with the edges between them, can be shown with readable names. */
export function isReadable({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>, size: Size): boolean {
  if (nodes.length > MAX_EXAMINED || edges.length > MAX_EDGES) return false
  const { width, height } = size.width > 0 ? size : USUAL
  let room = 0
  for (const { label, kind } of nodes) room += (cardWidth(label, kind) + AROUND) * (CARD_HEIGHT + AROUND)
  return room * WAYS <= (width * height) / (NAME_ZOOM * textScale()) ** 2
}

/**
 * Groups collapsed initially: none if the graph is readable, otherwise all; with a single group, its parts.
 */
export function overviewOf(graph: Graph, size: Size): ReadonlySet<string> {
  if (isReadable(graph, size)) return new Set()
  const [only, ...others] = graph.groups
  return new Set(only !== undefined && others.length === 0 ? partNames(graph, only) : graph.groups)
}

/**
 * The view of only some nodes: as cards, whatever group they are in, if all can be read then; otherwise with the groups that were
 * collapsed, or with all.
 */
export function shownAlone(
  view: ViewState,
  graph: Graph,
  keys: ReadonlySet<string>,
  size: Size,
  closesMany = false,
): ViewState {
  const nodes = graph.nodes.filter(({ key }) => keys.has(key))
  const edges = graph.edges.filter(({ source, target }) => keys.has(source) && keys.has(target))
  if (isReadable({ nodes, edges }, size)) return isolate(view, keys, new Set())
  const { collapsedBefore = view.collapsed } = view
  if (!closesMany) return isolate(view, keys, collapsedBefore)
  const groups = new Set(nodes.map(({ group }) => group))
  const [only, ...more] = groups
  const closed = more.length === 0 && only !== undefined ? partNames(graph, only) : groups
  const others = [...collapsedBefore].filter((name) => !groups.has(groupOfPart(name)))
  return isolate(view, keys, new Set([...others, ...closed]))
}

/** What is new of the groups that are collapsed initially. */
export function freshGroups(before: Graph, graph: Graph, size: Size): ReadonlySet<string> {
  const known = new Set(before.groups)
  return new Set([...overviewOf(graph, size)].filter((name) => !known.has(groupOfPart(name))))
}

/** From so many times as many nodes on, a model is another picture than before. */
const GROWN = 2

/**
 * The groups to collapse of a model to which elements have come, so that none is drawn without a name: what is new; or all,
 * where everything was readable before, for what is open would be lost among the boxes.
 */
export const collapsedOnGrowth = (before: Graph, graph: Graph, size: Size): ReadonlySet<string> =>
  graph.nodes.length >= GROWN * before.nodes.length && isReadable(before, size)
    ? overviewOf(graph, size)
    : freshGroups(before, graph, size)

/** The view with a group open: a large one to its parts first. */
export const openedGroup = (view: ViewState, graph: Graph, group: string): ViewState =>
  collapse(expand(view, [group]), partNames(graph, group))

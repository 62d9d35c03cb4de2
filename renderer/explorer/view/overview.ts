import type { Size } from '../../graph/scene/camera.ts'
import { CARD_HEIGHT, cardWidth } from '../../graph/scene/card.ts'
import { NAME_ZOOM } from '../../graph/scene/scene.ts'
import type { Graph } from '../graph/graph.ts'
import { partNames } from '../graph/parts.ts'

/** What a card takes with the room around it, and how much more a whole picture takes than its cards: lines need ways. */
const AROUND = 48
const WAYS = 1.8
/** More edges than this are a web, however large the view is. */
const MAX_EDGES = 400
/** A view that was not measured yet. */
const USUAL: Size = { width: 1000, height: 700 }
/** Nodes looked at; that many are never readable at once. */
const MAX_LOOKED_AT = 2000

/** Whether all of a graph could be seen at once with its names. */
export function isReadable(graph: Graph, size: Size): boolean {
  if (graph.nodes.length > MAX_LOOKED_AT || graph.edges.length > MAX_EDGES) return false
  const { width, height } = size.width > 0 ? size : USUAL
  let room = 0
  for (const { label } of graph.nodes) room += (cardWidth(label) + AROUND) * (CARD_HEIGHT + AROUND)
  return room * WAYS <= (width * height) / NAME_ZOOM ** 2
}

/** What is collapsed when a graph is first shown: nothing that can be read as it is, else every group; of a single one its parts. */
export function overviewOf(graph: Graph, size: Size): ReadonlySet<string> {
  if (isReadable(graph, size)) return new Set()
  const [only, ...others] = graph.groups
  return new Set(only !== undefined && others.length === 0 ? partNames(graph, only) : graph.groups)
}

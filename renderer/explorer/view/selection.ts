import { shownName } from '../../ui/shown-name.ts'
import { text } from '../../i18n/text.ts'
import { neighbours } from '../graph/graph.ts'
import { isPart, partsOf } from '../graph/parts.ts'
import { edgesOfLine, groupKey, groupNameOf } from './projection.ts'
import type { Surface, SurfaceState } from './surface.ts'
import { refreshScene } from './surface-actions.ts'
import { typeName } from '../graph/set-names.ts'
import { groupDetail, groupTitle, linkCount } from './words.ts'

/** Announces a text to screen readers. */
export function announce(surface: Surface, message: string): void {
  surface.setState((state) => ({ spoken: { text: message, count: state.spoken.count + 1 } }))
}

/** Characters of a name that are read aloud; nobody listens to ten thousand. */
const MAX_SPOKEN = 200

/** Describes a node in one sentence: kind, name, domain, links. */
export function describe(state: SurfaceState, key: string): string {
  const index = state.graph.indexOf.get(key)
  const node = index === undefined ? undefined : state.graph.nodes[index]
  if (index === undefined || !node) return describeGroup(state, key)
  return text('explorer.say.node', {
    kind: typeName(node.kind),
    name: node.label.slice(0, MAX_SPOKEN),
    domain: shownName(node.domain).slice(0, MAX_SPOKEN) || text('explorer.noDomain'),
    links: linkCount(state.id, neighbours(state.graph, index).length),
  })
}

/** Describes a group: its name and, if collapsed, its size. */
function describeGroup(state: SurfaceState, key: string): string {
  const title = groupTitle(state, key).slice(0, MAX_SPOKEN)
  const held = state.projection.collapsed.find(({ name }) => groupKey(name) === key)
  if (!held) return title
  const item = state.projection.nodes.length + state.projection.collapsed.indexOf(held)
  const outer = state.projection.bundles.reduce(
    (sum, { from, to, edges }) => sum + (from === item || to === item ? edges.length : 0),
    0,
  )
  const words = groupDetail(state.id, held.nodes.length, held.inner, outer)
  return text('explorer.say.group', { name: title, words })
}

/** Selection key of an item of the scene: the node's or the group's. */
export function keyOfItem({ drawn: { graph, projection } }: SurfaceState, item: number): string {
  const nodes = projection.nodes.length
  if (item < nodes) return graph.nodes[projection.nodes[item] ?? 0]?.key ?? ''
  return groupKey(projection.collapsed[item - nodes]?.name ?? '')
}

/** Keys of the links that a line of the scene stands for. */
export function keysOfLine({ drawn: { graph, projection } }: SurfaceState, line: number): string[] {
  return edgesOfLine(projection, line).flatMap((edge) => graph.edges[edge]?.key ?? [])
}

/** The item of the scene of a selection key, if it is drawn. */
export function itemOfKey({ drawn: { graph, projection } }: SurfaceState, key: string): number | undefined {
  const index = graph.indexOf.get(key)
  if (index === undefined) {
    const group = projection.collapsed.findIndex(({ name }) => groupKey(name) === key)
    return group < 0 ? undefined : projection.nodes.length + group
  }
  const item = projection.itemOf[index] ?? -1
  return item < 0 ? undefined : item
}

/** The item with keyboard focus, while it is selected: a cleared selection leaves no ring behind. */
export function currentItem(state: SurfaceState): number | undefined {
  const { current, selection } = state
  if (current === undefined || !selection.includes(current)) return undefined
  return itemOfKey(state, current)
}

/** Makes a node current without selecting it, and says it: the keyboard has come into the graph. */
export function land(surface: Surface, key: string): void {
  surface.setState({ current: key })
  announce(surface, describe(surface.getState(), key))
}

/** Node indices of a group by its selection key: those collapsed in it, or all of its group or part. */
export function nodesOfGroup({ graph, projection }: SurfaceState, key: string): readonly number[] {
  const name = groupNameOf(key) ?? ''
  const collapsed = projection.collapsed.find((known) => known.name === name)
  if (collapsed) return collapsed.nodes
  if (isPart(name)) {
    const { list, of } = partsOf(graph)
    const part = list.findIndex((known) => known.name === name)
    return graph.nodes.flatMap((_, index) => (part >= 0 && of[index] === part ? [index] : []))
  }
  const group = graph.groups.indexOf(name)
  return graph.nodes.flatMap((_, index) => (graph.groupOf[index] === group ? [index] : []))
}

/** Selects nodes and edges by key; the last node gets the keyboard focus. */
export function select(surface: Surface, keys: readonly string[], extend = false): void {
  surface.setState((state) => {
    const known = new Set(extend ? state.selection : [])
    for (const key of keys) {
      if (extend && known.has(key)) known.delete(key)
      else known.add(key)
    }
    const last = keys.findLast((key) => state.graph.indexOf.has(key) || groupNameOf(key) !== undefined)
    return { selection: [...known], current: last ?? state.current }
  })
  void refreshScene(surface)
  const state = surface.getState()
  if (keys.length === 1 && keys[0] !== undefined) announce(surface, describe(state, keys[0]))
  else if (keys.length > 1)
    announce(surface, text('explorer.say.selected', { count: state.selection.length }))
}

/**
 * Number of selected nodes and groups, capped at three: none, one, a pair, more. Runs on every state change.
 */
export function chosenItems({ selection, graph }: SurfaceState): number {
  let count = 0
  for (const key of selection) {
    if (graph.indexOf.has(key) || groupNameOf(key) !== undefined) count++
    if (count === 3) break
  }
  return count
}

import { holds, lifeSize } from '../../graph/scene/camera.ts'
import { hidesParts, sceneBounds } from '../../graph/scene/scene.ts'
import { text } from '../../i18n/text.ts'
import { neighbours, type Graph } from '../graph/graph.ts'
import { partNames, partsOf } from '../graph/parts.ts'
import { pathsBetween } from '../graph/paths.ts'
import { enterGroup, focusWhenPlaced, requestFit } from './arrival.ts'
import type { Filter } from './filter.ts'
import { openedGroup, shownAlone } from './overview.ts'
import { groupKey, groupNameOf } from './projection.ts'
import { nodesOfGroup, announce } from './selection.ts'
import { viewOf, type Surface, type SurfaceState } from './surface.ts'
import { changeView, refreshScene } from './surface-actions.ts'
import * as edit from './view-state.ts'
import { openGroups } from './walk.ts'

/** Node keys of the selection; for a group, its nodes. */
export function selectedNodes(state: SurfaceState): string[] {
  const keys = new Set<string>()
  for (const key of state.selection) {
    if (state.graph.indexOf.has(key)) keys.add(key)
    if (groupNameOf(key) === undefined) continue
    for (const index of nodesOfGroup(state, key)) keys.add(state.graph.nodes[index]?.key ?? '')
  }
  return [...keys]
}

/** Keys of nodes that are drawn, or inside a drawn group. */
function shownNodes(state: SurfaceState): string[] {
  return state.graph.nodes
    .filter((_, index) => (state.projection.itemOf[index] ?? -1) >= 0)
    .map(({ key }) => key)
}

/** Neighbours of nodes by relation type and direction, for an expansion. */
export interface NeighbourGroup {
  readonly type: string
  readonly outgoing: boolean
  readonly keys: readonly string[]
  /** How many of them are currently not drawn. */
  readonly hidden: number
}

export function neighbourGroups(
  graph: Graph,
  state: SurfaceState,
  keys: readonly string[],
): NeighbourGroup[] {
  const groups = new Map<string, { type: string; outgoing: boolean; keys: Set<string> }>()
  for (const key of keys) {
    const index = graph.indexOf.get(key)
    if (index === undefined) continue
    for (const { edge, node, outgoing } of neighbours(graph, index)) {
      const type = graph.edges[edge]?.type ?? ''
      const id = `${outgoing}:${type}`
      const group = groups.get(id) ?? { type, outgoing, keys: new Set<string>() }
      group.keys.add(graph.nodes[node]?.key ?? '')
      groups.set(id, group)
    }
  }
  const isHidden = (key: string): boolean => (state.projection.itemOf[graph.indexOf.get(key) ?? -1] ?? -1) < 0
  return [...groups.values()]
    .map((group) => ({ ...group, keys: [...group.keys], hidden: [...group.keys].filter(isHidden).length }))
    .sort((a, b) => b.keys.length - a.keys.length)
}

/** Share of natural size from which cards are read with ease; what is in view so large stays where it is. */
const READABLE = 0.75

/** Brings everything drawn into view, unless it is there already. */
function showWhole(surface: Surface): void {
  const { scene, camera, size } = surface.getState()
  const bounds = sceneBounds(scene)
  if (!bounds || (holds(camera, size, bounds) && camera.zoom >= READABLE * lifeSize(size))) return
  requestFit(surface)
}

/** Goes into a group that was opened, where from here it would stand for its parts. */
function enterOpened(surface: Surface, name: string): void {
  const { scene, camera } = surface.getState()
  const group = scene.groups.find(({ key }) => key === groupKey(name))
  if (group && hidesParts(scene, camera.zoom)) enterGroup(surface, group)
}

/** All view commands, each as one undoable step. */
export function viewCommands(surface: Surface) {
  const apply = (
    label: Parameters<typeof text>[0],
    change: (view: edit.ViewState) => edit.ViewState,
    arrive: (drawn: Promise<void>) => void = () => undefined,
  ): void => {
    changeView(surface, text(label), change, (drawn) => {
      announce(surface, `${text(label)}. ${shownSentence(surface.getState())}`)
      arrive(drawn)
    })
  }
  const whole = (drawn: Promise<void>): void => void drawn.then(() => showWhole(surface))
  const alone = (view: edit.ViewState, keys: ReadonlySet<string>): edit.ViewState => {
    const { graph, size } = surface.getState()
    return shownAlone(view, graph, keys, size)
  }
  const chosen = (): string[] => selectedNodes(surface.getState())
  return {
    /** What alone is left, of a filter or an isolation, comes into view; where something is only taken away, the view stays. */
    addFilter: (filter: Filter) =>
      apply(
        'explorer.step.filter',
        (view) => edit.addFilter(view, filter),
        filter.exclude ? undefined : whole,
      ),
    removeFilter: (filter: Filter) =>
      apply('explorer.step.unfilter', (view) => edit.removeFilter(view, filter)),
    clearFilters: () => apply('explorer.step.unfilter', (view) => ({ ...view, filters: [] })),
    hide: (keys = chosen()) => apply('explorer.step.hide', (view) => edit.hide(view, keys)),
    hideOthers: (keys = chosen()) =>
      apply('explorer.step.isolate', (view) => alone(view, new Set(keys)), whole),
    isolateNeighbourhood: () => {
      const { graph } = surface.getState()
      const keys = new Set(chosen())
      for (const key of chosen())
        for (const { node } of neighbours(graph, graph.indexOf.get(key) ?? 0))
          keys.add(graph.nodes[node]?.key ?? '')
      apply('explorer.step.isolate', (view) => alone(view, keys), whole)
    },
    /** Swaps shown and hidden nodes. */
    invert: () => {
      const state = surface.getState()
      const shown = new Set(shownNodes(state))
      const others = state.graph.nodes.filter(({ key }) => !shown.has(key)).map(({ key }) => key)
      apply(
        'explorer.step.invert',
        (view) => alone({ ...view, filters: [], hidden: new Set() }, new Set(others)),
        whole,
      )
    },
    invertSelection: () => {
      const state = surface.getState()
      const taken = new Set(state.selection)
      surface.setState({ selection: shownNodes(state).filter((key) => !taken.has(key)) })
      void refreshScene(surface)
    },
    selectAll: () => {
      surface.setState((state) => ({ selection: shownNodes(state) }))
      void refreshScene(surface)
    },
    showAll: () =>
      apply('explorer.step.showAll', (view) => ({
        ...edit.endIsolation(view),
        filters: [],
        hidden: new Set(),
        moment: undefined,
        range: undefined,
      })),
    showHidden: () => apply('explorer.step.showHidden', edit.showHidden),
    endIsolation: () => apply('explorer.step.endIsolation', edit.endIsolation, whole),
    reveal: (keys: readonly string[]) =>
      apply('explorer.step.expand', (view) => {
        const shown = edit.reveal(view, keys)
        return shown.isolated ? alone(shown, shown.isolated) : shown
      }),
    dismiss: (keys: readonly string[]) => apply('explorer.step.collapse', (view) => edit.dismiss(view, keys)),
    toggleGroup: (group: string) =>
      viewOf(surface.getState()).collapsed.has(group)
        ? apply(
            'explorer.step.openGroup',
            (view) => openedGroup(view, surface.getState().graph, group),
            (drawn) => void drawn.then(() => enterOpened(surface, group)),
          )
        : apply('explorer.step.closeGroup', (view) => edit.collapse(view, [group])),
    /** Opens the collapsed group, or part of one, around a node. */
    openAround: (key: string) => {
      const { graph, history } = surface.getState()
      const node = graph.indexOf.get(key) ?? -1
      const group = graph.nodes[node]?.group ?? ''
      const { list, of } = partsOf(graph)
      const part = list[of[node] ?? -1]?.name
      const { collapsed } = history.present.view
      if (!collapsed.has(group) && (part === undefined || !collapsed.has(part))) return
      const others = collapsed.has(group) ? partNames(graph, group) : []
      apply('explorer.step.openGroup', (view) =>
        edit.expand(edit.collapse(edit.expand(view, [group]), others), part === undefined ? [] : [part]),
      )
    },
    collapseAll: () => {
      const groups = openGroups(surface.getState())
      apply('explorer.step.closeGroup', (view) => edit.collapse(view, groups))
    },
    expandAll: () => apply('explorer.step.openGroup', (view) => ({ ...view, collapsed: new Set<string>() })),
    pinSelected: () => {
      const state = surface.getState()
      const { xy } = state.history.present.placement
      const places = chosen().flatMap((key) => {
        const index = state.graph.indexOf.get(key)
        const [x, y] = index === undefined ? [NaN, NaN] : [xy[2 * index] ?? NaN, xy[2 * index + 1] ?? NaN]
        return Number.isNaN(x) ? [] : [[key, { x, y }] as const]
      })
      apply('explorer.step.pin', (view) => edit.pin(view, places))
    },
    unpin: (keys = chosen()) => apply('explorer.step.unpin', (view) => edit.unpin(view, keys)),
    unpinAll: () => apply('explorer.step.unpin', (view) => ({ ...view, pins: new Map() })),
    setLayout: (layout: edit.LayoutKind, root?: string) =>
      apply('explorer.step.layout', (view) => ({ ...view, layout, root: root ?? view.root })),
    /** @param merged the note goes on being written: no step of its own */
    annotate: (key: string, note: string, merged: boolean) =>
      changeView(
        surface,
        text('explorer.step.note'),
        (view) => edit.annotate(view, key, note),
        undefined,
        merged,
      ),
    raiseLimit: () => apply('explorer.step.limit', (view) => ({ ...view, nodeLimit: view.nodeLimit * 2 })),
  }
}

/** "shown X of Y", for the status line and screen readers. */
export function shownSentence(state: SurfaceState): string {
  const inGroups = state.projection.collapsed.reduce((sum, { nodes }) => sum + nodes.length, 0)
  const shown = state.projection.nodes.length + inGroups
  return text(state.id === 'model' ? 'explorer.shown.elements' : 'explorer.shown.entities', {
    shown,
    total: state.graph.nodes.length,
    whole: shown === state.graph.nodes.length ? 'yes' : 'no',
  })
}

/** Maximum extra edges of "all short paths" over the shortest. */
const SLACK = 2

/** Highlights the shortest path, or all short ones, between two nodes. */
export function showPaths(
  surface: Surface,
  from: string,
  to: string,
  options: { readonly all: boolean; readonly directed: boolean },
): number {
  const { graph } = surface.getState()
  const [source, target] = [graph.indexOf.get(from), graph.indexOf.get(to)]
  if (source === undefined || target === undefined) return 0
  const { paths, truncated } = pathsBetween(graph, source, target, {
    directed: options.directed,
    slack: options.all ? SLACK : 0,
    cap: options.all ? 200 : 1,
  })
  surface.setState({
    paths: paths.length === 0 ? undefined : { list: paths, chosen: 0, truncated: options.all && truncated },
  })
  if (paths.length > 0) revealPath(surface)
  void refreshScene(surface)
  announce(
    surface,
    paths.length === 0
      ? text('explorer.path.none')
      : text('explorer.path.found', { count: paths.length, steps: paths[0]?.edges.length ?? 0 }),
  )
  return paths.length
}

export function choosePath(surface: Surface, chosen: number): void {
  surface.setState((state) => ({ paths: state.paths && { ...state.paths, chosen } }))
  revealPath(surface)
  void refreshScene(surface)
}

/**
 * Reveals a path: shows its hidden nodes, opens only those parts of collapsed groups that are on it, and fits it into
 * view. Filters are removed only if they hide a node of it.
 */
function revealPath(surface: Surface): void {
  const { paths, graph, projection, history } = surface.getState()
  const path = paths?.list[paths.chosen]
  if (!path) return
  const nodes = projection.nodes.length
  const itemOf = (node: number): number => projection.itemOf[node] ?? -1
  const absent = path.nodes.filter((node) => itemOf(node) < 0 || itemOf(node) >= nodes)
  const keysOf = (list: readonly number[]): string[] => list.map((node) => graph.nodes[node]?.key ?? '')
  const check = (): void => {
    surface.setState({ awaited: keysOf(path.nodes) })
    if (!surface.getState().layout.running) focusWhenPlaced(surface)
  }
  if (absent.length === 0) return check()
  const { collapsed } = history.present.view
  const { list, of } = partsOf(graph)
  const groups = [...new Set(absent.map((node) => graph.groups[graph.groupOf[node] ?? 0] ?? ''))]
  const others = groups.flatMap((group) => (collapsed.has(group) ? partNames(graph, group) : []))
  const parts = absent.flatMap((node) => list[of[node] ?? -1]?.name ?? [])
  const filtered = absent.some((node) => itemOf(node) < 0)
  changeView(
    surface,
    text('explorer.step.path'),
    (view) => {
      const shown = edit.expand(edit.collapse(edit.expand(view, groups), others), parts)
      return filtered ? { ...edit.reveal(shown, keysOf(absent)), filters: [] } : shown
    },
    check,
  )
}

import type { LayoutResult } from '../../graph/layout/layout.ts'
import { atOnce, inSlices, yieldToMain } from '../../app/slices.ts'
import type { Point } from '../../graph/scene/camera.ts'
import type { Scene } from '../../graph/scene/scene.ts'
import type { Graph } from '../graph/graph.ts'
import { carryPaths } from '../graph/paths.ts'
import { anchorOf } from './anchor.ts'
import { flyBack, focusWhenPlaced, followCurrent, isOutOfView, noteCamera, requestFit } from './arrival.ts'
import { change, redo, startHistory, undo, type History } from './history.ts'
import { applyLayout, layoutProblemSteps, problemGroups } from './layout-problem.ts'
import { layoutsOf } from './layouts.ts'
import { whenPictured } from './pictured.ts'
import { carryOver, countUnplaced, newcomerSteps, nowhere, placeGroups, type Placement } from './placement.ts'
import type { Places } from './positions.ts'
import { groupNameOf, isQuick, prepareProjection, project } from './projection.ts'
import { awaitsPlaces, hasOutgrown, hasOverlap, hasRoom, isThinned, needsRoom } from './room.ts'
import { hasGroups, sceneSteps } from './scene-builder.ts'
import {
  forgetPlaces,
  onGraph,
  placementOf,
  sceneInput,
  takePlacesBack,
  viewOf,
  type Surface,
  type SurfaceState,
  type ViewSnapshot,
} from './surface.ts'
import { sizesOf, type ViewState } from './view-state.ts'
import { sceneWords } from './words.ts'

/** If new nodes exceed this share of the drawn ones, everything is laid out again instead of inserting them. */
const NEWCOMER_SHARE = 0.3
/** Below this number of drawn items the layout is so fast that a draft would only flicker. */
const DRAFTLESS = 200
/** Maximum drawn items for which a grid is shown while the real layout runs. */
const PROVISIONAL_LIMIT = 20_000

const running = new WeakMap<Surface, AbortController>()

/**
 * Maximum drawn items for a synchronous scene; larger ones are built in slices: a single route through a maze
 * may take 10 ms.
 */
const AT_ONCE = 400

const building = new WeakMap<Surface, Promise<void>>()

/** Whether two states have the same scene. */
const sameScene = (a: SurfaceState, b: SurfaceState): boolean =>
  a.graph === b.graph &&
  a.projection === b.projection &&
  a.history.present === b.history.present &&
  a.selection === b.selection &&
  a.paths === b.paths &&
  a.comparison === b.comparison &&
  a.near === b.near

/**
 * Rebuilds the scene; called by every action that changes it. A small scene is ready on return, a large one
 * when the promise resolves.
 */
export function refreshScene(surface: Surface): Promise<void> {
  const under = building.get(surface)
  if (under) return under
  const state = surface.getState()
  if (awaitsPlaces(state)) return Promise.resolve()
  const { nodes, edges, bundles } = state.projection
  if (nodes.length + edges.length + bundles.length <= AT_ONCE) {
    showScene(surface, state, atOnce(sceneSteps(sceneInput(state), sceneWords(state.id))))
    return Promise.resolve()
  }
  const work = buildInSlices(surface).finally(() => building.delete(surface))
  building.set(surface, work)
  return work
}

const showScene = (surface: Surface, { graph, projection }: SurfaceState, scene: Scene): void =>
  surface.setState({ scene, drawn: { graph, projection } })

/** Builds until the scene matches the state; a scene of an outdated graph is discarded. */
async function buildInSlices(surface: Surface): Promise<void> {
  for (;;) {
    const state = surface.getState()
    // Begun before there was something to place: the layout shows that.
    if (awaitsPlaces(state)) return
    const scene = await inSlices(sceneSteps(sceneInput(state), sceneWords(state.id)))
    const now = surface.getState()
    if (now.graph === state.graph && now.projection === state.projection) showScene(surface, state, scene)
    if (sameScene(now, state)) return
  }
}

function withSnapshot(state: SurfaceState, history: History<ViewSnapshot>): Partial<SurfaceState> {
  return { history, projection: project(state.graph, history.present.view) }
}

/** Histories applied before their projection is ready; follow-up work is queued. */
const pending = new WeakMap<
  Surface,
  { readonly abort: AbortController; readonly then: readonly (() => void)[] }
>()

/**
 * Applies a history and runs the follow-up once the projection is known: synchronously for a small graph; for
 * a large one it is computed in slices while the scene stays. A newer history replaces an older one.
 */
export function applyHistory(surface: Surface, history: History<ViewSnapshot>, then: () => void): void {
  const state = surface.getState()
  const before = pending.get(surface)
  before?.abort.abort()
  const graph = history.present.graph ?? state.graph
  // Positions belong to a graph, so a new graph is applied together with them.
  const taken =
    graph === state.graph ? {} : { graph, history, paths: carryPaths(state.graph, state.paths, graph) }
  const after = [...(before?.then ?? []), then]
  const abort = new AbortController()
  const finish = (): void => {
    if (abort.signal.aborted) return
    pending.delete(surface)
    const now = surface.getState()
    // Another graph has been set meanwhile and started its own history.
    const mine = now.graph === state.graph ? taken : {}
    const shown = { ...now, ...mine }
    surface.setState({
      ...mine,
      projection: project(shown.graph, viewOf(shown)),
      selection: now.selection.filter((key) => shown.graph.indexOf.has(key) || !now.graph.indexOf.has(key)),
    })
    for (const act of after) act()
  }
  if (graph === state.graph) surface.setState({ history })
  const { view } = history.present
  if (isQuick(graph, view)) return finish()
  pending.set(surface, { abort, then: after })
  prepareProjection(graph, view, abort.signal).then(finish, () => undefined)
}

/** After a change of the projection: places new nodes, or lays out everything. */
export async function settle(surface: Surface): Promise<void> {
  const state = surface.getState()
  const { graph, projection } = state
  const missing = countUnplaced(projection, placementOf(state))
  const grouped = hasGroups(viewOf(state), projection)
  // An expansion mostly adds other types, whose groups need room: lay out everything.
  const crowded = state.id === 'runtime' && grouped && missing > 0
  const bare = missing > 0 && missing === projection.nodes.length
  if (crowded || bare || needsRoom(state) || missing > Math.max(12, projection.nodes.length * NEWCOMER_SHARE))
    return runLayout(surface, true)
  const work = newcomerSteps(graph, projection, placementOf(state), grouped)
  const small = projection.nodes.length <= AT_ONCE
  const roomy = small ? atOnce(work) : missing > 0 ? await inSlices(work) : placementOf(state)
  const now = surface.getState()
  // Projection or positions have changed meanwhile.
  if (now.graph !== graph || now.projection !== projection || placementOf(now) !== placementOf(state))
    return settle(surface)
  const placed = placeGroups(projection, roomy)
  surface.setState({ history: { ...now.history, present: { ...now.history.present, placement: placed } } })
  await refreshScene(surface)
  focusWhenPlaced(surface)
}

/**
 * Changes the view as one undoable step, merged with directly preceding steps of the same name. `then` is
 * called once the projection is known, with a promise that resolves when the picture of it is there.
 */
export function changeView(
  surface: Surface,
  label: string,
  edit: (view: ViewState) => ViewState,
  then: (drawn: Promise<void>) => void = () => undefined,
  merged = false,
): void {
  const state = surface.getState()
  const before = state.history.present
  const view = edit(before.view)
  if (view === before.view) return then(Promise.resolve())
  const goesOn = merged && state.history.past.at(-1)?.label === label
  const history = goesOn
    ? { ...state.history, present: { ...before, view }, future: [] }
    : change(state.history, { ...before, view }, label)
  const isOther = view.layout !== before.view.layout || view.root !== before.view.root
  const isResized = sizesOf(view) !== sizesOf(before.view)
  noteCamera(surface)
  applyHistory(surface, history, () => {
    const thinned = isThinned(state, surface.getState())
    if (thinned) forgetPlaces(surface)
    if (before.view.isolated && !view.isolated) takePlacesBack(surface)
    const anew = isOther || thinned || (isResized && !hasRoom(before.view, surface.getState()))
    then(anew ? runLayout(surface) : settle(surface))
  })
}

/**
 * Changes the view without a step of its own: undo leads past it. With a placement everything is there, without one
 * what is new is placed. `then` is called as that of {@link changeView}.
 */
export function changeInPlace(
  surface: Surface,
  view: ViewState,
  placement: Placement | undefined,
  then: (drawn: Promise<void>) => void,
): void {
  const { history } = surface.getState()
  const present = { ...history.present, view, ...(placement && { placement }) }
  applyHistory(surface, { ...history, present }, () => then(settle(surface)))
}

export const undoView = (surface: Surface): void => goTo(surface, undo(surface.getState().history))
export const redoView = (surface: Surface): void => goTo(surface, redo(surface.getState().history))

/** Shows a state of the history as it was: a layout that runs was meant for another. */
function goTo(surface: Surface, history: History<ViewSnapshot>): void {
  noteCamera(surface)
  applyHistory(surface, history, () => {
    cancelLayout(surface)
    void settle(surface).then(() => flyBack(surface, history.present))
  })
}

interface GraphChange {
  readonly fit?: boolean
  /** Label of the undo step; without one it starts a new history. */
  readonly step?: string
  /** The view of the new graph, if different. */
  readonly view?: ViewState
}

/** Sets the graph. Nodes it shares with the previous one keep their positions, unless most have names of another width. */
export function setGraph(surface: Surface, graph: Graph, { fit, step, view }: GraphChange = {}): void {
  const state = surface.getState()
  const before = state.history.present
  const present = {
    ...before,
    view: view ?? before.view,
    placement: carryOver(state.graph, before.placement, graph),
    graph,
  }
  const history =
    step === undefined ? startHistory(present) : change(onGraph(state.history, state.graph), present, step)
  surface.setState({
    graph,
    ...withSnapshot({ ...state, graph }, history),
    paths: carryPaths(state.graph, state.paths, graph),
    selection: state.selection.filter((key) => graph.indexOf.has(key)),
  })
  // A layout that runs is of the graph before, and will not be taken.
  const isAnew = state.layout.running || hasOutgrown(state.graph, surface.getState())
  const settled = isAnew ? runLayout(surface) : settle(surface)
  if (fit) void settled.then(() => requestFit(surface))
}

/**
 * Applies a saved view: places by key, and view state. With `step` it is undoable, otherwise it starts a
 * new history.
 */
export function restoreView(
  surface: Surface,
  graph: Graph,
  view: ViewState,
  { positions, ways }: Places,
  step?: string,
): void {
  const placement = nowhere(graph)
  graph.nodes.forEach((node, index) => {
    const place = positions.get(node.key)
    if (!place) return
    placement.xy[2 * index] = place.x
    placement.xy[2 * index + 1] = place.y
  })
  const groups = new Map<string, Point>()
  for (const [key, place] of positions) {
    const group = groupNameOf(key)
    if (group !== undefined) groups.set(group, place)
  }
  const now = surface.getState()
  const routes = new Map<number, Float32Array>()
  for (const [edge, { key }] of ways.size === 0 ? [] : graph.edges.entries()) {
    const way = ways.get(key)
    if (way) routes.set(edge, Float32Array.from(way))
  }
  const present = { view, placement: { ...placement, groups, ways: routes }, graph }
  const history =
    step === undefined ? startHistory(present) : change(onGraph(now.history, now.graph), present, step)
  surface.setState((state) => ({
    graph,
    ...withSnapshot({ ...state, graph }, history),
    paths: undefined,
    selection: [],
    current: undefined,
    // What was said of another server's graph is not said of this one.
    spoken: step === undefined ? { ...state.spoken, text: '' } : state.spoken,
    // What is said of the layout is said of the picture before.
    layout: { ...state.layout, fallbacks: [], error: undefined },
  }))
  const settled = hasOverlap(surface.getState()) ? runLayout(surface) : settle(surface)
  void settled.then(() => requestFit(surface))
}

export const cancelLayout = (surface: Surface): void => running.get(surface)?.abort()

/**
 * Lays out the drawn items in a worker. If nothing has a position yet, a grid is shown immediately. On request, where groups have
 * only opened, the others keep their places.
 */
export async function runLayout(surface: Surface, keeps = false): Promise<void> {
  running.get(surface)?.abort()
  const abort = new AbortController()
  running.set(surface, abort)
  const say = (layout: Partial<SurfaceState['layout']>): void =>
    surface.setState((state) => ({ layout: { ...state.layout, ...layout } }))
  say({ running: true, progress: undefined, fallbacks: [], error: undefined })
  try {
    await layOut(surface, abort.signal, say, keeps)
    await whenPictured(surface, abort.signal)
  } catch (error) {
    if (!abort.signal.aborted) throw error
    if (running.get(surface) === abort) void settle(surface)
  } finally {
    if (running.get(surface) === abort) {
      say({ running: false, progress: undefined })
      surface.setState({ awaited: undefined })
    }
  }
}

/** @throws DOMException `AbortError` when the signal fires */
async function layOut(
  surface: Surface,
  signal: AbortSignal,
  say: (layout: Partial<SurfaceState['layout']>) => void,
  keeps: boolean,
): Promise<void> {
  await yieldToMain()
  signal.throwIfAborted()
  const begun = surface.getState()
  const { graph, projection } = begun
  const kept = keeps ? placementOf(begun) : undefined
  const problem = await inSlices(layoutProblemSteps(graph, viewOf(begun), projection, begun.size, kept))
  signal.throwIfAborted()
  let hasDrawn = begun.scene.count > 0
  const apply = async (result: LayoutResult): Promise<void> => {
    // The projection may have changed meanwhile; its own layout is then pending.
    if (surface.getState().graph !== graph) return
    const before = surface.getState()
    const placement = applyLayout(projection, placementOf(before), result)
    surface.setState(({ history }) => ({
      history: { ...history, present: { ...history.present, placement } },
    }))
    await refreshScene(surface)
    // A camera that was moved meanwhile stays, with the current node. While nothing is drawn it cannot be moved to anything.
    const moved = hasDrawn && before.camera !== begun.camera && before.camera !== before.fittedCamera
    hasDrawn = true
    if (focusWhenPlaced(surface)) return
    if (moved) followCurrent(surface, before)
    if (!moved || isOutOfView(surface.getState())) requestFit(surface)
  }
  const bare = countUnplaced(projection, placementOf(begun)) > 0
  // A draft would take away what stays where it is.
  const keepsPicture = problem.stood !== undefined || anchorOf(begun.awaited) !== undefined
  let drafted: Promise<void> | undefined
  const laid = layoutsOf(
    problem,
    signal,
    (progress) => say({ progress }),
    bare && !keepsPicture && problem.count > DRAFTLESS && problem.count <= PROVISIONAL_LIMIT
      ? (draft) => (drafted = apply(draft))
      : undefined,
  )
  let shown: Placement | undefined
  for await (const { result, error } of laid) {
    await drafted
    signal.throwIfAborted()
    const now = surface.getState()
    // What was moved since the first try stays where it was put.
    if (now.graph !== graph || (shown && placementOf(now) !== shown)) return
    const names = problemGroups(graph, projection)
    await apply(result)
    shown = placementOf(surface.getState())
    say({
      error,
      fallbacks: result.fallbacks.map(({ group, reason }) => ({ group: names[group] ?? '', reason })),
    })
  }
}

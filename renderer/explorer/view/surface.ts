import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StageState } from '../../graph/canvas/stage.ts'
import type { Camera } from '../../graph/scene/camera.ts'
import { emptyScene } from '../../graph/scene/scene.ts'
import type { LayoutProgress } from '../../graph/layout/layout.ts'
import { emptyGraph, type Graph } from '../graph/graph.ts'
import type { FoundPaths } from '../graph/paths.ts'
import type { Awaited } from './anchor.ts'
import { startHistory, type History } from './history.ts'
import type { Near } from './near-links.ts'
import { lacksPlaces, nowhere, type Placement } from './placement.ts'
import { project, type Projection } from './projection.ts'
import type { Emphasis, SceneInput } from './scene-input.ts'
import { initialView, type ViewState } from './view-state.ts'

/** A view state with its positions: the unit of undo. */
export interface ViewSnapshot {
  readonly view: ViewState
  readonly placement: Placement
  /** The graph, if steps change it: opening, expanding and clearing can be undone. */
  readonly graph?: Graph
}

export type Comparison = {
  /** Description of what is compared, in the language at the time of the call. */
  sentence(this: void): string
  readonly differences: ReadonlyMap<string, 'added' | 'removed' | 'changed'>
  /** The graph without the removed parts added. */
  readonly plain: Graph
  /** The graph it is compared with. */
  readonly before: Graph
  /** The moments that are compared, of two moments of one graph; Unix seconds. */
  readonly moments?: readonly [before: number, after: number]
}

export interface Flight {
  readonly from: Camera
  readonly to: Camera
  /** Undoable steps at its time. */
  readonly steps: number
}

/** A graph, and what of it is drawn. */
export interface Drawn {
  readonly graph: Graph
  readonly projection: Projection
}

export interface SurfaceState extends StageState, Drawn {
  readonly id: 'model' | 'runtime'
  readonly history: History<ViewSnapshot>
  /** What the scene shows, by whose rows its items are counted: the previous graph while a layout is pending. */
  readonly drawn: Drawn
  readonly selection: readonly string[]
  /** The node with keyboard focus. */
  readonly current: string | undefined
  /** The node that a picture is about: selected, it dims nothing while `view` shows the same nodes. */
  readonly subject: { readonly key: string; readonly isolated: ViewState['isolated'] } | undefined
  readonly paths: FoundPaths | undefined
  readonly comparison: Comparison | undefined
  /** The last move of the camera to a node. An undo of the step that led there leads back. */
  readonly flight: Flight | undefined
  /** What is on screen of a graph with too many links to draw each. */
  readonly near: Near | undefined
  readonly layout: {
    readonly running: boolean
    readonly progress: LayoutProgress | undefined
    /** Groups laid out in a grid instead, and why. */
    readonly fallbacks: readonly { readonly group: string; readonly reason: string }[]
    readonly error: string | undefined
  }
  /** Text of the live region; the counter makes a repeated text a new announcement. */
  readonly spoken: { readonly text: string; readonly count: number }
  readonly awaited: Awaited
}

export type Surface = StoreApi<SurfaceState>

/** Creates the store of a graph and its view: the model's, or the runtime's. */
export function createSurface(id: SurfaceState['id']): Surface {
  const snapshot: ViewSnapshot = { view: initialView, placement: nowhere(emptyGraph) }
  const nothing: Drawn = { graph: emptyGraph, projection: project(emptyGraph, initialView) }
  return createStore<SurfaceState>(() => ({
    id,
    ...nothing,
    history: startHistory(snapshot),
    drawn: nothing,
    selection: [],
    current: undefined,
    subject: undefined,
    paths: undefined,
    comparison: undefined,
    flight: undefined,
    near: undefined,
    scene: emptyScene,
    camera: { x: 0, y: 0, zoom: 1 },
    size: { width: 0, height: 0 },
    layout: { running: false, progress: undefined, fallbacks: [], error: undefined },
    spoken: { text: '', count: 0 },
    fitRequest: 0,
    fitted: 0,
    fittedCamera: undefined,
    awaited: undefined,
  }))
}

export const viewOf = (state: SurfaceState): ViewState => state.history.present.view
export const placementOf = (state: SurfaceState): Placement => state.history.present.placement

/** The current emphasis. */
export function emphasisOf(state: SurfaceState): Emphasis {
  const path = state.paths?.list[state.paths.chosen]
  const selection = new Set(state.selection)
  if (path) {
    const nodes = new Set(path.nodes.map((node) => state.graph.nodes[node]?.key ?? ''))
    const edges = new Set(path.edges.map((edge) => state.graph.edges[edge]?.key ?? ''))
    return { selection, lit: { nodes, edges } }
  }
  const { subject, comparison } = state
  const isCalm =
    selection.size === 1 && selection.has(subject?.key ?? '') && viewOf(state).isolated === subject?.isolated
  return { selection, isCalm, differences: comparison?.differences }
}

/** What the scene of a state is built from. */
export const sceneInput = (state: SurfaceState): SceneInput => ({
  graph: state.graph,
  view: viewOf(state),
  projection: state.projection,
  placement: placementOf(state),
  emphasis: emphasisOf(state),
  near: state.near,
})

/** Binds all steps of a history to a graph. */
export function onGraph(history: History<ViewSnapshot>, graph: Graph): History<ViewSnapshot> {
  return {
    ...history,
    past: history.past.map(({ state, label }) => ({ state: { graph, ...state }, label })),
    present: { graph, ...history.present },
  }
}

/** Drops all positions, also those of what is not drawn: they do not go with the next layout. Undo brings them back. */
export const forgetPlaces = (surface: Surface): void =>
  surface.setState(({ graph, history }) => ({
    history: { ...history, present: { ...history.present, placement: nowhere(graph) } },
  }))

/** After an isolation that was laid out anew: gives all others the places that they had before it. */
export function takePlacesBack(surface: Surface): void {
  const state = surface.getState()
  if (!lacksPlaces(state.projection, placementOf(state))) return
  const { layout } = viewOf(state)
  const earlier = state.history.past.findLast(
    ({ state: { view, graph } }) =>
      view.isolated === undefined && view.layout === layout && (graph ?? state.graph) === state.graph,
  )
  if (!earlier) return
  const { placement } = earlier.state
  surface.setState(({ history }) => ({ history: { ...history, present: { ...history.present, placement } } }))
}

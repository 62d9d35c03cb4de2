import { create } from 'zustand'
import type { SharedView } from '#shared/documents/explorer.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { text } from '../../i18n/text.ts'
import { assignStyles, domainHues } from '../../graph/scene/kinds.ts'
import { emptyGraph, type Graph } from '../graph/graph.ts'
import { loadModel } from '../graph/load.ts'
import { nameSets } from '../graph/set-names.ts'
import { leaveModel, returnToModel } from './left-models.ts'
import { leaveTopology, returnToTopology, type Shown } from './left-topologies.ts'
import { loadView, noteOpening, persistView } from '../saved-views/persist-view.ts'
import { requestFit } from '../view/arrival.ts'
import { followNear } from '../view/near.ts'
import { openingView } from '../view/as-opened.ts'
import { collapsedOnGrowth } from '../view/overview.ts'
import { prepareProjection } from '../view/projection.ts'
import { followGone } from '../view/follow-gone.ts'
import { followZoom } from '../view/open-by-zoom.ts'
import { NO_PLACES } from '../view/positions.ts'
import { followShape } from '../view/reshape.ts'
import { select } from '../view/selection.ts'
import { createSurface, viewOf } from '../view/surface.ts'
import { refreshScene, restoreView, setGraph } from '../view/surface-actions.ts'
import { collapse, initialView } from '../view/view-state.ts'

/** The explorer's two graphs, for the lifetime of the page. */
export const surfaces = { model: createSurface('model'), runtime: createSurface('runtime') } as const
type Tab = keyof typeof surfaces

type LoadState =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly rows: number }
  | { readonly state: 'ready'; readonly origin: 'schema-index' | 'queries'; readonly refused: number }
  | { readonly state: 'failed'; readonly failure: Failure }

/** Keys of a view that do not exist here, and the view's origin. */
export interface Lacking {
  readonly title: string
  readonly workspace: string | undefined
  readonly missing: readonly string[]
  /** The view, of which nothing exists here, to be opened with another server. */
  readonly view?: OpenedView
  /** Where it was opened. */
  readonly at: Shown | undefined
}

/** A view as it is opened, of a file or by its name. */
export type OpenedView = Omit<SharedView, 'orrery' | 'version'>

interface ExplorerState {
  readonly tab: Tab
  readonly load: LoadState
  /** The loaded connection and workspace. */
  readonly loaded: Shown | undefined
  /** The connection requested last, whatever the outcome. */
  readonly requested: string | undefined
  /** What an opened view refers to and this model lacks, or why the view could not be opened. */
  readonly opened: Lacking | Failure | undefined
  /** Which graphs have their table open. */
  readonly tables: Readonly<Record<Tab, boolean>>
  readonly side: boolean
  /** Which graphs were loaded before the server's last announced change. */
  readonly outdated: Readonly<Record<Tab, boolean>>
  /** Number of imports and restorations, after which nothing searched or selected before need be there. */
  readonly changes: number
}

export const useExplorer = create<ExplorerState>(() => ({
  tab: 'model',
  load: { state: 'idle' },
  loaded: undefined,
  requested: undefined,
  opened: undefined,
  tables: { model: false, runtime: false },
  side: true,
  outdated: { model: false, runtime: false },
  changes: 0,
}))

/** Shows or hides the table of a graph. */
export function showTable(tab: Tab, isShown: boolean): void {
  useExplorer.setState(({ tables }) => ({ tables: { ...tables, [tab]: isShown } }))
}

let loading: AbortController | undefined

const nameOf = (connection: string, workspace: string, tab: Tab): string =>
  `${connection}-${workspace}-${tab}`

/** Name under which a model's view is saved. */
export const viewName = (tab: Tab): string | undefined => {
  const { loaded } = useExplorer.getState()
  return loaded && nameOf(loaded.connection, loaded.workspace, tab)
}

for (const tab of ['model', 'runtime'] as const) {
  persistView(surfaces[tab], () => viewName(tab))
  followNear(surfaces[tab])
  followShape(surfaces[tab])
  followZoom(surfaces[tab])
}
followGone(surfaces.runtime)

/** Reloads the same model: everything keeps its place; much that has come is collapsed. */
async function showAgain(graph: Graph, signal: AbortSignal): Promise<void> {
  const state = surfaces.model.getState()
  const fresh = collapsedOnGrowth(state.graph, graph, state.size)
  const view = fresh.size === 0 ? viewOf(state) : collapse(viewOf(state), fresh)
  await prepareProjection(graph, view, signal)
  setGraph(surfaces.model, graph, { view, fit: fresh.size > 0 })
}

type Snapshot = Awaited<ReturnType<typeof loadView>>

/** Shows another model as it was left, or with the view that somebody made of it, otherwise as suits the window. */
async function showAnew(server: Shown, graph: Graph, snapshot: Snapshot, signal: AbortSignal): Promise<void> {
  surfaces.model.setState({ comparison: undefined })
  const made = snapshot?.isUntouched ? undefined : snapshot
  if (await returnToModel(server, surfaces.model, graph, signal)) {
    noteOpening(surfaces.model, made === undefined)
    return
  }
  const view = made?.view ?? openingView(graph, surfaces.model.getState().size)
  await prepareProjection(graph, view, signal)
  noteOpening(surfaces.model, made === undefined)
  restoreView(surfaces.model, graph, view, made ?? NO_PLACES)
}

/** Clears the canvas: one server's graph must not be shown under another's name. */
function clearCanvas(server: Shown): void {
  leaveTopology(server, surfaces.runtime, useExplorer.getState().outdated.runtime)
  leaveModel(server, surfaces.model)
  // First, so that clearing is not saved as a view.
  useExplorer.setState({ loaded: undefined })
  surfaces.model.setState({ comparison: undefined })
  for (const surface of Object.values(surfaces)) restoreView(surface, emptyGraph, initialView, NO_PLACES)
}

/** Loads and shows a connection's model; its saved arrangement is kept. */
export async function loadConnection(id: string): Promise<void> {
  loading?.abort()
  const abort = new AbortController()
  loading = abort
  const connection = useWorkbench.getState().connections.find((known) => known.id === id)
  const source = { connection: id, prefix: connection?.prefix ?? 'model' }
  const workspace = connection?.workspace ?? 'demo'
  const before = useExplorer.getState().loaded
  if (before && (before.connection !== id || before.workspace !== workspace)) clearCanvas(before)
  useExplorer.setState(({ outdated, loaded }) => ({
    load: { state: 'loading', rows: 0 },
    requested: id,
    outdated: { model: false, runtime: loaded !== undefined && outdated.runtime },
  }))
  try {
    const model = await loadModel(source, abort.signal, (rows) =>
      useExplorer.setState({ load: { state: 'loading', rows } }),
    )
    if (abort.signal.aborted) return
    const same = before?.connection === id && before.workspace === workspace
    const { comparison, graph: shown } = surfaces.model.getState()
    // What comes into an empty model opens as another model does.
    const stays = same && !comparison && shown.nodes.length > 0
    const snapshot = stays ? undefined : await loadView(nameOf(id, workspace, 'model')).catch(() => undefined)
    if (abort.signal.aborted) return
    assignStyles(model.graph.nodes, same ? domainHues() : snapshot?.hues)
    const isRenamed = nameSets(model.graph)
    const loaded = { connection: id, workspace, prefix: source.prefix }
    useExplorer.setState({ loaded })
    if (!same) {
      const isOutdated = await returnToTopology(loaded, surfaces.runtime, abort.signal)
      if (isOutdated) useExplorer.setState(({ outdated }) => ({ outdated: { ...outdated, runtime: true } }))
    }
    // Scenes contain their texts.
    if (same && isRenamed) void refreshScene(surfaces.runtime)
    await (stays
      ? showAgain(model.graph, abort.signal)
      : showAnew(loaded, model.graph, snapshot, abort.signal))
    // Only now: until the graph is set, it is unknown what it lacks.
    useExplorer.setState({ load: { state: 'ready', origin: model.origin, refused: model.refused } })
  } catch (error) {
    if (!abort.signal.aborted) useExplorer.setState({ load: { state: 'failed', failure: toFailure(error) } })
  }
}

/** Loads a model again whose elements were exchanged: shows all of it, and nothing searched or selected before. */
export async function loadWhole(id: string): Promise<void> {
  useExplorer.setState(({ changes }) => ({ changes: changes + 1 }))
  select(surfaces.model, [])
  await loadConnection(id)
  requestFit(surfaces.model)
}

export function cancelLoading(): void {
  loading?.abort()
  useExplorer.setState({
    load: {
      state: 'failed',
      failure: {
        code: 'CANCELLED',
        message: text('explorer.load.cancelled'),
        hint: text('explorer.load.cancelledHint'),
      },
    },
  })
}

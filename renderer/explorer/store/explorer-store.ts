import { create } from 'zustand'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { text } from '../../i18n/text.ts'
import { meetModel } from '../../graph/scene/kinds.ts'
import { emptyGraph, type Graph } from '../graph/graph.ts'
import { loadModel } from '../graph/load.ts'
import { keepLook, lookUnder } from '../keep/persist-view.ts'
import { overviewOf } from '../view/overview.ts'
import { prepareProjection } from '../view/projection.ts'
import { createSurface, viewOf } from '../view/surface.ts'
import { restoreLook, setGraph } from '../view/surface-actions.ts'
import { initialView } from '../view/view-state.ts'

/** The two graphs of the explorer. They live as long as the page. */
export const surfaces = { model: createSurface('model'), runtime: createSurface('runtime') } as const
type Tab = keyof typeof surfaces

type LoadState =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly rows: number }
  | { readonly state: 'ready'; readonly origin: 'schema-index' | 'queries'; readonly refused: number }
  | { readonly state: 'failed'; readonly failure: Failure }

/** What a view speaks of that is not here, by key, and where the view comes from. */
export interface Lacking {
  readonly title: string
  readonly workspace: string | undefined
  readonly missing: readonly string[]
}

interface ExplorerState {
  readonly tab: Tab
  readonly load: LoadState
  /** What is loaded: connection and workspace. */
  readonly loaded:
    { readonly connection: string; readonly workspace: string; readonly prefix: string } | undefined
  /** The connection that was asked last, whatever came of it. */
  readonly asked: string | undefined
  /** What a view that was opened speaks of and this model lacks, or why it could not be opened. */
  readonly opened: Lacking | Failure | undefined
  /** Which graph has its list beside it. */
  readonly tables: Readonly<Record<Tab, boolean>>
  readonly side: boolean
}

export const useExplorer = create<ExplorerState>(() => ({
  tab: 'model',
  load: { state: 'idle' },
  loaded: undefined,
  asked: undefined,
  opened: undefined,
  tables: { model: false, runtime: false },
  side: true,
}))

/** Opens or closes the list beside a graph. */
export function showTable(tab: Tab, isShown: boolean): void {
  useExplorer.setState(({ tables }) => ({ tables: { ...tables, [tab]: isShown } }))
}

let loading: AbortController | undefined

/** Name under which the look of a model is kept. */
export const lookName = (tab: Tab): string | undefined => {
  const { loaded } = useExplorer.getState()
  return loaded && `${loaded.connection}-${loaded.workspace}-${tab}`
}

for (const tab of ['model', 'runtime'] as const) keepLook(surfaces[tab], () => lookName(tab))

/** The same model, read again: everything stays where it is. */
async function showAgain(graph: Graph, signal: AbortSignal): Promise<void> {
  await prepareProjection(graph, viewOf(surfaces.model.getState()), signal)
  setGraph(surfaces.model, graph)
}

/** A model that was not on the canvas, as it was left. */
async function showAnew(graph: Graph, signal: AbortSignal): Promise<void> {
  surfaces.model.setState({ comparison: undefined })
  const look = await lookUnder(lookName('model') ?? '').catch(() => undefined)
  signal.throwIfAborted()
  const view = look?.view ?? { ...initialView, collapsed: overviewOf(graph, surfaces.model.getState().size) }
  await prepareProjection(graph, view, signal)
  restoreLook(surfaces.model, graph, view, look?.positions ?? new Map())
}

/** Takes everything off the canvas: the picture of one server must not stand under the name of another. */
function clearCanvas(): void {
  // First: what is taken away now is no look of any model.
  useExplorer.setState({ loaded: undefined })
  surfaces.model.setState({ comparison: undefined })
  for (const surface of Object.values(surfaces)) restoreLook(surface, emptyGraph, initialView, new Map())
}

/** Reads the model of a connection and shows it; what was arranged before stays arranged. */
export async function loadConnection(id: string): Promise<void> {
  loading?.abort()
  const abort = new AbortController()
  loading = abort
  const connection = useWorkbench.getState().connections.find((known) => known.id === id)
  const source = { connection: id, prefix: connection?.prefix ?? 'model' }
  const workspace = connection?.workspace ?? 'demo'
  const before = useExplorer.getState().loaded
  if (before && (before.connection !== id || before.workspace !== workspace)) clearCanvas()
  useExplorer.setState({ load: { state: 'loading', rows: 0 }, asked: id })
  try {
    const model = await loadModel(source, abort.signal, (rows) =>
      useExplorer.setState({ load: { state: 'loading', rows } }),
    )
    if (abort.signal.aborted) return
    meetModel(model.graph.nodes)
    const same = before?.connection === id && before.workspace === workspace
    useExplorer.setState({ loaded: { connection: id, workspace, prefix: source.prefix } })
    await (same && !surfaces.model.getState().comparison
      ? showAgain(model.graph, abort.signal)
      : showAnew(model.graph, abort.signal))
    // Not earlier: until the graph is there, it is unknown what it lacks.
    useExplorer.setState({ load: { state: 'ready', origin: model.origin, refused: model.refused } })
  } catch (error) {
    if (!abort.signal.aborted) useExplorer.setState({ load: { state: 'failed', failure: toFailure(error) } })
  }
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

import { toFailure } from '#shared/workbench/failure.ts'
import type { SharedView } from '#shared/documents/explorer.ts'
import { text } from '../../i18n/text.ts'
import { entitiesOf, parseView, storedSnapshotOf } from '../saved-views/parse-view.ts'
import { type OpenedView, surfaces, useExplorer } from '../store/explorer-store.ts'
import { savedEntities, type SavedTopology, restoreTopology } from '../topology/restore-topology.ts'
import { setTimeRange } from '../topology/topology-store.ts'
import { placesOf } from '../view/positions.ts'
import { groupNameOf, prepareProjection } from '../view/projection.ts'
import { restoreView } from '../view/surface-actions.ts'
import { viewOf, type SurfaceState } from '../view/surface.ts'
import { MAX_VIEW_BYTES, readViewCode, readViewFile } from './shared-view.ts'

/** Serialises the canvas for sharing. */
export function sharedView(state: SurfaceState, title: string): SharedView {
  const { range } = viewOf(state)
  return {
    orrery: 'view',
    version: 1,
    title,
    tab: state.id,
    workspace: useExplorer.getState().loaded?.workspace,
    ...(range ? { range } : {}),
    look: storedSnapshotOf(viewOf(state), placesOf(state), entitiesOf(state)),
  }
}

/** All keys a view refers to. */
function namedIn({ view, positions, entities }: SavedTopology): Set<string> {
  const keys = [
    ...entities,
    ...positions.keys(),
    ...view.pins.keys(),
    ...view.notes.keys(),
    ...view.hidden,
    ...(view.isolated ?? []),
    ...(view.root === undefined ? [] : [view.root]),
  ]
  return new Set(keys.filter((key) => groupNameOf(key) === undefined))
}

/** Applies a view to its canvas as one undoable step, and reports keys that do not exist here. */
export async function openView(view: OpenedView): Promise<void> {
  const parsed = parseView(view.look)
  if (!parsed) return
  // A moment is named, and left, by the time machine.
  const machine = parsed.view.moment === undefined ? undefined : { past: [], partial: 0 }
  const look = { ...parsed, view: { ...parsed.view, range: view.range }, machine }
  useExplorer.setState({ tab: view.tab, opened: undefined })
  const surface = surfaces[view.tab]
  if (view.tab === 'runtime') {
    if (savedEntities(look).length > 0) await restoreTopology(look)
    else setTimeRange(view.range)
  } else {
    const { graph } = surface.getState()
    await prepareProjection(graph, look.view)
    // Another model has been loaded meanwhile.
    if (surface.getState().graph !== graph) return
    restoreView(surface, graph, look.view, look, text('explorer.step.view'))
  }
  const { indexOf } = surface.getState().graph
  const named = [...namedIn(look)]
  const missing = named.filter((key) => !indexOf.has(key))
  // One or two things may have gone from the same model.
  const isAll = missing.length === named.length && named.length > 2
  if (missing.length === 0) return
  const { title, workspace } = view
  useExplorer.setState(({ loaded: at }) => ({
    opened: { title, workspace, missing, at, view: isAll ? view : undefined },
  }))
}

/** Problems with a shared view are shown above the canvas. */
const openRead = (read: Promise<SharedView>): Promise<void> =>
  read.then(openView).catch((error: unknown) => useExplorer.setState({ opened: toFailure(error) }))

export const openViewCode = (code: string): Promise<void> => openRead(readViewCode(code))

/** Opens an `.orrery` file; a file larger than any view is not read completely. */
export const openViewFile = (file: File): Promise<void> =>
  openRead(
    file
      .slice(0, MAX_VIEW_BYTES + 1)
      .text()
      .then(readViewFile),
  )

import { type StoredViewSnapshot, viewSnapshotsCollection } from '#shared/documents/explorer.ts'
import { readDocument, writeDocument } from '../../app/document.ts'
import { inSlices } from '../../app/slices.ts'
import { domainHues } from '../../graph/scene/kinds.ts'
import { placementOf, viewOf, type Surface } from '../view/surface.ts'
import { NO_PLACES, placeSteps } from '../view/positions.ts'
import type { ViewState } from '../view/view-state.ts'
import { entitiesOf, parseView, storedSnapshotOf } from './parse-view.ts'

/**
 * Milliseconds without a change after which a view that changed repeatedly is sent to the core again: a step is sent at once, as the page
 * may go right after it, and a whole drag or zoom is two writes.
 */
const REST_MS = 60
/** Maximum nodes for which positions are saved; larger graphs are laid out again. */
const MAX_POSITIONS = 30_000
/** Maximum domains whose hues are saved; hues repeat long before. */
const MAX_HUES = 1000

/** Makes a document name from any text: characters the store does not allow become dashes. */
export const documentName = (text: string): string =>
  text
    .replaceAll(/[^a-zA-Z0-9._-]/g, '-')
    .replace(/^[^a-zA-Z0-9]+/, '')
    .slice(0, 100) || 'unnamed'

/** Loads the view saved under a name; undefined if there is none or it is unreadable. */
export async function loadView(name: string): Promise<ReturnType<typeof parseView>> {
  const snapshot = await readDocument(viewSnapshotsCollection, documentName(name))
  return snapshot && parseView(snapshot)
}

/** Surfaces that show a model as it opened, without a step of anybody's. */
const untouched = new WeakSet<Surface>()

/** Notes whether the surface shows a model as the program opens it, or a view that somebody made. */
export function noteOpening(surface: Surface, isNew: boolean): void {
  if (isNew) untouched.add(surface)
  else untouched.delete(surface)
}

/** What is saved with a surface's view, and how to save it again. */
const beside = new WeakMap<Surface, () => Partial<StoredViewSnapshot>>()
const again = new WeakMap<Surface, () => void>()

/** Saves something more with a surface's view. @returns what to call when it has changed */
export function saveBeside(surface: Surface, more: () => Partial<StoredViewSnapshot>): () => void {
  beside.set(surface, more)
  return () => again.get(surface)?.()
}

/** Saves the surface's view under the name: at once after a change, and when those that follow it have come to rest. */
export function persistView(surface: Surface, name: () => string | undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * The newest pending write per view: computing positions takes time, and an older state must not overwrite
   * a newer one.
   */
  const newest = new Map<string, ViewState>()
  const write = async (): Promise<void> => {
    const state = surface.getState()
    const id = name()
    // A comparison that adds what is gone to the graph is no view of it.
    const isOther = state.comparison !== undefined && state.comparison.plain !== state.graph
    if (id === undefined || isOther || state.graph.nodes.length === 0) return
    newest.set(id, viewOf(state))
    const isSmall = state.graph.nodes.length <= MAX_POSITIONS
    // While a layout runs, positions are those of a draft, or of the layout before.
    const places = isSmall && !state.layout.running ? await inSlices(placeSteps(state)) : NO_PLACES
    if (newest.get(id) !== viewOf(state)) return
    const look = storedSnapshotOf(viewOf(state), places, isSmall ? entitiesOf(state) : [])
    const value =
      state.id === 'model'
        ? {
            ...look,
            untouched: untouched.has(surface),
            hues: Object.fromEntries([...domainHues()].slice(0, MAX_HUES)),
          }
        : { ...look, range: viewOf(state).range, ...beside.get(surface)?.() }
    // A failed write is repeated with the next change; the link state shows that the core is unreachable.
    await writeDocument(viewSnapshotsCollection, documentName(id), value).catch(() => undefined)
  }
  const schedule = (): void => {
    const isFirst = timer === undefined
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      if (!isFirst) void write()
    }, REST_MS)
    // What is set together is written together.
    if (isFirst) queueMicrotask(() => void write())
  }
  again.set(surface, schedule)
  surface.subscribe((state, before) => {
    if (state.history.past.length > 0) untouched.delete(surface)
    const changed = viewOf(state) !== viewOf(before) || placementOf(state) !== placementOf(before)
    const isSettled = before.layout.running && !state.layout.running
    if (changed || isSettled || state.comparison !== before.comparison) schedule()
  })
}

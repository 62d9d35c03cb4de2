import { looksCollection } from '#shared/documents/explorer.ts'
import { readDocument, writeDocument } from '../../app/document.ts'
import { inSlices } from '../../app/slices.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { placementOf, viewOf, type Surface } from '../view/surface.ts'
import { positionSteps } from '../view/positions.ts'
import type { ViewState } from '../view/view-state.ts'
import { entitiesOf, readLook, saveLook } from './saved-look.ts'

/** Milliseconds of rest before a changed look goes to the core: one drag or one zoom is one write. */
const REST_MS = 60
/** Nodes beyond which positions are not written with every change; such graphs are laid out again. */
const MAX_POSITIONS = 30_000

/** A document's name from any text: what the store does not allow becomes a dash. */
export const documentName = (text: string): string =>
  text
    .replaceAll(/[^a-zA-Z0-9._-]/g, '-')
    .replace(/^[^a-zA-Z0-9]+/, '')
    .slice(0, 100) || 'unnamed'

/** The look that was kept under a name; undefined when there is none, or it cannot be read. */
export async function lookUnder(name: string): Promise<ReturnType<typeof readLook>> {
  const look = await readDocument(looksCollection, documentName(name))
  return look && readLook(look)
}

/** Writes the surface's look under the name whenever it changed and rests. */
export function keepLook(surface: Surface, name: () => string | undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The newest write of each look: positions take time to compute, and an older look must not overtake a newer one. */
  const newest = new Map<string, ViewState>()
  const write = async (): Promise<void> => {
    const state = surface.getState()
    const id = name()
    if (id === undefined || state.comparison || state.graph.nodes.length === 0) return
    newest.set(id, viewOf(state))
    const positions =
      state.graph.nodes.length > MAX_POSITIONS
        ? new Map<string, Point>()
        : await inSlices(positionSteps(state))
    if (newest.get(id) !== viewOf(state)) return
    const value = saveLook(viewOf(state), positions, positions.size > 0 ? entitiesOf(state) : [])
    // A look that could not be written is written with the next change; the link state says that the core is away.
    await writeDocument(looksCollection, documentName(id), value).catch(() => undefined)
  }
  surface.subscribe((state, before) => {
    const changed = viewOf(state) !== viewOf(before) || placementOf(state) !== placementOf(before)
    if (!changed) return
    clearTimeout(timer)
    timer = setTimeout(() => void write(), REST_MS)
  })
}

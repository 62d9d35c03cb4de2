import { useMemo } from 'react'
import { type ModelSnapshot, modelSnapshots } from '#shared/documents/explorer.ts'
import { collectionOf } from '../../app/document.ts'
import { documentName } from '../keep/persist-view.ts'

const snapshots = collectionOf(modelSnapshots)

export const loadSnapshots = (): Promise<void> => snapshots.load()

/** Models as they were at a moment, newest first. */
export function useSnapshots(): readonly (ModelSnapshot & { readonly id: string })[] {
  const { values } = snapshots.use()
  return useMemo(
    () => [...values].map(([id, snapshot]) => ({ ...snapshot, id })).sort((a, b) => b.at - a.at),
    [values],
  )
}

export function saveSnapshot(title: string, elements: readonly Record<string, unknown>[]): Promise<void> {
  const at = Date.now()
  return snapshots.put(documentName(`${title}-${at}`), { title, at, elements: [...elements] })
}

export const removeSnapshot = (id: string): Promise<void> => snapshots.remove(id)

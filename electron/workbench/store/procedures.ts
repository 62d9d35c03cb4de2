import type { AreaHandlers, WorkbenchEmit } from '#shared/workbench/contract.ts'
import type { DocumentStore } from './documents.ts'

/** The page's calls to what the workbench keeps. */
export function storeProcedures(documents: DocumentStore, emit: WorkbenchEmit): AreaHandlers<'store'> {
  return {
    read: ({ collection, id }) => documents.read(collection, id),
    async write({ collection, id, value }) {
      await documents.write(collection, id, value)
      emit('store.changed', { collection, id })
      return null
    },
    async remove({ collection, id }) {
      await documents.remove(collection, id)
      emit('store.changed', { collection, id })
      return null
    },
    list: ({ collection }) => documents.list(collection),
  }
}

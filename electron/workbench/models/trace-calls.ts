import type { AreaHandlers } from '#shared/workbench/contract.ts'
import type { ModelConnection } from './model-connection.ts'

/** The page's calls to read the message trace. */
export function traceCalls(find: (id: string) => ModelConnection): AreaHandlers<'trace'> {
  return {
    list({ connection, limit, search }) {
      const { trace } = find(connection)
      return { entries: trace.list(limit, search), dropped: trace.dropped }
    },
    read({ connection, sequence }) {
      const { entry, message, http } = find(connection).trace.read(sequence)
      return { entry, message, http: [...http] }
    },
    clear({ connection }) {
      find(connection).trace.clear()
      return null
    },
  }
}

import type { Connection } from '#shared/workbench/areas/connections.ts'
import { mayHaveModel } from '../app/connection-state.ts'
import type { useWorkbench } from '../app/workbench.ts'

/** A connected server with a graph model, other than the built-in ones; the chosen one is preferred. */
export function ownModel({
  connections,
  chosen,
}: Pick<ReturnType<typeof useWorkbench.getState>, 'connections' | 'chosen'>): Connection | undefined {
  const own = connections.filter(
    (connection) => connection.state === 'ready' && !connection.embedded && mayHaveModel(connection),
  )
  return own.find(({ id }) => id === chosen.model) ?? own[0]
}

import type { Connection } from '#shared/workbench/areas/connections.ts'
import { mayHaveModel } from '../app/connection-state.ts'
import type { useWorkbench } from '../app/workbench.ts'

/** The connected servers with a graph model, other than the built-in ones: the chosen one alone if it is among them. */
export function ownModels({
  connections,
  chosen,
}: Pick<ReturnType<typeof useWorkbench.getState>, 'connections' | 'chosen'>): readonly Connection[] {
  const own = connections.filter(
    (connection) => connection.state === 'ready' && !connection.embedded && mayHaveModel(connection),
  )
  const current = own.find(({ id }) => id === chosen.model)
  return current ? [current] : own
}

import type { Connection } from '#shared/workbench/areas/connections.ts'
import { workbench } from '../../app/workbench.ts'
import { callsOfConnection, savedCalls, withConnection } from '../saved-calls/saved-calls.ts'
import { useConsole } from '../parts/console-store.ts'

/** Removes a connection with its tools' stored calls, and remembers both for {@link undoRemoval}. */
export async function removeConnection({
  id,
  kind,
  name,
}: Pick<Connection, 'id' | 'kind' | 'name'>): Promise<void> {
  const { servers, platforms, telemetry } = await workbench.call('connections.definitions', {})
  const entry = { model: servers, platform: platforms, telemetry }[kind].find((each) => each.name === name)
  await savedCalls.load()
  const calls = callsOfConnection(savedCalls.value, id)
  await workbench.call('connections.remove', { id })
  useConsole.setState({ removed: entry && { kind, ...entry, calls } })
  if (calls) await savedCalls.change((saved) => withConnection(saved, id))
}

/** Restores the connection removed last: its approvals and grants still exist. */
export async function undoRemoval(): Promise<void> {
  const { removed } = useConsole.getState()
  if (!removed) return
  const { calls, ...entry } = removed
  const { id } = await workbench.call('connections.save', entry)
  useConsole.setState({ removed: undefined, connection: id })
  if (calls) await savedCalls.change((saved) => withConnection(saved, id, calls))
}

import type { Connection } from '#shared/workbench/areas/connections.ts'
import { workbench } from '../../app/workbench.ts'
import { callsOfConnection, keptCalls, withConnection } from '../kept/kept-calls.ts'
import { useConsole } from '../parts/console-store.ts'

/** Takes a connection out of the file with what is kept of its tools, and keeps what it was for {@link undoRemoval}. */
export async function removeConnection({
  id,
  kind,
  name,
}: Pick<Connection, 'id' | 'kind' | 'name'>): Promise<void> {
  const { servers, platforms, telemetry } = await workbench.call('connections.definitions', {})
  const entry = { model: servers, platform: platforms, telemetry }[kind].find((each) => each.name === name)
  await keptCalls.load()
  const calls = callsOfConnection(keptCalls.value, id)
  await workbench.call('connections.remove', { id })
  useConsole.setState({ removed: entry && { kind, ...entry, calls } })
  if (calls) await keptCalls.change((kept) => withConnection(kept, id))
}

/** Brings back the connection that was removed last, as it was: what was allowed and granted is still kept. */
export async function undoRemoval(): Promise<void> {
  const { removed } = useConsole.getState()
  if (!removed) return
  const { calls, ...entry } = removed
  const { id } = await workbench.call('connections.save', entry)
  useConsole.setState({ removed: undefined, connection: id })
  if (calls) await keptCalls.change((kept) => withConnection(kept, id, calls))
}

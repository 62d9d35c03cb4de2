import { useEffect } from 'react'
import { useWorkbench, workbench } from './workbench.ts'

/** The data of a server: what is asked to be told of its changes. */
interface ChangingData {
  readonly connection: string
  readonly workspace?: string | undefined
  /** Of the server's identifiers. */
  readonly prefix?: string | undefined
}

/** Asks to be told of a resource's changes, if the server says that it can. */
async function subscribe(connection: string, uri: string): Promise<void> {
  const { capabilities } = await workbench.call('console.handshake', { connection })
  const resources = capabilities['resources'] as { readonly subscribe?: unknown } | undefined
  if (resources?.subscribe === true)
    await workbench.call('console.request', { connection, method: 'resources/subscribe', params: { uri } })
}

/**
 * Follows changes of a server's data: those made through the core by any window, and those by other clients, which the server
 * announces if it has subscriptions. `changed` must stay the same function.
 */
export function useDataChanges(data: ChangingData | undefined, changed: (connection: string) => void): void {
  const { connection, workspace = 'demo', prefix = 'model' } = data ?? {}
  // A server that was restarted does not know the subscription.
  const since = useWorkbench(({ connections }) => {
    const known = connections.find(({ id }) => id === connection)
    return known?.state === 'ready' ? known.since : undefined
  })
  useEffect(() => {
    if (connection === undefined || since === undefined) return undefined
    const uri = `${prefix}://workspace/${workspace}/schema-index`
    void subscribe(connection, uri).catch(() => undefined)
    const stopAnnounced = workbench.on('console.notified', ({ connection: from, method, params }) => {
      if (from === connection && method === 'notifications/resources/updated' && params['uri'] === uri)
        changed(connection)
    })
    const stopWritten = workbench.on('models.written', ({ connection: to }) => {
      if (to === connection) changed(connection)
    })
    return () => {
      stopAnnounced()
      stopWritten()
    }
  }, [connection, workspace, prefix, since, changed])
}

import { useEffect } from 'react'
import { useWorkbench, workbench } from '../../app/workbench.ts'
import { surfaces, useExplorer } from '../store/explorer-store.ts'
import { useTopology } from './topology-store.ts'

/** Marks what is shown as outdated. */
export function noteChange(): void {
  const isShown = surfaces.runtime.getState().graph.nodes.length > 0
  useExplorer.setState({ outdated: { model: true, runtime: isShown } })
  // Links may have been added since they were counted.
  useTopology.setState({ links: new Map() })
}

/**
 * Follows changes: those made through the core by any window, and those by other clients, which the server announces if
 * it has subscriptions.
 */
export function useAnnouncedChanges(): void {
  const loaded = useExplorer((state) => state.loaded)
  const connection = loaded?.connection
  const uri = loaded && `${loaded.prefix}://workspace/${loaded.workspace}/schema-index`
  // A server that was restarted does not know the subscription.
  const since = useWorkbench(({ connections }) => {
    const known = connections.find(({ id }) => id === connection)
    return known?.state === 'ready' ? known.since : undefined
  })
  useEffect(() => {
    if (connection === undefined || uri === undefined || since === undefined) return undefined
    workbench
      .call('console.request', { connection, method: 'resources/subscribe', params: { uri } })
      .catch(() => undefined)
    const stopAnnounced = workbench.on('console.notified', ({ connection: from, method, params }) => {
      if (from === connection && method === 'notifications/resources/updated' && params['uri'] === uri)
        noteChange()
    })
    const stopWritten = workbench.on('models.written', ({ connection: to }) => {
      if (to === connection) noteChange()
    })
    return () => {
      stopAnnounced()
      stopWritten()
    }
  }, [connection, uri, since])
}

import { useEffect } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useConnection, useWorkbench } from '../../app/workbench.ts'
import { loadCatalogue, useCatalogue } from '../catalogue/catalogue-store.ts'
import { useTabs } from './tabs.ts'
import { useBenchView } from './view-store.ts'

export function usePlatforms(): readonly Connection[] {
  const connections = useWorkbench((state) => state.connections)
  return connections.filter(({ kind }) => kind === 'platform')
}

/** The platform for new tabs: the selected one while it exists, otherwise the one in use. */
export function usePlatform(): Connection | undefined {
  const platforms = usePlatforms()
  const chosen = useBenchView((state) => state.platform)
  const inUse = useConnection('platform')
  return platforms.find(({ id }) => id === chosen) ?? inUse
}

/**
 * Reloads the platform's catalogue when it becomes reachable, and when a platform that lists only open
 * environments may have more.
 */
export function useFreshCatalogue(platform: Connection | undefined): void {
  const generation = useWorkbench((state) => state.generation)
  const id = platform?.id
  const ready = platform?.state === 'ready'
  const tabs = useTabs()
  const { kind } = useCatalogue(id)
  const canAskOpen =
    kind === 'known' &&
    tabs.some((tab) => tab.kind === 'environment' && tab.platform === id && tab.sandboxId !== undefined)
  useEffect(() => {
    if (id === undefined || !ready) return
    const controller = new AbortController()
    void loadCatalogue(id, controller.signal)
    return () => controller.abort()
  }, [id, ready, generation, canAskOpen])
}

/** A platform on another machine: its sandboxes live on unless closed. */
export const isRemote = (platform: Connection | undefined): boolean =>
  platform !== undefined && platform.transport !== 'embedded'

import { useEffect } from 'react'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { loadCatalogue, useCatalogue } from '../catalogue/catalogue-store.ts'
import { useTabs } from './tabs.ts'
import { useBenchView } from './view-store.ts'

export function usePlatforms(): readonly Connection[] {
  const connections = useWorkbench((state) => state.connections)
  return connections.filter(({ kind }) => kind === 'platform')
}

/** The platform that new tabs use: the chosen one while it exists, else the first. */
export function usePlatform(): Connection | undefined {
  const platforms = usePlatforms()
  const chosen = useBenchView((state) => state.platform)
  return platforms.find(({ id }) => id === chosen) ?? platforms[0]
}

/** Asks the platform for its catalogue whenever it becomes reachable, and when one that lists nothing else may list what is open. */
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

/** Another machine's platform: its sandboxes live on unless they are closed. */
export const isRemote = (platform: Connection | undefined): boolean =>
  platform !== undefined && platform.transport !== 'embedded'

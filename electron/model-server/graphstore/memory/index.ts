import { type GraphStore, type OpenStore, type StoreCapabilities, StoreError } from '../store.ts'
import { MemoryWorkspace } from './workspace.ts'

/** Capabilities of in-memory stores. */
export const MEMORY_CAPABILITIES: StoreCapabilities = {
  graphMatch: true,
  maxDepth: 16,
  maxLimit: 10_000,
  timeoutMs: 10_000,
  durable: false,
}

/** The `memory` provider: all data is lost when the process ends. */
export const openMemoryStore: OpenStore<object> = async (): Promise<GraphStore> => {
  const workspaces = new Map<string, MemoryWorkspace>()
  let closed = false
  const refuseWhenClosed = (): void => {
    if (closed) throw new StoreError('PROVIDER_UNAVAILABLE', 'The store is closed; open it again.')
  }
  return {
    provider: 'memory',
    capabilities: MEMORY_CAPABILITIES,
    workspace(name) {
      refuseWhenClosed()
      let workspace = workspaces.get(name)
      if (!workspace) {
        workspace = new MemoryWorkspace(name)
        workspaces.set(name, workspace)
      }
      return workspace
    },
    workspaces: () => [...workspaces.values()].flatMap((one) => (one.isEmpty ? [] : [one.name])).sort(),
    health: () => ({ status: 'ok' }),
    close: async () => {
      closed = true
      workspaces.clear()
    },
  }
}

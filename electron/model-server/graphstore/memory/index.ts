import type { GraphStore, OpenStore, StoreCapabilities } from '../store.ts'
import { MemoryWorkspace } from './workspace.ts'

/** Limits of the stores that hold everything in this process. */
export const MEMORY_CAPABILITIES: StoreCapabilities = {
  graphMatch: true,
  maxDepth: 16,
  maxLimit: 10_000,
  timeoutMs: 10_000,
  durable: false,
}

/** The `memory` provider: everything is gone when the process ends. */
export const openMemoryStore: OpenStore<Record<never, never>> = async (): Promise<GraphStore> => {
  const workspaces = new Map<string, MemoryWorkspace>()
  return {
    provider: 'memory',
    capabilities: MEMORY_CAPABILITIES,
    workspace(name) {
      let workspace = workspaces.get(name)
      if (!workspace) {
        workspace = new MemoryWorkspace(name)
        workspaces.set(name, workspace)
      }
      return workspace
    },
    workspaces: () => [...workspaces.values()].flatMap((one) => (one.isEmpty ? [] : [one.name])).sort(),
    health: () => ({ status: 'ok' }),
    close: async () => workspaces.clear(),
  }
}

import { create } from 'zustand'
import type { Capabilities, Notice } from '#shared/workbench/areas/host.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { ContractClient } from '#shared/workbench/client.ts'
import type { WorkbenchClient } from '#shared/workbench/contract.ts'
import { keepChannelOpen } from './channel.ts'

/** The page's only way to the outside. */
export const workbench: WorkbenchClient = new ContractClient()

interface WorkbenchState {
  /** Whether the core answers. */
  readonly link: 'opening' | 'open' | 'lost'
  /** Counts reconnects; a hook that holds server state reads again when it changes. */
  readonly generation: number
  readonly capabilities: Capabilities | undefined
  readonly connections: readonly Connection[]
  readonly notices: readonly Notice[]
}

export const useWorkbench = create<WorkbenchState>(() => ({
  link: 'opening',
  generation: 0,
  capabilities: undefined,
  connections: [],
  notices: [],
}))

/** The connection of that kind that views use unless told otherwise: the first one. */
export function useConnection(kind: Connection['kind']): Connection | undefined {
  return useWorkbench((state) => state.connections.find((connection) => connection.kind === kind))
}

async function refresh(): Promise<void> {
  const [capabilities, connections, notices] = await Promise.all([
    workbench.call('host.capabilities', {}),
    workbench.call('connections.list', {}),
    workbench.call('host.notices', {}),
  ])
  useWorkbench.setState((state) => ({
    link: 'open',
    generation: state.generation + 1,
    capabilities,
    connections,
    notices,
  }))
}

/** Connects the page to the core and keeps the shared state fresh. Called once, at start. */
export function connectWorkbench(): void {
  workbench.on('connections.changed', (connections) => useWorkbench.setState({ connections }))
  workbench.on('host.notice', (notice) =>
    useWorkbench.setState((state) => ({ notices: [...state.notices, notice] })),
  )
  keepChannelOpen((channel) => {
    channel.onClose(() => useWorkbench.setState({ link: 'lost' }))
    workbench.attach(channel)
    void refresh()
  })
}

export async function dismissNotice(id: string): Promise<void> {
  useWorkbench.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }))
  await workbench.call('host.dismissNotice', { id })
}

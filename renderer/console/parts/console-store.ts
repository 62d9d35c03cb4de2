import { create } from 'zustand'
import type { ConnectionCalls } from '#shared/documents/console.ts'
import type { Connection, ConnectionKind } from '#shared/workbench/areas/connections.ts'
import { useWorkbench } from '../../app/workbench.ts'

export const consoleTabs = ['overview', 'tools', 'resources', 'prompts', 'trace', 'log'] as const

interface ConsoleState {
  /** The selected connection; by default the first. */
  readonly connection: string | undefined
  /** One of the console's own tabs, or the id of a nested bench. */
  readonly tab: string
  /** The open dialog: adding a connection, starting with a pane, or editing the named one. */
  readonly editing: { readonly name?: string; readonly pane?: 'platform' | 'telemetry' } | undefined
  /** The connection removed last, for undo. */
  readonly removed:
    | {
        readonly kind: ConnectionKind
        readonly name: string
        readonly definition: Record<string, unknown>
        /** The stored calls of its tools. */
        readonly calls?: ConnectionCalls | undefined
      }
    | undefined
  /** The tool chosen last, by connection. */
  readonly tools: Readonly<Record<string, string>>
  /** A resource link in a result that the user wants to read. */
  readonly reading: string | undefined
  /** A call to repeat, requested from the trace. */
  readonly replay: { readonly method: string; readonly params: Record<string, unknown> } | undefined
}

export const useConsole = create<ConsoleState>(() => ({
  connection: undefined,
  tab: 'overview',
  editing: undefined,
  removed: undefined,
  tools: {},
  reading: undefined,
  replay: undefined,
}))

export const chooseTool = (connection: string, tool: string): void =>
  useConsole.setState(({ tools }) => ({ tools: { ...tools, [connection]: tool } }))

/** Shows a tool of a connection with its form. */
export function showTool(connection: string, tool: string): void {
  useConsole.setState({ connection, tab: 'tools' })
  chooseTool(connection, tool)
}

const isReadyServer = ({ kind, state }: Connection): boolean => kind === 'model' && state === 'ready'

/** Selects a connected MCP server, unless the selected one is. */
export function showReadyServer(): void {
  const ready = useWorkbench.getState().connections.filter(isReadyServer)
  const [first] = ready
  const selected = useConsole.getState().connection
  if (first && !ready.some(({ id }) => id === selected)) useConsole.setState({ connection: first.id })
}

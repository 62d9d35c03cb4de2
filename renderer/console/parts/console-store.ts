import { create } from 'zustand'
import type { ConnectionCalls } from '#shared/documents/console.ts'
import type { ConnectionKind } from '#shared/workbench/areas/connections.ts'

export const consoleTabs = ['overview', 'tools', 'resources', 'prompts', 'trace', 'log'] as const

interface ConsoleState {
  /** The connection that is looked at; the first one when none was chosen. */
  readonly connection: string | undefined
  /** One of the console's own tabs, or the id of a bench that it shows as one. */
  readonly tab: string
  /** Open dialog: adding a connection, with the pane that is shown first, or changing the one that is named. */
  readonly editing: { readonly name?: string; readonly pane?: 'platform' | 'telemetry' } | undefined
  /** What was removed last, for the way back. */
  readonly removed:
    | {
        readonly kind: ConnectionKind
        readonly name: string
        readonly definition: Record<string, unknown>
        /** What was kept of its tools. */
        readonly calls?: ConnectionCalls | undefined
      }
    | undefined
  /** The tool that was chosen last, by connection. */
  readonly tools: Readonly<Record<string, string>>
  /** A resource that a result names and somebody wants to read. */
  readonly reading: string | undefined
  /** A call that the trace asks to repeat. */
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

import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { APP_MIME_TYPE, APPS_EXTENSION } from '#shared/model/mcp-apps.ts'
import type { TracedTransport } from './traced-transport.ts'

/** Something that a server asks of the person: a form, or a model's answer. */
export interface ServerQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage'
  readonly params: Record<string, unknown>
}

export interface ProtocolClientOptions {
  readonly version: string
  /** Whether a page that a server has for its answers is shown; servers keep such pages from who does not say so. */
  readonly showsApps?: boolean
  onNotification(notification: Notification): void
  /** Of a server without sessions: whether it reports changes from now on. */
  onListening?(listening: Connection['listening']): void
  /** The folders that the server may be told of. */
  roots(): Record<string, unknown>
  /** Resolves to the result that is sent back; rejects when the person declines. */
  onQuestion(question: ServerQuestion, signal: AbortSignal): Promise<Record<string, unknown>>
}

/** What a server said of itself when it was first asked. */
export interface ServerDescription {
  readonly name: string | undefined
  readonly version: string | undefined
  readonly protocol: string | undefined
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly instructions: string
}

/** One conversation with a server, in sessions (MCP 2024-11-05 to 2025-11-25) or without (2026-07-28). */
export interface ProtocolClient {
  connect(transport: TracedTransport, options: { timeout: number; signal: AbortSignal }): Promise<void>
  /** After {@link connect}. */
  readonly server: ServerDescription
  /** @throws McpError */
  request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<Record<string, unknown>>
  /** Asks for any answer at all. @throws McpError */
  ping(options: RequestOptions): Promise<unknown>
  /** Tells the server that it may be told of other folders now. */
  noteRoots(): Promise<void>
}

/** What we can be asked for, and what we show. */
export const capabilitiesOf = ({ showsApps }: Pick<ProtocolClientOptions, 'showsApps'>) => ({
  sampling: {},
  elicitation: {},
  roots: { listChanged: true },
  ...(showsApps ? { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } } } : {}),
})

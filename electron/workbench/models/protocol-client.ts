import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Notification } from '@modelcontextprotocol/sdk/types.js'
import type { Connection } from '#shared/workbench/areas/connections.ts'
import { APP_MIME_TYPE, APPS_EXTENSION } from '#shared/model/mcp-apps.ts'
import type { TracedTransport } from './traced-transport.ts'

/** A server's request to the user: a form to fill in, or a model's answer. */
export interface ServerQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage'
  readonly params: Record<string, unknown>
}

export interface ProtocolClientOptions {
  readonly version: string
  /** Whether apps (HTML pages for results) are shown; servers offer them only to clients that declare this. */
  readonly showsApps?: boolean
  onNotification(notification: Notification): void
  /** For servers without sessions: whether change notifications are being received. */
  onListening?(listening: Connection['listening']): void
  /** The result of `roots/list`. */
  roots(): Record<string, unknown>
  /** Resolves with the result to send; rejects when the user declines. */
  onQuestion(question: ServerQuestion, signal: AbortSignal): Promise<Record<string, unknown>>
}

/** What a server declared in the handshake. */
export interface ServerDescription {
  readonly name: string | undefined
  readonly version: string | undefined
  readonly protocol: string | undefined
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly instructions: string
}

/** A client for one server, with sessions (MCP 2024-11-05 to 2025-11-25) or without (2026-07-28). */
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
  /** Sends a ping; any response counts. @throws McpError */
  ping(options: RequestOptions): Promise<unknown>
  /** Notifies the server that its roots changed. */
  noteRoots(): Promise<void>
}

/** The client capabilities to declare. */
export const capabilitiesOf = ({ showsApps }: Pick<ProtocolClientOptions, 'showsApps'>) => ({
  sampling: {},
  elicitation: {},
  roots: { listChanged: true },
  ...(showsApps ? { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } } } : {}),
})

import type { Failure } from './failure.ts'

/**
 * A bidirectional channel for plain values that are structured-cloneable and JSON-safe: a `MessagePort` in
 * Electron, a WebSocket in the web host, a pair of arrays in tests. Messages arrive whole and in order, and
 * not after `close`.
 */
export interface Channel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
  close(): void
}

/** Page → core. `id` is unique per channel. */
export type ToCore =
  | {
      type: 'call'
      id: number
      name: string
      input: unknown
      /** W3C trace context of the call: a `traceparent`. */
      trace?: string
    }
  | { type: 'cancel'; id: number }

/** Core → page. Every call gets exactly one `done` or `failed`; `progress` only before it. */
export type ToPage =
  | { type: 'done'; id: number; output: unknown }
  | { type: 'failed'; id: number; error: Failure }
  | { type: 'progress'; id: number; value: unknown }
  | { type: 'event'; name: string; payload: unknown }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Validates a message; `undefined` if it is malformed, because anyone might send one. */
export function parseToCore(message: unknown): ToCore | undefined {
  if (!isRecord(message) || typeof message['id'] !== 'number') return undefined
  if (message['type'] === 'cancel') return { type: 'cancel', id: message['id'] }
  const { type, id, name, input, trace } = message
  if (type !== 'call' || typeof id !== 'number' || typeof name !== 'string') return undefined
  return { type, id, name, input, ...(typeof trace === 'string' ? { trace } : {}) }
}

/**
 * Validates a message's shape; `undefined` if it is malformed. The page trusts the core, so only the shape is
 * checked.
 */
export function parseToPage(message: unknown): ToPage | undefined {
  if (!isRecord(message)) return undefined
  const type = message['type']
  if (type === 'event' && typeof message['name'] === 'string') return message as ToPage
  if (typeof message['id'] !== 'number') return undefined
  return type === 'done' || type === 'failed' || type === 'progress' ? (message as ToPage) : undefined
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isFields } from '#shared/json/fields.ts'
import type { TracedTransport } from './traced-transport.ts'

/** The latest raw result of one call. */
interface Slot {
  raw?: Record<string, unknown>
}

/**
 * The SDK refuses to send requests of an earlier revision to a server of this one, but the tasks extension reuses two of them. They
 * carry another name until they reach the transport.
 */
const HELD_BACK: ReadonlySet<string> = new Set(['tasks/get', 'tasks/cancel'])
const ALIAS = 'extension:'

export const heldBack = (method: string): string => (HELD_BACK.has(method) ? ALIAS + method : method)

const released = (message: JSONRPCMessage): JSONRPCMessage =>
  'method' in message && message.method.startsWith(ALIAS)
    ? { ...message, method: message.method.slice(ALIAS.length) }
    : message

/**
 * Records raw results, because the client discards those that its schemas reject and the user should see what a server sent
 * (docs/mcp.md#loose-answers). The client assigns the request ids, so a call is identified by the asynchronous context in
 * which its requests are sent.
 */
export class RawResults {
  readonly #calls = new AsyncLocalStorage<Slot>()
  readonly #waiting = new Map<string | number, Slot>()

  /** Wraps the transport to observe messages. */
  watch(transport: TracedTransport): TracedTransport {
    const send: TracedTransport['send'] = (message, options) => {
      const slot = this.#calls.getStore()
      if (slot && 'method' in message && 'id' in message) this.#waiting.set(message.id, slot)
      return transport.send(released(message), options)
    }
    return new Proxy(transport, {
      get: (target, name) => {
        if (name === 'send') return send
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
      set: (target, name, value) => {
        const take = value as TracedTransport['onmessage']
        const watched: TracedTransport['onmessage'] = (message, extra) => {
          this.#note(message)
          take?.(message, extra)
        }
        return Reflect.set(target, name, name === 'onmessage' ? watched : value)
      },
    })
  }

  /** Runs a call; a rejected result for which `isReadable` holds is returned all the same. */
  async of(
    ask: () => Promise<Record<string, unknown>>,
    isReadable: (error: unknown, raw: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>> {
    const slot: Slot = {}
    try {
      return await this.#calls.run(slot, ask)
    } catch (error) {
      if (slot.raw && isReadable(error, slot.raw)) return slot.raw
      throw error
    } finally {
      for (const [id, waiting] of this.#waiting) if (waiting === slot) this.#waiting.delete(id)
    }
  }

  #note(message: JSONRPCMessage): void {
    if (!('result' in message) || !isFields(message.result)) return
    const slot = this.#waiting.get(message.id)
    if (slot) slot.raw = message.result
  }
}

import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { HttpExchange, TraceEntry } from '#shared/workbench/areas/trace.ts'
import { workbenchError } from '#shared/workbench/sentences/workbench-error.ts'

/** Limits of a trace; the oldest messages are evicted first. */
const MAX_MESSAGES = 5000
const MAX_BYTES = 64 * 1024 * 1024
/** Entries are published in batches. Milliseconds. */
const PUBLISH_INTERVAL_MS = 100
/** Characters of a subject in a list; the message has the whole. */
const MAX_SUBJECT = 200

interface StoredEntry {
  readonly entry: TraceEntry
  /** Absent for an HTTP exchange without a message. */
  readonly message: JSONRPCMessage | undefined
  readonly http: readonly HttpExchange[]
}

/** The tool or prompt (`name`) or resource (`uri`) that a request or notification is about. */
function subjectOf(message: JSONRPCMessage): string | undefined {
  if (!('method' in message)) return undefined
  const { name, uri } = (message.params ?? {}) as { readonly name?: unknown; readonly uri?: unknown }
  return [name, uri].find((value) => typeof value === 'string')?.slice(0, MAX_SUBJECT)
}

/** All messages of one connection in both directions, with requests matched to their responses. */
export class Trace {
  #entries: StoredEntry[] = []
  #fresh: TraceEntry[] = []
  #bytes = 0
  #last = 0
  #droppedCount = 0
  #timer: NodeJS.Timeout | undefined
  /** Pending requests by direction and id. */
  readonly #open = new Map<string, TraceEntry>()
  readonly #publish: (entries: TraceEntry[]) => void
  readonly #mask: <T>(value: T) => T

  /** @param mask redacts secrets before an entry is stored */
  constructor(publish: (entries: TraceEntry[]) => void, mask: <T>(value: T) => T = (value) => value) {
    this.#publish = publish
    this.#mask = mask
  }

  get dropped(): number {
    return this.#droppedCount
  }

  /** Sequence number of the latest message. */
  get lastSequence(): number {
    return this.#last
  }

  /** Adds a message, and over HTTP the exchange that it arrived in; returns its sequence number. */
  add(
    direction: TraceEntry['direction'],
    message: JSONRPCMessage,
    bytes: number,
    exchange?: HttpExchange,
  ): number {
    const sequence = ++this.#last
    const masked = this.#mask(message)
    const entry = { ...this.#describe(sequence, direction, masked, bytes), status: exchange?.status }
    const http = exchange ? [this.#mask(exchange)] : []
    this.#keep({ entry, message: masked, http }, bytes)
    return sequence
  }

  /** Adds an HTTP exchange, for a message or for none. */
  addExchange(exchange: HttpExchange, message: number | undefined): void {
    const masked = this.#mask(exchange)
    const { method, url, status, milliseconds } = masked
    const index = this.#entries.findIndex(({ entry }) => entry.sequence === message)
    const found = this.#entries[index]
    if (found) {
      const entry = { ...found.entry, status }
      this.#entries[index] = { ...found, entry, http: [...found.http, masked] }
      return this.#announce(entry)
    }
    const entry: TraceEntry = {
      sequence: ++this.#last,
      at: Date.now(),
      direction: 'out',
      kind: 'http',
      method: `${method} ${new URL(url).pathname}`,
      milliseconds,
      bytes: 0,
      status,
    }
    this.#keep({ entry, message: undefined, http: [masked] }, 0)
  }

  #keep(stored: StoredEntry, bytes: number): void {
    this.#entries.push(stored)
    this.#bytes += bytes
    this.#trim()
    this.#announce(stored.entry)
  }

  list(limit: number, search: string | undefined): TraceEntry[] {
    const needle = search?.toLowerCase()
    const found = needle
      ? this.#entries.filter(({ entry, message, http }) =>
          `${entry.method} ${entry.subject ?? ''} ${JSON.stringify(message)} ${JSON.stringify(http)}`
            .toLowerCase()
            .includes(needle),
        )
      : this.#entries
    return found.slice(-limit).map(({ entry }) => entry)
  }

  /** @throws WorkbenchError `TRACE_DROPPED` when the message was evicted */
  read(sequence: number): StoredEntry {
    const found = this.#entries.find(({ entry }) => entry.sequence === sequence)
    if (found) return found
    throw workbenchError('TRACE_DROPPED', {
      sequence,
      messages: MAX_MESSAGES,
      megabytes: MAX_BYTES / 1024 / 1024,
    })
  }

  clear(): void {
    this.#entries = []
    this.#bytes = 0
    this.#droppedCount = 0
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #describe(
    sequence: number,
    direction: TraceEntry['direction'],
    message: JSONRPCMessage,
    bytes: number,
  ): TraceEntry {
    const base = { sequence, at: Date.now(), direction, bytes, subject: subjectOf(message) }
    if ('method' in message) {
      if (!('id' in message)) return { ...base, kind: 'notification', method: message.method }
      const entry: TraceEntry = { ...base, kind: 'request', method: message.method, rpcId: message.id }
      this.#open.set(`${direction}:${message.id}`, entry)
      return entry
    }
    const kind = 'error' in message || message.result['isError'] === true ? 'error' : 'response'
    const rpcId = message.id
    if (rpcId === undefined) return { ...base, kind, method: '' }
    const key = `${direction === 'in' ? 'out' : 'in'}:${rpcId}`
    const request = this.#open.get(key)
    this.#open.delete(key)
    if (!request) return { ...base, kind, method: '', rpcId }
    this.#pairUp(request.sequence, sequence)
    return {
      ...base,
      kind,
      method: request.method,
      subject: request.subject,
      rpcId,
      pair: request.sequence,
      milliseconds: base.at - request.at,
    }
  }

  #pairUp(request: number, response: number): void {
    const index = this.#entries.findIndex(({ entry }) => entry.sequence === request)
    const found = this.#entries[index]
    if (!found) return
    const entry = { ...found.entry, pair: response }
    this.#entries[index] = { ...found, entry }
    this.#announce(entry)
  }

  #trim(): void {
    let drop = 0
    while (
      this.#entries.length - drop > MAX_MESSAGES ||
      (this.#bytes > MAX_BYTES && drop < this.#entries.length - 1)
    ) {
      this.#bytes -= this.#entries[drop]?.entry.bytes ?? 0
      drop++
    }
    if (drop === 0) return
    this.#entries = this.#entries.slice(drop)
    this.#droppedCount += drop
  }

  #announce(entry: TraceEntry): void {
    this.#fresh.push(entry)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#publish(this.#fresh.splice(0))
    }, PUBLISH_INTERVAL_MS)
  }
}

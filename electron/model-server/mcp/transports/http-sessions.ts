import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Key } from '../../../node/access/keys.ts'
import { Session } from '../session.ts'

/** Sessions kept at once. */
const MAX_SESSIONS = 1000

/** Time after which a session that was opened and never used makes room for another. */
const UNUSED_MS = 10_000

const SERVER_ENDS = 'the server ends'

/** Time between comments on an open stream, so that nothing between takes it for dead: 15 s as the SDK does. */
const KEEP_ALIVE_MS = 15_000

/** A stream of server events to one client. */
export class EventStream {
  readonly #response: ServerResponse
  readonly #beat: NodeJS.Timeout

  constructor(response: ServerResponse, headers: { readonly [name: string]: string } = {}) {
    this.#response = response
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
      ...headers,
    })
    response.write(': open\n\n')
    this.#beat = setInterval(() => response.write(': alive\n\n'), KEEP_ALIVE_MS)
    this.#beat.unref()
    response.on('close', () => clearInterval(this.#beat))
  }

  send(event: string, data: string): void {
    this.#response.write(`event: ${event}\ndata: ${data}\n\n`)
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener)
  }

  /** @param word said to whoever reads along; programs pass over it */
  end(word?: string): void {
    clearInterval(this.#beat)
    this.#response.end(word === undefined ? '' : `: ${word}\n\n`)
  }
}

export interface HttpSession {
  readonly id: string
  readonly session: Session
  /** Whose it is; undefined where one token, or none, is for all. */
  readonly key: Key | undefined
  stream: EventStream | undefined
  /** By the monotonic clock: `performance.now()`. */
  lastUsed: number
  /** Whether it was asked for anything since it was opened. */
  isUsed: boolean
}

/** Sessions by id; they end when they are deleted or idle for too long. One with an open stream is not idle. */
export class HttpSessions {
  readonly #sessions = new Map<string, HttpSession>()
  readonly #idleMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(idleMs: number) {
    this.#idleMs = idleMs
    this.#sweep = setInterval(() => this.#expire(), Math.min(idleMs, 30_000))
    this.#sweep.unref()
  }

  get size(): number {
    return this.#sessions.size
  }

  /** How many there are of the keys that are meant. */
  count(isMeant: (key: Key | undefined) => boolean): number {
    let count = 0
    for (const { key } of this.#sessions.values()) count += Number(isMeant(key))
    return count
  }

  /** Undefined when there are as many as may be, all of them alive: none of those is ended for a new one. */
  create(key?: Key): HttpSession | undefined {
    if (this.#sessions.size >= MAX_SESSIONS) this.#makeRoom()
    if (this.#sessions.size >= MAX_SESSIONS) return undefined
    const one: HttpSession = {
      id: randomUUID(),
      key,
      session: new Session((message) => one.stream?.send('message', JSON.stringify(message))),
      stream: undefined,
      lastUsed: performance.now(),
      isUsed: false,
    }
    this.#sessions.set(one.id, one)
    return one
  }

  /** A session is its opener's alone. */
  find(id: string, key?: Key): HttpSession | undefined {
    const one = this.#sessions.get(id)
    if (!one || one.key?.id !== key?.id) return undefined
    one.lastUsed = performance.now()
    one.isUsed = true
    return one
  }

  /** Ends those whose key does not hold any more. */
  endInvalid(holds: (key: Key | undefined) => boolean): void {
    for (const one of this.#sessions.values()) if (!holds(one.key)) this.delete(one.id)
  }

  /** Tells those who listen that the server ends, and ends what they listen to. */
  endStreams(): void {
    for (const { session, stream } of this.#sessions.values()) {
      session.log('notice', { message: SERVER_ENDS }, session.logLevel)
      session.end()
      stream?.end(SERVER_ENDS)
    }
  }

  delete(id: string): void {
    const one = this.#sessions.get(id)
    if (!one) return
    this.#sessions.delete(id)
    one.session.close()
    one.stream?.end()
  }

  #expire(): void {
    const bar = performance.now() - this.#idleMs
    for (const one of this.#sessions.values()) {
      if (one.stream === undefined && one.lastUsed < bar) this.delete(one.id)
    }
  }

  /** Ends those that are idle and, of those that were opened for nothing, the oldest. */
  #makeRoom(): void {
    this.#expire()
    const bar = performance.now() - UNUSED_MS
    // In the order in which they were opened.
    for (const one of this.#sessions.values()) {
      if (this.#sessions.size < MAX_SESSIONS) return
      if (one.stream === undefined && !one.isUsed && one.lastUsed < bar) this.delete(one.id)
    }
  }

  close(): void {
    clearInterval(this.#sweep)
    for (const id of this.#sessions.keys()) this.delete(id)
  }
}

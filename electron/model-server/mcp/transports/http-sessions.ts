import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { isJsonObject, type Json } from '#shared/model/json.ts'
import type { Key } from '../../../node/access/keys.ts'
import { Session } from '../session.ts'

/** Maximum sessions. */
const MAX_SESSIONS = 1000

/** Time after which a session that was opened for nothing may be evicted for a new one. */
const UNUSED_MS = 10_000

/** Time without a request after which a session may be evicted for another of its key, since clients forget to end theirs. */
const LEFT_MS = 60_000

const SERVER_ENDS = 'the server ends'

/** Interval of comments on an open stream, so that proxies keep it open: 15 s like the SDK. */
const KEEP_ALIVE_MS = 15_000

/** A stream of server-sent events to one client. */
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

  /** @param word a comment for human readers, ignored by programs */
  end(word?: string): void {
    clearInterval(this.#beat)
    this.#response.end(word === undefined ? '' : `: ${word}\n\n`)
  }
}

export interface HttpSession {
  readonly id: string
  readonly session: Session
  /** The key that opened it; undefined if there is a single token or none. */
  readonly key: Key | undefined
  stream: EventStream | undefined
  /** Monotonic clock: `performance.now()`. */
  lastUsed: number
  /** Whether it received more than the handshake. */
  isUsed: boolean
}

/** What a client sends to open a session (MCP 2025-11-25, Lifecycle). */
const HANDSHAKE: ReadonlySet<Json | undefined> = new Set(['initialize', 'notifications/initialized'])

const isQuiet = ({ stream, session }: HttpSession): boolean => stream === undefined && !session.isBusy

/** Sessions by id; they end when deleted or idle for too long. One with an open stream or a running request is not idle. */
export class HttpSessions {
  readonly #sessions = new Map<string, HttpSession>()
  readonly #idleMs: number
  readonly #onEnd: (key: Key | undefined) => void
  readonly #sweep: NodeJS.Timeout

  /** @param onEnd called with the key of each session that has ended */
  constructor(idleMs: number, onEnd: (key: Key | undefined) => void = () => undefined) {
    this.#idleMs = idleMs
    this.#onEnd = onEnd
    this.#sweep = setInterval(() => this.#expire(), Math.min(idleMs, 30_000))
    this.#sweep.unref()
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Counts the sessions of the given keys. */
  count(isMeant: (key: Key | undefined) => boolean): number {
    let count = 0
    for (const { key } of this.#sessions.values()) count += Number(isMeant(key))
    return count
  }

  /**
   * Creates a session; undefined when the limit is reached and all sessions are in use. Those are evicted only for keys that have fewer
   * than the one with the most.
   */
  create(key?: Key): HttpSession | undefined {
    if (this.#sessions.size >= MAX_SESSIONS) this.#makeRoom()
    if (this.#sessions.size >= MAX_SESSIONS) this.#shareRoom(key)
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

  /** A session can be used only by its opener. */
  find(id: string, key?: Key): HttpSession | undefined {
    const one = this.#sessions.get(id)
    if (!one || one.key?.id !== key?.id) return undefined
    one.lastUsed = performance.now()
    return one
  }

  /** Notes what a session received: after more than the handshake it is kept until it is idle. */
  received(one: HttpSession, message: Json): void {
    const parts = Array.isArray(message) ? message : [message]
    one.isUsed ||= parts.some((part) => !isJsonObject(part) || !HANDSHAKE.has(part['method']))
  }

  /** Closes the sessions of keys that are no longer valid. */
  endInvalid(holds: (key: Key | undefined) => boolean): void {
    for (const one of this.#sessions.values()) if (!holds(one.key)) this.delete(one.id)
  }

  /** Notifies subscribers that the server is shutting down, and closes their streams. */
  endStreams(): void {
    for (const one of this.#sessions.values()) {
      one.session.log('notice', { message: SERVER_ENDS }, one.session.logLevel)
      one.session.end()
      one.stream?.end(SERVER_ENDS)
      // Called when the server drains and again when it closes: nothing is sent on a stream that has ended.
      one.stream = undefined
    }
  }

  delete(id: string): void {
    const one = this.#sessions.get(id)
    if (!one) return
    this.#sessions.delete(id)
    one.session.close()
    one.stream?.end()
    this.#onEnd(one.key)
  }

  #expire(): void {
    const bar = performance.now() - this.#idleMs
    for (const one of this.#sessions.values()) {
      if (isQuiet(one) && one.lastUsed < bar) this.delete(one.id)
    }
  }

  /** Evicts the session of a key that was left alone for longest. @returns whether there was one */
  endLeft(key: Key): boolean {
    const bar = performance.now() - LEFT_MS
    const [left] = [...this.#sessions.values()]
      .filter((one) => one.key?.id === key.id && isQuiet(one) && one.lastUsed < bar)
      .sort((one, other) => one.lastUsed - other.lastUsed)
    if (left) this.delete(left.id)
    return left !== undefined
  }

  /** Evicts idle sessions and then, of those opened for nothing, the oldest. */
  #makeRoom(): void {
    this.#expire()
    const bar = performance.now() - UNUSED_MS
    // In order of opening.
    for (const one of this.#sessions.values()) {
      if (this.#sessions.size < MAX_SESSIONS) return
      if (isQuiet(one) && !one.isUsed && one.lastUsed < bar) this.delete(one.id)
    }
  }

  /**
   * Evicts a session of the key that has the most, if the newcomer's would have fewer even with another one, so that no key can take all
   * places: the one that was left alone for longest, of those with an open stream only where all have one, and none while it is answered.
   */
  #shareRoom(newcomer: Key | undefined): void {
    const shares = new Map<string | undefined, HttpSession[]>()
    for (const one of this.#sessions.values()) {
      const share = shares.get(one.key?.id)
      if (share) share.push(one)
      else shares.set(one.key?.id, [one])
    }
    const [most = []] = [...shares.values()].sort((one, other) => other.length - one.length)
    if (most.length <= (shares.get(newcomer?.id)?.length ?? 0) + 1) return
    const [left] = most
      .filter(({ session }) => !session.isBusy)
      .sort((one, other) => Number(!isQuiet(one)) - Number(!isQuiet(other)) || one.lastUsed - other.lastUsed)
    if (left) this.delete(left.id)
  }

  close(): void {
    clearInterval(this.#sweep)
    for (const id of this.#sessions.keys()) this.delete(id)
  }
}

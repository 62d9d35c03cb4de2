import { WebSocket } from 'ws'
import {
  fromServerSchema,
  readDataFrame,
  readMessage,
  TERMINAL_PROTOCOL,
  type TerminalData,
  type ToServer,
} from '#shared/sandbox/terminal-frames.ts'
import { socketOptions } from '../../../node/outgoing.ts'
import { completeLength, decodeBytes } from '../../../node/terminal-text.ts'
import type { RestClient } from './rest-client.ts'
import type { TerminalListener } from './session.ts'

/** Bytes after which receipt is acknowledged to the platform. */
const ACKNOWLEDGE_BYTES = 64 * 1024
/** Milliseconds before reconnecting, doubled each time, and the maximum number of attempts. */
const AGAIN_MS = 100
const MAX_AGAIN_MS = 3_000
const MAX_TRIES = 12
/** Milliseconds for which output is batched, if some was reported shortly before. */
const COLLECT_MS = 4
/** Milliseconds after a keypress without batching, because the output contains its echo. */
const ECHO_MS = 100

/** Receives the output of a command. */
export interface OutputFollower {
  /** Text, and the byte offset in the command's output at which it begins. */
  show(text: string, from: number): void
  /** From this offset on, the stream has lost output. */
  lost(from: number): void
}

/** Received output of a command that was not reported yet. */
class Arrivals {
  readonly #follower: OutputFollower
  #waiting: Buffer[] = []
  #from = 0
  #size = 0
  #reportedAt = 0
  #typedAt = -ECHO_MS
  #timer: NodeJS.Timeout | undefined
  #isLost = false

  constructor(follower: OutputFollower) {
    this.#follower = follower
  }

  /** Bytes reported. */
  get reported(): number {
    return this.#from
  }

  push({ at, bytes }: TerminalData): void {
    if (this.#isLost) return
    if (at !== this.#from + this.#size) {
      this.tell()
      this.#isLost = true
      return this.#follower.lost(this.#from)
    }
    this.#waiting.push(Buffer.from(bytes))
    this.#size += bytes.length
    const now = performance.now()
    if (now - this.#reportedAt > COLLECT_MS || now - this.#typedAt < ECHO_MS) this.tell()
    else this.#timer ??= setTimeout(() => this.tell(), COLLECT_MS)
  }

  tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = Buffer.concat(this.#waiting)
    const whole = all.subarray(0, completeLength(all))
    if (whole.length === 0) return
    this.#waiting = [all.subarray(whole.length)]
    const from = this.#from
    this.#from += whole.length
    this.#size -= whole.length
    this.#reportedAt = performance.now()
    this.#follower.show(decodeBytes(whole), from)
  }

  /** The user has typed and waits for the echo. */
  hurry(): void {
    this.#typedAt = performance.now()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#isLost = true
  }
}

/** The terminal of a session over WebSocket; reconnects automatically and resumes where it stopped. */
export class TerminalLink {
  readonly #client: RestClient
  readonly #address: { readonly sandbox_id: string; readonly session: string }
  readonly #listener: TerminalListener
  readonly #followers = new Map<string, Arrivals>()
  /** Commands by run number, known once they have begun. */
  readonly #runs = new Map<number, Arrivals>()
  #ws: WebSocket | undefined
  #offset: number | undefined
  #acknowledged = 0
  #tries = 0
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    client: RestClient,
    address: { readonly sandbox_id: string; readonly session: string },
    listener: TerminalListener,
  ) {
    this.#client = client
    this.#address = address
    this.#listener = listener
    this.#connect()
  }

  get isOpen(): boolean {
    return this.#ws?.readyState === WebSocket.OPEN && this.#offset !== undefined
  }

  /** Follows the output of the command with this tag; returns a function to stop. */
  follow(tag: string, follower: OutputFollower): () => void {
    const arrivals = new Arrivals(follower)
    this.#followers.set(tag, arrivals)
    return () => {
      arrivals.end()
      this.#followers.delete(tag)
      for (const [run, one] of this.#runs) if (one === arrivals) this.#runs.delete(run)
    }
  }

  /** Sends input to the running program. */
  type(data: string): void {
    for (const arrivals of this.#followers.values()) arrivals.hurry()
    this.#send(Buffer.from(data))
  }

  resize(cols: number, rows: number): void {
    this.#tell({ type: 'resize', cols, rows })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#ws?.close()
  }

  #tell(message: ToServer): void {
    this.#send(JSON.stringify(message))
  }

  /** Messages are dropped while disconnected. */
  #send(data: string | Buffer): void {
    if (this.#ws?.readyState === WebSocket.OPEN) this.#ws.send(data)
  }

  #connect(): void {
    const url = this.#client.url('terminal')
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    for (const [name, value] of Object.entries(this.#address)) url.searchParams.set(name, value)
    if (this.#offset !== undefined) url.searchParams.set('from', String(this.#offset))
    const ws = new WebSocket(url, [TERMINAL_PROTOCOL], {
      headers: this.#client.headers(),
      perMessageDeflate: false,
      ...socketOptions(url),
    })
    this.#ws = ws
    ws.on('error', () => undefined)
    ws.on('message', (frame: Buffer, isBinary: boolean) => {
      if (isBinary) this.#take(frame)
      else this.#hear(frame.toString())
    })
    ws.on('close', (code) => {
      this.#listener.foreground(undefined)
      // 1008: not available; 1000: the shell ended. Both are final.
      if (this.#isClosed || code === 1008 || code === 1000 || ++this.#tries > MAX_TRIES) return
      const pause = Math.min(MAX_AGAIN_MS, AGAIN_MS * 2 ** (this.#tries - 1))
      this.#timer = setTimeout(() => this.#connect(), pause).unref()
    })
  }

  #take(frame: Buffer): void {
    const data = readDataFrame(frame)
    if (!data) return
    this.#offset = data.offset + data.bytes.length
    const arrivals = this.#runs.get(data.run)
    if (data.run === 0) this.#listener.background(decodeBytes(Buffer.from(data.bytes)))
    arrivals?.push(data)
    if (this.#offset - this.#acknowledged < ACKNOWLEDGE_BYTES) return
    this.#acknowledged = this.#offset
    const run = arrivals && { run: data.run, at: arrivals.reported }
    this.#tell({ type: 'ack', offset: this.#offset, ...run })
  }

  #hear(text: string): void {
    const message = readMessage(fromServerSchema, text)
    if (message?.type === 'hello') {
      this.#tries = 0
      this.#offset = message.offset
      this.#acknowledged = message.offset
    } else if (message?.type === 'begin') {
      const arrivals = this.#followers.get(message.tag ?? '')
      if (arrivals) this.#runs.set(message.run, arrivals)
    } else if (message?.type === 'foreground') this.#listener.foreground(message.now ?? undefined)
  }
}

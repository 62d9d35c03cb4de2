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

/** Bytes after which the platform is told that they arrived. */
const ACKNOWLEDGE_BYTES = 64 * 1024
/** Milliseconds before a lost connection is tried again, doubled each time, and how often. */
const AGAIN_MS = 100
const MAX_AGAIN_MS = 3_000
const MAX_TRIES = 12
/** Milliseconds during which output is collected, once some was passed on a moment ago. */
const COLLECT_MS = 4
/** Milliseconds after a key during which nothing is collected: among what comes is its echo. */
const ECHO_MS = 100

/** One who shows what a command prints. */
export interface OutputFollower {
  /** Text, and the byte of the command's output at which it begins. */
  show(text: string, from: number): void
  /** Bytes are lost to the stream from here on. */
  lost(from: number): void
}

/** What arrived of a command and was not passed on yet. */
class Arrivals {
  readonly #follower: OutputFollower
  #waiting: Buffer[] = []
  #from = 0
  #size = 0
  #toldAt = 0
  #typedAt = -ECHO_MS
  #timer: NodeJS.Timeout | undefined
  #isLost = false

  constructor(follower: OutputFollower) {
    this.#follower = follower
  }

  /** Bytes that were passed on. */
  get told(): number {
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
    if (now - this.#toldAt > COLLECT_MS || now - this.#typedAt < ECHO_MS) this.tell()
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
    this.#toldAt = performance.now()
    this.#follower.show(decodeBytes(whole), from)
  }

  /** Somebody typed, and waits to see it. */
  hurry(): void {
    this.#typedAt = performance.now()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#isLost = true
  }
}

/** The terminal of a session over WebSocket: a connection that comes back by itself and goes on where it was. */
export class TerminalLink {
  readonly #client: RestClient
  readonly #address: { readonly sandbox_id: string; readonly session: string }
  readonly #listener: TerminalListener
  readonly #followers = new Map<string, Arrivals>()
  /** The run that a tag belongs to, once it has begun. */
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

  /** Follows the output of the command that is sent under this tag; answers how to stop. */
  follow(tag: string, follower: OutputFollower): () => void {
    const arrivals = new Arrivals(follower)
    this.#followers.set(tag, arrivals)
    return () => {
      arrivals.end()
      this.#followers.delete(tag)
      for (const [run, one] of this.#runs) if (one === arrivals) this.#runs.delete(run)
    }
  }

  /** Types for the program that runs. */
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

  /** What is sent while the connection is away is lost, as on any line. */
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
      // 1008: it is not available; 1000: the shell ended. Both hold.
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
    const told = arrivals && { run: data.run, at: arrivals.told }
    this.#tell({ type: 'ack', offset: this.#offset, ...told })
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

import { WebSocket } from 'ws'
import {
  type ForegroundState,
  type FromServer,
  fromServerSchema,
  readDataFrame,
  TERMINAL_PROTOCOL,
  type TerminalData,
} from '#shared/sandbox/terminal-frames.ts'

/** A straightforward client of `GET /terminal`. */
export class TerminalClient {
  readonly #ws: WebSocket
  readonly messages: FromServer[] = []
  readonly data: TerminalData[] = []
  /** The offset at which a new connection resumes. */
  offset = 0
  now: ForegroundState | null = null
  closed: { code: number; reason: string } | undefined
  readonly #waiting = new Set<() => void>()
  readonly #acknowledges: boolean

  private constructor(ws: WebSocket, acknowledges: boolean) {
    this.#ws = ws
    this.#acknowledges = acknowledges
    ws.on('message', (frame: Buffer, isBinary: boolean) => {
      if (isBinary) this.#take(frame)
      else this.#hear(fromServerSchema.parse(JSON.parse(frame.toString())))
      for (const look of this.#waiting) look()
    })
    ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      for (const look of this.#waiting) look()
    })
  }

  static async open(
    base: string,
    query: Record<string, string | number>,
    { acknowledges = true }: { acknowledges?: boolean } = {},
  ): Promise<TerminalClient> {
    const url = new URL(`${base.replace(/^http/, 'ws')}/apis/envs/sandbox/v1/terminal`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value))
    const client = new TerminalClient(new WebSocket(url, [TERMINAL_PROTOCOL]), acknowledges)
    await client.until(() => client.messages.length > 0 || client.closed !== undefined)
    return client
  }

  /** The output of a run, or with 0 that of background jobs. */
  text(run?: number): string {
    const parts = this.data.filter((one) => run === undefined || one.run === run)
    return Buffer.concat(parts.map(({ bytes }) => bytes)).toString()
  }

  type(text: string): void {
    this.#ws.send(Buffer.from(text))
  }

  resize(cols: number, rows: number): void {
    this.#ws.send(JSON.stringify({ type: 'resize', cols, rows }))
  }

  /** Drops the connection like a network failure. */
  drop(): void {
    this.#ws.terminate()
  }

  async until(holds: () => boolean, what = 'it holds'): Promise<void> {
    if (holds()) return
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`not until now: ${what}; ${JSON.stringify(this.now)} ${this.text().slice(-300)}`))
      }, 15_000)
      const look = (): void => {
        if (!holds()) return
        clearTimeout(late)
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
    })
  }

  #take(frame: Buffer): void {
    const data = readDataFrame(frame)
    if (!data) throw new Error('a frame that is no data')
    this.data.push({ ...data, bytes: Buffer.from(data.bytes) })
    this.offset = data.offset + data.bytes.length
    if (this.#acknowledges) this.#ws.send(JSON.stringify({ type: 'ack', offset: this.offset }))
  }

  #hear(message: FromServer): void {
    this.messages.push(message)
    if (message.type === 'hello') this.offset = message.offset
    if (message.type === 'foreground') this.now = message.now
  }
}

import { PassThrough, type Readable, Writable } from 'node:stream'
import type { WebSocket } from 'ws'
import { type ExitStatus, RuntimeFailure } from '../runtime.ts'
import type { KubernetesClient } from './client.ts'

/** Only v5 can close stdin; servers support it since 1.30. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io']
export const CLOSABLE = 'v5.channel.k8s.io'

const STDIN = 0
const STDOUT = 1
const STDERR = 2
const STATUS = 3
const RESIZE = 4
const CLOSE = 255

/** Load balancers close connections that are idle for some minutes. */
const PING_MS = 25_000
/** Maximum size of a message, since the receiver reads each piece at once. */
const PIECE_BYTES = 32 * 1024
/** Sent in place of a length: the input is incomplete (enter.ts). */
const NO_LENGTH = '-\n'
/** The exit code of shells for a program that cannot be started. */
const NOT_STARTED = 126

export interface ExecRequest {
  readonly path: string
  readonly container: string
  readonly command: readonly string[]
  readonly stdin: boolean
  readonly tty: boolean
  /** Input is sent in pieces, each preceded by its length, and 0 ends it: for servers that cannot close stdin. */
  readonly framed: boolean
  /** Appears on stderr, and is removed from it, when the program reads no more input; then the input must end. */
  readonly endSign?: string
}

/** A program in a container over one WebSocket. Closing the socket does not end the program; that is up to the caller. */
export class ExecStream {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Rejects when the connection is lost before the program has exited. */
  readonly exited: Promise<ExitStatus>
  /** Resolves with the protocol when the program is about to start. */
  readonly opened: Promise<string>
  readonly #request: ExecRequest
  readonly #out = new PassThrough()
  readonly #err = new PassThrough()
  readonly #socket: Promise<WebSocket>
  /** All of the input was sent, or nobody reads it any more. */
  #isFed = false
  /** The end of stderr that may be the start of the sign. */
  #held = Buffer.alloc(0)

  constructor(client: KubernetesClient, request: ExecRequest) {
    this.#request = request
    this.stdout = this.#out
    this.stderr = this.#err
    const query = new URLSearchParams({
      stdin: String(request.stdin),
      stdout: 'true',
      // A terminal has a single output.
      stderr: String(!request.tty),
      tty: String(request.tty),
    })
    for (const word of request.command) query.append('command', word)
    this.#socket = client.socket(
      `${request.path}/exec?container=${encodeURIComponent(request.container)}&${query.toString()}`,
      PROTOCOLS,
    )
    this.opened = this.#socket.then(({ protocol }) => protocol)
    this.exited = this.#socket.then((socket) => this.#follow(socket))
    this.stdin = new Writable({
      write: (chunk: Buffer, _encoding, done) => this.#feed(chunk, done),
      final: (done) => this.#finish(done),
      destroy: (error, done) => this.#breakOff(error, done),
    })
    this.stdin.on('error', () => undefined)
    const ended = (): void => {
      this.#isFed = true
      this.#out.end()
      this.#err.end(this.#held)
      // Lets writers know that the reader is gone.
      this.stdin.destroy()
    }
    this.exited.then(ended, ended)
    this.opened.catch(() => undefined)
  }

  resize(cols: number, rows: number): void {
    const size = JSON.stringify({ Width: cols, Height: rows })
    this.#send(RESIZE, Buffer.from(size), () => undefined)
  }

  /** Gives up the connection; the program goes on. */
  leave(): void {
    this.exited.catch(() => undefined)
    this.#socket.then(
      (socket) => socket.terminate(),
      () => undefined,
    )
  }

  #follow(socket: WebSocket): Promise<ExitStatus> {
    const ping = setInterval(() => socket.ping(), PING_MS).unref()
    return new Promise((resolve, reject) => {
      socket.on('message', (data: Buffer) => {
        const content = data.subarray(1)
        if (data[0] === STDOUT) pass(content, this.#out, socket)
        else if (data[0] === STDERR) pass(this.#withoutSign(content), this.#err, socket)
        else if (data[0] === STATUS) resolve(this.#status(content.toString()))
      })
      socket.resume()
      socket.once('close', () => {
        clearInterval(ping)
        reject(new RuntimeFailure('the connection to the cluster was lost before the program ended'))
      })
    })
  }

  #status(text: string): ExitStatus {
    const status = JSON.parse(text) as Status
    if (status.status === 'Success') return { code: 0 }
    const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message
    if (code !== undefined) return { code: Number(code) }
    this.#err.write(`${status.message ?? 'the cluster could not start it'}\n`)
    return { code: NOT_STARTED }
  }

  #withoutSign(content: Buffer): Buffer {
    const { endSign } = this.#request
    if (endSign === undefined) return content
    const all = Buffer.concat([this.#held, content])
    const at = all.indexOf(endSign)
    const end = at < 0 ? all.length - startLength(all, endSign) : all.length
    this.#held = all.subarray(end)
    if (at < 0) return all.subarray(0, end)
    if (!this.#isFed) this.#finish(() => undefined)
    // Lets writers know that the reader is gone.
    this.stdin.destroy()
    return Buffer.concat([all.subarray(0, at), all.subarray(at + endSign.length)])
  }

  #feed(chunk: Buffer, done: (error?: Error | null) => void): void {
    if (this.#isFed) return done()
    const piece = chunk.subarray(0, PIECE_BYTES)
    const rest = chunk.subarray(PIECE_BYTES)
    const header = this.#request.framed ? [Buffer.from(`${piece.length}\n`)] : []
    this.#send(STDIN, Buffer.concat([...header, piece]), (error) => {
      if (error || rest.length === 0) done(error)
      else this.#feed(rest, done)
    })
  }

  /** A program whose input is not whole must not wait for the rest: it is ended, or sees the end and whoever fed it clears up. */
  #breakOff(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#isFed) {
      if (this.#request.framed) this.#send(STDIN, Buffer.from(NO_LENGTH), () => undefined)
      else if (this.#request.stdin && !this.#request.tty)
        this.#send(CLOSE, Buffer.from([STDIN]), () => undefined)
    }
    done(error)
  }

  #finish(done: (error?: Error | null) => void): void {
    this.#isFed = true
    if (this.#request.framed) this.#send(STDIN, Buffer.from('0\n'), done)
    else this.#send(CLOSE, Buffer.from([STDIN]), done)
  }

  #send(channel: number, content: Buffer, done: (error?: Error | null) => void): void {
    const message = Buffer.concat([Buffer.from([channel]), content])
    this.#socket.then(
      (socket) => socket.send(message, (error) => done(error ?? null)),
      (error: Error) => done(error),
    )
  }
}

/** How many bytes at the end are the start of the sign. */
function startLength(bytes: Buffer, sign: string): number {
  for (let length = Math.min(bytes.length, sign.length - 1); length > 0; length--)
    if (bytes.subarray(bytes.length - length).equals(Buffer.from(sign.slice(0, length)))) return length
  return 0
}

interface Status {
  readonly status?: string
  readonly message?: string
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] }
}

/** Applies backpressure, so that unread data is buffered in the cluster. */
function pass(content: Buffer, stream: PassThrough, socket: WebSocket): void {
  if (stream.write(content)) return
  socket.pause()
  stream.once('drain', () => socket.resume())
}

import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { RuntimeFailure } from '../runtime.ts'
import type { KubernetesClient } from './client.ts'

const DATA = 0
const FAILURE = 1
/** Both streams start with the port in two bytes. */
const PORT_BYTES = 2

/** Connects to a port on the loopback of a Pod. @throws RuntimeFailure */
export async function forwardPort(client: KubernetesClient, path: string, port: number): Promise<Duplex> {
  const socket = await client.socket(`${path}/portforward?ports=${port}`, ['v4.channel.k8s.io'])
  return new PortStream(socket)
}

class PortStream extends Duplex {
  readonly #socket: WebSocket
  readonly #begun = new Set<number>()

  constructor(socket: WebSocket) {
    super()
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#take(data[0] ?? DATA, data.subarray(1)))
    socket.once('close', () => this.push(null))
    socket.resume()
    this.once('end', () => this.destroy())
  }

  #take(channel: number, message: Buffer): void {
    const content = this.#begun.has(channel) ? message : message.subarray(PORT_BYTES)
    this.#begun.add(channel)
    if (content.length === 0) return
    if (channel === FAILURE) this.destroy(new RuntimeFailure(content.toString().trim()))
    else if (!this.push(content)) this.#socket.pause()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.send(Buffer.concat([Buffer.from([DATA]), chunk]), (error) => done(error ?? null))
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.close()
    done(error)
  }

  // Node's HTTP client calls these; they do nothing here.
  readonly setTimeout = (): this => this
  readonly setNoDelay = (): this => this
  readonly setKeepAlive = (): this => this
  readonly ref = (): this => this
  readonly unref = (): this => this
}

import { EventEmitter } from 'node:events'
import type { Channel } from '#shared/workbench/wire.ts'

/** One end of a channel; as in Electron, messages are queued until `start`, and the other end is notified of a close. */
export class FakePort extends EventEmitter {
  other: FakePort | undefined
  #started = false
  #closed = false
  readonly #queue: unknown[] = []

  postMessage(message: unknown): void {
    const sent = structuredClone(message)
    queueMicrotask(() => {
      if (this.other) this.other.#receive(sent)
    })
  }

  start(): void {
    this.#started = true
    for (const message of this.#queue.splice(0)) this.emit('message', { data: message, ports: [] })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    queueMicrotask(() => {
      this.emit('close')
      this.other?.close()
    })
  }

  #receive(message: unknown): void {
    if (this.#closed) return
    if (this.#started) this.emit('message', { data: message, ports: [] })
    else this.#queue.push(message)
  }
}

export class FakeMessageChannel {
  readonly port1 = new FakePort()
  readonly port2 = new FakePort()
  constructor() {
    this.port1.other = this.port2
    this.port2.other = this.port1
  }
}

/** The contract over the page's end. */
export function pageChannel(port: FakePort): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', ({ data }: { data: unknown }) => listener(data))
      port.start()
    },
    onClose: (listener) => void port.once('close', listener),
    close: () => port.close(),
  }
}

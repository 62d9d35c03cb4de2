import type { Channel } from '#shared/workbench/wire.ts'
import { openCore } from './core.ts'

/*
 * A core to be killed: serves the documents and logs of the folder in `argv[2]` to the windows of its parent process. A
 * message is `{ window, message }`; without `message` it opens or closes a window's channel.
 */
interface Envelope {
  readonly window: number
  readonly message?: unknown
}

const core = await openCore(process.argv[2] ?? '')
const windows = new Map<number, { hear(message: unknown): void; close(): void }>()

function open(window: number): void {
  const listeners: ((message: unknown) => void)[] = []
  const closers: (() => void)[] = []
  const close = (): void => closers.forEach((closer) => closer())
  const channel: Channel = {
    send: (message) => process.send?.({ window, message } satisfies Envelope),
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => void closers.push(listener),
    close,
  }
  windows.set(window, { hear: (message) => listeners.forEach((listener) => listener(message)), close })
  core.attach(channel)
}

process.on('message', ({ window, message }: Envelope) => {
  const known = windows.get(window)
  if (message !== undefined) known?.hear(message)
  else if (known === undefined) open(window)
  else known.close()
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

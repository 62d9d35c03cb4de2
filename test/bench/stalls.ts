import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'

const RESOLUTION_MS = 1

/** A thread that does nothing but wait as ours does: its longest stall is the machine's own. */
const IDLE = `
const { parentPort } = require('node:worker_threads')
const waits = require('node:perf_hooks').monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} })
waits.enable()
parentPort.once('message', () => parentPort.postMessage(waits.max / 1e6))
parentPort.postMessage('ready')
`

export interface Stalls {
  /** The longest that this thread's event loop was not to be had, in milliseconds. */
  readonly longest: number
  /** The same of an idle thread, meanwhile. */
  readonly idle: number
}

const nextMessage = (worker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))

export async function stallsDuring(work: () => Promise<void>): Promise<Stalls> {
  const worker = new Worker(IDLE, { eval: true })
  try {
    await nextMessage(worker)
    const waits = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    waits.enable()
    await work()
    waits.disable()
    const idle = nextMessage(worker)
    worker.postMessage('enough')
    return { longest: waits.max / 1e6, idle: Number(await idle) }
  } finally {
    await worker.terminate()
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '#shared/environments/exchange.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import type { GemClient } from '../../../../electron/workbench/environments/gem-client.ts'

/** A game that counts: the observation lists the actions since the reset; `win` solves it, `bad` is a format error. */
export class FakePlatform implements Pick<GemClient, 'make' | 'reset' | 'step' | 'close'> {
  /** Requests in order: `make`, `reset 7`, `step a`, `close`. */
  readonly asked: string[] = []
  readonly #boxes = new Map<string, { seed: number | null; done: string[] }>()
  #made = 0
  /** Added to every observation, to simulate a platform with other answers. */
  accent = ''
  /** The action on which the environment fails, and the error code. */
  fails: { readonly action: string; readonly code: string } | undefined
  /** Number of event loop turns before an answer. */
  lag: () => number = () => 0

  /** Drops every sandbox, like a restarted platform. */
  restart(): void {
    this.#boxes.clear()
  }

  get open(): number {
    return this.#boxes.size
  }

  async make(_platform: string, _envId: string, signal: AbortSignal): Promise<string> {
    await this.#wait('make', signal)
    const id = `box-${++this.#made}`
    this.#boxes.set(id, { seed: null, done: [] })
    return id
  }

  async reset(_platform: string, id: string, seed: number | null, signal: AbortSignal) {
    await this.#wait(`reset ${seed}`, signal)
    this.#box(id)
    this.#boxes.set(id, { seed, done: [] })
    return { observation: `seed ${seed}${this.accent}`, info: {}, exchange: exchange({ seed }) }
  }

  async step(_platform: string, id: string, action: string, signal: AbortSignal) {
    await this.#wait(`step ${action}`, signal)
    const box = this.#box(id)
    if (this.fails?.action === action) {
      const details = { ...exchange({ action }), status: 500, response: { detail: 'ZeroDivisionError' } }
      throw new WorkbenchError({ code: this.fails.code, message: 'ZeroDivisionError', details })
    }
    box.done.push(action)
    return {
      observation: `${box.done.join(' ')}${this.accent}`,
      info: {},
      reward: action === 'win' ? 1 : action === 'bad' ? -0.1 : this.accent === '' ? 0 : 0.5,
      terminated: action === 'win' || action === 'bad',
      truncated: false,
      exchange: exchange({ action }),
    }
  }

  async close(_platform: string, id: string, signal: AbortSignal): Promise<void> {
    await this.#wait('close', signal)
    this.#box(id)
    this.#boxes.delete(id)
  }

  holds(_platform: string, id: string): Promise<boolean> {
    return Promise.resolve(this.#boxes.has(id))
  }

  async #wait(what: string, signal: AbortSignal): Promise<void> {
    this.asked.push(what)
    for (let turns = this.lag(); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) throw new WorkbenchError({ code: 'CANCELLED', message: 'cancelled' })
  }

  #box(id: string): { seed: number | null; done: string[] } {
    const box = this.#boxes.get(id)
    if (box) return box
    throw new WorkbenchError({ code: 'GEM_GONE', message: 'Sandbox not found' })
  }
}

const exchange = (request: object): Exchange => ({
  method: 'POST',
  url: 'http://box/step',
  request,
  status: 200,
  response: {},
  milliseconds: 1,
})

/** Runs `work` with a temporary folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-environments-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

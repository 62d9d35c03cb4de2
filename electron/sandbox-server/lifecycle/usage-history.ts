import type { Isolate } from '../runtime/runtime.ts'
import { type SandboxRecord, timestamp } from './record.ts'
import { Statistics } from './statistics.ts'

/** Seconds between samples, and how many are retained: 15 minutes. */
const INTERVAL_SECONDS = 10
const MAX_SAMPLES = 90

type Statistic = Awaited<ReturnType<Statistics['of']>>

interface Sample {
  readonly time: number
  readonly now: Statistic
}

/** Resource usage of sandboxes over the last 15 minutes. */
export class UsageHistory {
  readonly #statistics = new Statistics()
  readonly #samples = new WeakMap<Isolate, Sample[]>()
  readonly #timer: NodeJS.Timeout
  #isSampling = false

  /** @param running returns the running sandboxes, for each sample */
  constructor(running: () => Iterable<readonly [SandboxRecord, Isolate]>) {
    this.#timer = setInterval(() => void this.#sample(running()), INTERVAL_SECONDS * 1000).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** The retained samples, oldest first, and a current one. */
  async of(record: SandboxRecord, isolate: Isolate) {
    const samples = this.#samples.get(isolate) ?? []
    const last = { time: Date.now(), now: await this.#statistics.of(record, isolate) }
    const all = [...samples, last]
    return {
      interval_seconds: INTERVAL_SECONDS,
      samples: all.map(({ time, now }, index) => ({
        time: timestamp(time),
        cpu: now.cpu,
        mem: now.mem,
        disk: now.disk,
        ...(now.net_shared ? {} : { net: now.net }),
        processes: now.processes,
        out_of_memory: now.out_of_memory - (all[index - 1]?.now.out_of_memory ?? 0),
      })),
    }
  }

  /** One round at a time: with many sandboxes of an engine it may take longer than the interval. */
  async #sample(running: Iterable<readonly [SandboxRecord, Isolate]>): Promise<void> {
    if (this.#isSampling) return
    this.#isSampling = true
    for (const [record, isolate] of running) {
      // A sandbox that ends meanwhile is skipped, as is a new one, for which the others would have to wait.
      const now = await this.#statistics.next(record, isolate).catch(() => undefined)
      if (!now) continue
      const samples = this.#samples.get(isolate) ?? []
      this.#samples.set(isolate, [...samples, { time: Date.now(), now }].slice(-MAX_SAMPLES))
    }
    this.#isSampling = false
  }
}

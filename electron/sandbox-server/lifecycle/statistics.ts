import { setTimeout } from 'node:timers/promises'
import type { Isolate, Usage } from '../runtime/runtime.ts'
import type { SandboxRecord } from './record.ts'

interface Sample {
  readonly at: number
  readonly usage: Usage
}

/** The first request has no earlier sample to compare with, so it waits this long for a second one. */
const FIRST_INTERVAL_MS = 100

/** Usage as a percentage of each sandbox's limits, from the difference to the previous request. */
export class Statistics {
  readonly #last = new WeakMap<Isolate, Sample>()

  /**
   * The record of docs/sandbox-platform.md#operations, with the extensions `processes`, `out_of_memory` and `net_shared`: its `net` is
   * unknown.
   */
  async of(record: SandboxRecord, isolate: Isolate) {
    const last = this.#last.get(isolate)
    const before = last ?? (await this.#take(isolate))
    if (!last) await setTimeout(FIRST_INTERVAL_MS)
    return between(record, before, await this.#take(isolate))
  }

  /** The same for whoever asks now and then: nothing the first time, instead of a wait. */
  async next(record: SandboxRecord, isolate: Isolate) {
    const before = this.#last.get(isolate)
    const now = await this.#take(isolate)
    return before && between(record, before, now)
  }

  async #take(isolate: Isolate): Promise<Sample> {
    const sample = { usage: await isolate.usage(), at: performance.now() }
    this.#last.set(isolate, sample)
    return sample
  }
}

function between(record: SandboxRecord, before: Sample, now: Sample) {
  const seconds = Math.max(0.001, (now.at - before.at) / 1000)
  const cpu = (now.usage.cpuSeconds - before.usage.cpuSeconds) / seconds / record.cpus
  return {
    cpu: percent(cpu),
    mem: percent(now.usage.memory / record.memory),
    disk: percent(now.usage.disk / record.disk),
    disk_log_percent: 0,
    disk_dind_percent: 0,
    net: now.usage.network ?? 0,
    ...(now.usage.network === undefined ? { net_shared: true } : {}),
    processes: now.usage.processes,
    out_of_memory: now.usage.outOfMemory,
  }
}

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100

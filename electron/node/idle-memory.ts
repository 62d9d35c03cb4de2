import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Interval between checks. */
const CHECK_MS = 5_000
/** A process is idle if its event loop was busy for less than this share of the interval. */
const IDLE_SHARE = 0.25
/** Growth while idle that is worth another collection: at least this much, and this share of the resident memory. */
const WORTH_BYTES = 8 * 1024 ** 2
const WORTH_SHARE = 0.05
/**
 * Collections after each busy period. The first frees objects, but V8 keeps the young generation at its size (32 MB and more) while its
 * measured allocation rate is high; one an interval later returns that as well.
 */
const COLLECTIONS = 2

/** Decides at each check whether to collect. */
export class IdleCollection {
  /** Collections still to be made after the last busy period. */
  #due = 0
  /** Lowest resident memory since the last collection, in bytes; pages are returned to the system with a delay. */
  #lowest = Infinity

  /**
   * @param utilization share of the interval in which the event loop was busy
   * @param resident resident memory of the process, in bytes
   */
  check(utilization: number, resident: number): boolean {
    if (utilization > IDLE_SHARE) {
      this.#due = COLLECTIONS
      return false
    }
    this.#lowest = Math.min(this.#lowest, resident)
    const grown = resident - this.#lowest >= Math.max(WORTH_BYTES, this.#lowest * WORTH_SHARE)
    if (this.#due === 0 && !grown) return false
    this.#due = Math.max(0, this.#due - 1)
    this.#lowest = Infinity
    return true
  }
}

/**
 * Runs the garbage collector once a server becomes idle. V8 collects only when memory is allocated, so an idle process would keep its
 * garbage, and the memory it takes from the system, for ever.
 */
export function collectWhenIdle(): void {
  const collect = collector()
  const decision = new IdleCollection()
  let before = performance.eventLoopUtilization()
  const check = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (decision.check(utilization, process.memoryUsage.rss())) collect()
  }
  setInterval(check, CHECK_MS).unref()
}

/** V8's `gc` function, which is only exposed under a flag. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}

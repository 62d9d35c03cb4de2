import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Interval between checks. */
const LOOK_MS = 5_000
/** A process is idle if its event loop was busy for less than this share of the interval. */
const IDLE_SHARE = 0.25
/** Growth while idle that is worth another collection: at least this much, and this share of the resident memory. */
const WORTH_BYTES = 8 * 1024 ** 2
const WORTH_SHARE = 0.05

/**
 * Runs the garbage collector once a server becomes idle. V8 collects only when memory is allocated, so an idle process would keep its
 * garbage, and the memory it takes from the system, for ever.
 */
export function collectWhenIdle(): void {
  const collect = collector()
  let before = performance.eventLoopUtilization()
  let wasBusy = false
  // Measured at idle checks after the one that collected: pages are returned to the system with a delay.
  let kept = Infinity
  const look = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE_SHARE) {
      wasBusy = true
      return
    }
    const resident = process.memoryUsage.rss()
    kept = Math.min(kept, resident)
    if (!wasBusy && resident - kept < Math.max(WORTH_BYTES, kept * WORTH_SHARE)) return
    collect()
    wasBusy = false
    kept = Infinity
  }
  setInterval(look, LOOK_MS).unref()
}

/** V8's `gc` function, which is only exposed under a flag. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked. */
const LOOK_MS = 5_000
/** A process that was busy for less of the time between two looks is idle. */
const IDLE_SHARE = 0.25
/** What may have come since the last collection before another one is worth its pause. */
const WORTH_BYTES = 8 * 1024 ** 2
const WORTH_SHARE = 0.05

/**
 * Lets V8 collect when a server has become idle, and not before: V8 itself collects when it is asked for memory, so that a process which
 * nobody calls any more would keep its garbage, and what it takes from the system, as long as it lives.
 */
export function collectWhenIdle(): void {
  const collect = collector()
  let before = performance.eventLoopUtilization()
  // Measured at the look after a collection: pages go back to the system a while behind it.
  let kept = Infinity
  const look = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const resident = process.memoryUsage.rss()
    kept = Math.min(kept, resident)
    if (utilization > IDLE_SHARE || resident - kept < Math.max(WORTH_BYTES, kept * WORTH_SHARE)) return
    collect()
    kept = Infinity
  }
  setInterval(look, LOOK_MS).unref()
}

/** V8's own function, which is only shown where a flag asks for it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}

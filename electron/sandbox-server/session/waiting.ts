import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Run } from './run.ts'

/** Calls `act` after a delay, unless the run has finished by then. */
export function unlessFinished(run: Run, milliseconds: number, act: () => void): void {
  const timer = new AbortController()
  setTimeout(milliseconds, undefined, { signal: timer.signal }).then(act, () => undefined)
  void run.finished.then(() => timer.abort())
}

/** Waits for `work`, but at most `seconds`; resolves with whether it timed out. */
export async function within(seconds: number | undefined, work: Promise<unknown>): Promise<boolean> {
  if (seconds === undefined) {
    await work
    return false
  }
  const timer = new AbortController()
  // The maximum delay of a timer is 2^31 ms.
  const limit = Math.min(seconds * 1000, 2 ** 31 - 1)
  const expired = setTimeout(limit, true, { signal: timer.signal }).catch(() => false)
  const ended = work.then(() => false)
  const result = await Promise.race([ended, expired])
  timer.abort()
  if (!result) return false
  // After this process was suspended, the timer fires before pending I/O events, which have priority here.
  await setImmediate()
  return Promise.race([ended, setImmediate(true)])
}

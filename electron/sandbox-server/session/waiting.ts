import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Run } from './run.ts'

/** Does something later, if the run has not finished by then. */
export function unlessFinished(run: Run, milliseconds: number, act: () => void): void {
  const timer = new AbortController()
  setTimeout(milliseconds, undefined, { signal: timer.signal }).then(act, () => undefined)
  void run.finished.then(() => timer.abort())
}

/** Waits for `work`, but at most `seconds`; says whether the time ran out. */
export async function within(seconds: number | undefined, work: Promise<unknown>): Promise<boolean> {
  if (seconds === undefined) {
    await work
    return false
  }
  const timer = new AbortController()
  // A timer's longest time is 2^31 ms.
  const limit = Math.min(seconds * 1000, 2 ** 31 - 1)
  const expired = setTimeout(limit, true, { signal: timer.signal }).catch(() => false)
  const ended = work.then(() => false)
  const result = await Promise.race([ended, expired])
  timer.abort()
  if (!result) return false
  // After a standstill of this process the timer is seen before the news that lie ready: those come first.
  await setImmediate()
  return Promise.race([ended, setImmediate(true)])
}

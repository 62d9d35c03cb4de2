import { setTimeout as pause } from 'node:timers/promises'

/** The first pause is short, since a new leader is often elected at once; later ones let a server recover. */
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

export interface Retries {
  /** Whether another attempt may succeed after this error. */
  isPassing(error: unknown): boolean
  /** Stops retrying; the last error is thrown. */
  readonly signal: AbortSignal
}

/** Retries until an attempt succeeds, fails permanently, or the signal is aborted. */
export async function retried<T>(attempt: () => Promise<T>, { isPassing, signal }: Retries): Promise<T> {
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(longest * 2, MAX_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      // With jitter, so that operations that failed together do not retry together.
      const time = longest * (0.5 + Math.random() / 2)
      await pause(time, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

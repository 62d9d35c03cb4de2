import { appendFileSync } from 'node:fs'

/**
 * Length of a kill test: `KILL_ROUNDS=1000` for the long run, `KILL_SECONDS=600` to end it sooner. `KILL_LOG` names a file that gets one
 * byte for each kill without data loss.
 */
const { KILL_ROUNDS, KILL_SECONDS, KILL_LOG } = process.env

export const killsOr = (usual: number): number => Number(KILL_ROUNDS ?? usual)

/** Timeout in milliseconds. */
export const STORM_MS = KILL_SECONDS === undefined ? 2_000_000_000 : Number(KILL_SECONDS) * 1000

/** Records kills after which all acknowledged data was found. */
export function survived(kills: number): void {
  if (KILL_LOG !== undefined) appendFileSync(KILL_LOG, '.'.repeat(kills))
}

/** Rounds with one kill each, recorded when the next round starts. */
export function* storm(usual: number): Generator<number> {
  const until = performance.now() + STORM_MS
  for (let round = 0; round < killsOr(usual) && performance.now() < until; round++) {
    yield round
    survived(1)
  }
}

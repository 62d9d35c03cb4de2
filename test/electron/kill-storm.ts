import { appendFileSync } from 'node:fs'

/**
 * How long a storm of kills goes on: `KILL_ROUNDS=1000` for the long run, `KILL_SECONDS=600` to end it sooner. `KILL_LOG` names a file that gets
 * one byte for each kill behind which nothing was missing.
 */
const { KILL_ROUNDS, KILL_SECONDS, KILL_LOG } = process.env

export const killsOr = (usual: number): number => Number(KILL_ROUNDS ?? usual)

/** Milliseconds that a storm may take. */
export const STORM_MS = KILL_SECONDS === undefined ? 2_000_000_000 : Number(KILL_SECONDS) * 1000

/** Notes kills behind which everything was found that had been acknowledged. */
export function survived(kills: number): void {
  if (KILL_LOG !== undefined) appendFileSync(KILL_LOG, '.'.repeat(kills))
}

/** The rounds of a storm with one kill each, counted when the next one is asked for. */
export function* storm(usual: number): Generator<number> {
  const until = performance.now() + STORM_MS
  for (let round = 0; round < killsOr(usual) && performance.now() < until; round++) {
    yield round
    survived(1)
  }
}

/** Seeds that an environment takes: integers from 0 to 2^32 − 1 (docs/gem.md#seeds). */
export const MAX_SEED = 2 ** 32 - 1

/** True for a seed that `reset` takes. */
export function isSeed(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED
}

/** Largest seed: an environment accepts integers from 0 to 2^32 − 1 (docs/gem.md#seeds). */
export const MAX_SEED = 2 ** 32 - 1

/** Whether `reset` accepts this value as a seed. */
export function isSeed(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED
}

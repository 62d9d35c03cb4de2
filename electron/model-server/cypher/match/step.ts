import type { Check, Row } from '../compiler.ts'

/**
 * One nested loop of a match: iterates over its candidates for the current row, writing each into its slots.
 * `open` and `next` may throw a pause at any point and are then called again, so neither may lose its
 * position.
 */
export interface Step {
  /** Conditions that can be checked once this step has written its slots. */
  readonly checks: Check[]
  /** Prepares the candidates for this row. */
  open(row: Row): void
  /** Writes the next candidate that passes; false when there are no more. */
  next(row: Row): boolean
  /** One line of the plan. */
  describe(): { readonly operator: string; readonly details: string }
}

export function passes(checks: readonly Check[], row: Row): boolean {
  for (const check of checks) if (!check(row)) return false
  return true
}

import type { Check, Row } from '../compiler.ts'

/**
 * One nested loop of a match: for the row so far it goes through its candidates, writing each into its slots. A step may
 * throw a pause at any point of `open` or `next` and is then called again, so neither may lose its place.
 */
export interface Step {
  /** Conditions that can be judged once this step has written its slots. */
  readonly checks: Check[]
  /** Prepares the candidates for this row. */
  open(row: Row): void
  /** Writes the next candidate that passes; false when there is none left. */
  next(row: Row): boolean
  /** One line for the plan. */
  describe(): { readonly operator: string; readonly details: string }
}

export function passes(checks: readonly Check[], row: Row): boolean {
  for (const check of checks) if (!check(row)) return false
  return true
}

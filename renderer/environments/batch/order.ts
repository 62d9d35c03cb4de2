import type { BatchRow } from '#shared/environments/batch.ts'

export const COLUMNS = ['seed', 'agent', 'return', 'steps', 'end', 'milliseconds'] as const
export type Column = (typeof COLUMNS)[number]

/** By which column a batch's rows stand, and whether the largest is first. */
export interface BatchOrder {
  readonly by: Column
  readonly down: boolean
}

export const BY_SEED: BatchOrder = { by: 'seed', down: false }

/** The order after a column's head was chosen: the same column once more turns it around. */
export const orderedBy = (column: Column, { by, down }: BatchOrder): BatchOrder => ({
  by: column,
  down: by === column && !down,
})

/** The rows in an order; equal ones by their seeds. */
export function inOrder(rows: readonly BatchRow[], { by, down }: BatchOrder): BatchRow[] {
  const sorted = rows.toSorted((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.seed - b.seed))
  return down ? sorted.toReversed() : sorted
}

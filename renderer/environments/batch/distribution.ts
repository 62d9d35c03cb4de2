import type { BatchRow } from './batch.ts'

export interface Bin {
  readonly label: string
  readonly count: number
}

/** Counts in equal bins between the smallest and the largest value; few different values get a bin each. */
export function histogram(values: readonly number[], bins = 10): Bin[] {
  if (values.length === 0) return []
  const distinct = [...new Set(values.map(rounded))].toSorted((a, b) => a - b)
  if (distinct.length <= bins) {
    return distinct.map((value) => ({
      label: String(value),
      count: values.filter((one) => rounded(one) === value).length,
    }))
  }
  const [low, high] = [distinct[0]!, distinct.at(-1)!]
  const width = (high - low) / bins
  return Array.from({ length: bins }, (_, i) => ({
    label: `${rounded(low + i * width)}–${rounded(low + (i + 1) * width)}`,
    count: values.filter((value) => Math.min(bins - 1, Math.floor((rounded(value) - low) / width)) === i)
      .length,
  }))
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

export interface Summary {
  readonly mean: number
  readonly deviation: number
  readonly least: number
  readonly most: number
  readonly median: number
  readonly steps: number
  readonly solved: number
}

/** Figures of the returns and lengths, and the share of solved episodes. */
export function summarizeRows(rows: readonly BatchRow[]): Summary | undefined {
  if (rows.length === 0) return undefined
  const returns = rows.map((row) => row.return).toSorted((a, b) => a - b)
  const mean = average(returns)
  return {
    mean,
    deviation: Math.sqrt(average(returns.map((value) => (value - mean) ** 2))),
    least: returns[0]!,
    most: returns.at(-1)!,
    median: (returns[Math.floor((returns.length - 1) / 2)]! + returns[Math.floor(returns.length / 2)]!) / 2,
    steps: average(rows.map(({ steps }) => steps)),
    solved: rows.filter(({ end }) => end === 'solved').length / rows.length,
  }
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** How often the episodes ended in each way, the most frequent first. */
export function endCounts(
  rows: readonly Pick<BatchRow, 'end'>[],
): { readonly end: BatchRow['end']; readonly count: number }[] {
  const counts = new Map<BatchRow['end'], number>()
  for (const { end } of rows) counts.set(end, (counts.get(end) ?? 0) + 1)
  return Array.from(counts, ([end, count]) => ({ end, count })).toSorted((a, b) => b.count - a.count)
}

/** The table as comma-separated values, for a spreadsheet. */
export function rowsAsCsv(rows: readonly BatchRow[]): string {
  const lines = rows.map(({ seed, return: total, steps, end, milliseconds, problem = '' }) =>
    [seed, total, steps, end, Math.round(milliseconds), `"${problem.replaceAll('"', '""')}"`].join(','),
  )
  return ['seed,return,steps,end,milliseconds,problem', ...lines, ''].join('\n')
}

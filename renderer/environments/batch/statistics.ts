import type { Batch, BatchRow } from '#shared/environments/batch.ts'

export interface Bin {
  readonly label: string
  readonly count: number
  /** Whether a value is counted here. */
  holds(value: number): boolean
}

/** Counts in equal bins between the smallest and the largest value; few different values get a bin each, whole numbers whole bins. */
export function histogram(values: readonly number[], bins = 10): Bin[] {
  if (values.length === 0) return []
  const distinct = [...new Set(values.map(rounded))].toSorted((a, b) => a - b)
  const binOf = (label: string, holds: (value: number) => boolean): Bin => ({
    label,
    holds,
    count: values.filter(holds).length,
  })
  if (distinct.length <= bins)
    return distinct.map((one) => binOf(String(one), (value) => rounded(value) === one))
  const [low, high] = [distinct[0]!, distinct.at(-1)!]
  const isWhole = distinct.every(Number.isInteger)
  const width = isWhole ? Math.ceil((high - low + 1) / bins) : (high - low) / bins
  const count = isWhole ? Math.ceil((high - low + 1) / width) : bins
  const placeOf = (value: number): number =>
    Math.max(0, Math.min(count - 1, Math.floor((rounded(value) - low) / width)))
  return Array.from({ length: count }, (_, i) => {
    const from = low + i * width
    const to = isWhole ? Math.min(high, from + width - 1) : from + width
    const label = from === to ? String(from) : `${rounded(from)}–${rounded(to)}`
    return binOf(label, (value) => placeOf(value) === i)
  })
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** A figure and the interval that covers the true one in 95 of 100 such samples. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface Summary {
  /** Episodes that were played to an end; the others are in none of the figures. */
  readonly played: number
  readonly failed: number
  readonly mean: Estimate
  readonly deviation: number
  readonly least: number
  readonly most: number
  readonly median: number
  readonly steps: number
  readonly solved: Estimate
  readonly tokens: number | undefined
  readonly cost: number | undefined
}

/** What the environment and the agent came to an end with. */
export const playedRows = (rows: readonly BatchRow[]): BatchRow[] =>
  rows.filter(({ end }) => end !== 'failed')

/** Figures of the returns and lengths, and the share of solved episodes; nothing where none was played. */
export function summarizeRows(rows: readonly BatchRow[]): Summary | undefined {
  const played = playedRows(rows)
  if (played.length === 0) return undefined
  const returns = played.map((row) => row.return).toSorted((a, b) => a - b)
  const solved = played.filter(({ end }) => end === 'solved').length
  return {
    played: played.length,
    failed: rows.length - played.length,
    mean: meanOf(returns),
    deviation: deviationOf(returns),
    least: returns[0]!,
    most: returns.at(-1)!,
    median: (returns[Math.floor((returns.length - 1) / 2)]! + returns[Math.floor(returns.length / 2)]!) / 2,
    steps: average(played.map(({ steps }) => steps)),
    solved: shareOf(solved, played.length),
    tokens: total(rows, (row) =>
      row.promptTokens === undefined && row.completionTokens === undefined
        ? undefined
        : (row.promptTokens ?? 0) + (row.completionTokens ?? 0),
    ),
    cost: total(rows, ({ cost }) => cost),
  }
}

function total(rows: readonly BatchRow[], of: (row: BatchRow) => number | undefined): number | undefined {
  const known = rows.flatMap((row) => of(row) ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

export interface Paired {
  /** Seeds that both agents played to an end. */
  readonly pairs: number
  /** Mean of the second agent's return minus the first one's, on the same seed. */
  readonly difference: Estimate
  readonly better: number
  readonly worse: number
}

/** Two agents on the same seeds: the seeds' own luck is taken out of the difference. */
export function pairedDifference(rows: readonly BatchRow[], one: number, other: number): Paired | undefined {
  const returnsOf = (agent: number): Map<number, number> =>
    new Map(playedRows(rows).flatMap((row) => (row.agent === agent ? [[row.seed, row.return] as const] : [])))
  const [first, second] = [returnsOf(one), returnsOf(other)]
  const differences = [...first].flatMap(([seed, value]) => {
    const against = second.get(seed)
    return against === undefined ? [] : [against - value]
  })
  if (differences.length === 0) return undefined
  return {
    pairs: differences.length,
    difference: meanOf(differences),
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
  }
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Of a sample: divided by n - 1. */
function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = average(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054

/** The same of Student's t with ν degrees of freedom (Cornish and Fisher's expansion; below 0.001 off from ν = 5 on). */
function quantileOfT(v: number): number {
  const [z3, z5, z7] = [Z ** 3, Z ** 5, Z ** 7]
  return (
    Z +
    (z3 + Z) / (4 * v) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * v ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * v ** 3)
  )
}

/** The mean with Student's interval; a single value says nothing about the spread. */
function meanOf(values: readonly number[]): Estimate {
  const value = average(values)
  if (values.length < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  const half = (quantileOfT(values.length - 1) * deviationOf(values)) / Math.sqrt(values.length)
  return { value, low: value - half, high: value + half }
}

/** A share with Wilson's interval, which holds for few episodes and near 0 and 1, too. */
function shareOf(count: number, of: number): Estimate {
  const value = count / of
  const middle = (value + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of)
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((value * (1 - value)) / of + Z ** 2 / (4 * of ** 2))
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** How often the episodes ended in each way, the most frequent first. */
export function endCounts(
  rows: readonly Pick<BatchRow, 'end'>[],
): { readonly end: BatchRow['end']; readonly count: number }[] {
  const counts = new Map<BatchRow['end'], number>()
  for (const { end } of rows) counts.set(end, (counts.get(end) ?? 0) + 1)
  return Array.from(counts, ([end, count]) => ({ end, count })).toSorted((a, b) => b.count - a.count)
}

/** The table as comma-separated values, for a spreadsheet. */
export function rowsAsCsv({ rows, plan: { agents } }: Pick<Batch, 'rows' | 'plan'>): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  // Two of a kind are told apart by their places.
  const labelOf = (place: number): string | number => {
    const { agent = place } = agents[place] ?? {}
    return agents.filter((one) => one.agent === agent).length > 1 ? `${agent}:${place + 1}` : agent
  }
  const lines = rows.map(({ agent, seed, return: sum, steps, end, milliseconds, problem = '', ...model }) =>
    [
      seed,
      labelOf(agent),
      sum,
      steps,
      end,
      Math.round(milliseconds),
      model.promptTokens ?? '',
      model.completionTokens ?? '',
      model.cost ?? '',
      quoted(problem),
    ].join(','),
  )
  const head = 'seed,agent,return,steps,end,milliseconds,prompt_tokens,completion_tokens,cost,problem'
  return [head, ...lines, ''].join('\n')
}

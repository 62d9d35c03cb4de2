import { type Batch, type BatchRow, spentOn } from '#shared/environments/batch.ts'
import type { CatalogueEntry } from '#shared/gem/catalogue/entry.ts'
import { csvCell } from '#shared/environments/trajectories/csv.ts'
import { type ModelEndpoint, playersOf } from '#shared/environments/agent.ts'
import { average, type Bounds, deviationOf, type Estimate, meanOf, shareOf } from './intervals.ts'

export interface Bin {
  readonly label: string
  readonly count: number
  /** Whether a value is in this bin. */
  holds(value: number): boolean
}

/**
 * Counts values in equal bins between minimum and maximum; few distinct values get a bin each, integers
 * integer bins.
 * @param counted the subset to count: it does not change the bins
 */
export function histogram(values: readonly number[], counted = values, bins = 10): Bin[] {
  if (values.length === 0) return []
  const distinct = [...new Set(values.map(rounded))].toSorted((a, b) => a - b)
  const binOf = (label: string, holds: (value: number) => boolean): Bin => ({
    label,
    holds,
    count: counted.filter(holds).length,
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

export interface Summary {
  readonly mean: Estimate
  readonly deviation: number
  readonly least: number
  readonly most: number
  readonly median: number
  readonly steps: number
  /** Seeds with at least one finished episode. */
  readonly seeds: number
  /** Undefined if the environment does not define success. */
  readonly solved: Estimate | undefined
  /** pass@k: the share of seeds that at least one of k tries would solve. */
  readonly passes: readonly Pass[]
}

interface Pass {
  readonly k: number
  readonly share: Estimate
  /** Seeds with enough tries. */
  readonly seeds: number
}

/** What is known about an environment's returns. */
type Scale = Pick<CatalogueEntry, 'bestReturn' | 'source'> | undefined

/** Rows finished by both environment and agent. */
export const playedRows = (rows: readonly BatchRow[]): BatchRow[] =>
  rows.filter(({ end }) => end !== 'failed')

/** Bounds of an environment's returns, if its rules are known. */
export function boundsOf(scale: Scale, rows: readonly BatchRow[]): Bounds | undefined {
  if (scale?.source !== 'built-in' || scale.bestReturn === null) return undefined
  const returns = rows.map((row) => row.return)
  return { low: Math.min(0, ...returns), high: Math.max(scale.bestReturn, ...returns) }
}

/** Tolerance for floating-point sums of rewards. */
const NOISE = 1e-9

/**
 * Built-in environments report the outcome of each episode; for others only the best return shows success.
 */
function solverOf(scale: Scale): ((row: BatchRow) => boolean) | undefined {
  const best = scale?.bestReturn
  if (best === undefined || best === null) return undefined
  return ({ end, return: sum }) => (scale?.source === 'built-in' ? end === 'solved' : sum >= best - NOISE)
}

const SHARES: Bounds = { low: 0, high: 1 }

/** Tries on the same seed are not independent, so each seed is one sample. */
const bySeed = (played: readonly BatchRow[]): BatchRow[][] => {
  const seeds = new Map<number, BatchRow[]>()
  for (const row of played) {
    const known = seeds.get(row.seed)
    if (known) known.push(row)
    else seeds.set(row.seed, [row])
  }
  return [...seeds.values()]
}

/** The share of solved episodes. */
function solvedShare(
  seeds: readonly (readonly BatchRow[])[],
  isSolved: (row: BatchRow) => boolean,
): Estimate {
  const shares = seeds.map((rows) => rows.filter(isSolved).length / rows.length)
  return seeds.every(({ length }) => length === 1)
    ? shareOf(shares.filter((share) => share === 1).length, shares.length)
    : meanOf(shares, SHARES)
}

/**
 * 1 minus the probability that none of k tries drawn from n, of which c succeed, is a success: unbiased,
 * unlike 1 - (1 - c/n)^k (Chen et al. 2021, arxiv.org/abs/2107.03374).
 */
export function passAt(k: number, n: number, c: number): number {
  let none = 1
  for (let i = 0; i < k; i++) none *= Math.max(0, n - c - i) / (n - i)
  return 1 - none
}

/** Every k up to four, then powers of two, and all tries. */
const triesToTell = (most: number): number[] =>
  [2, 3, 4, 8, 16, 32, 64].filter((k) => k < most).concat(most > 1 ? [most] : [])

function passesOf(seeds: readonly (readonly BatchRow[])[], isSolved: (row: BatchRow) => boolean): Pass[] {
  const most = Math.max(0, ...seeds.map(({ length }) => length))
  return triesToTell(most).map((k) => {
    const enough = seeds.filter(({ length }) => length >= k)
    const shares = enough.map((rows) => passAt(k, rows.length, rows.filter(isSolved).length))
    return { k, seeds: enough.length, share: meanOf(shares, SHARES) }
  })
}

/** Figures of returns and lengths, and the share of solved episodes; undefined without finished episodes. */
export function summarizeRows(rows: readonly BatchRow[], scale: Scale): Summary | undefined {
  const played = playedRows(rows)
  if (played.length === 0) return undefined
  const returns = played.map((row) => row.return).toSorted((a, b) => a - b)
  const seeds = bySeed(played)
  const isSolved = solverOf(scale)
  return {
    mean: meanOf(seeds.map(meanReturnOf), boundsOf(scale, played)),
    seeds: seeds.length,
    deviation: deviationOf(returns),
    least: returns[0]!,
    most: returns.at(-1)!,
    median: (returns[Math.floor((returns.length - 1) / 2)]! + returns[Math.floor(returns.length / 2)]!) / 2,
    steps: average(played.map(({ steps }) => steps)),
    solved: isSolved && solvedShare(seeds, isSolved),
    passes: isSolved ? passesOf(seeds, isSolved) : [],
  }
}

const meanReturnOf = (rows: readonly BatchRow[]): number => average(rows.map((row) => row.return))

/** An agent's mean return; undefined without finished episodes. */
export function meanReturn(rows: readonly BatchRow[], agent: number): number | undefined {
  const seeds = bySeed(playedRows(rows).filter((row) => row.agent === agent))
  return seeds.length === 0 ? undefined : average(seeds.map(meanReturnOf))
}

/** Model usage of these rows, including failed attempts. */
export function spentIn(rows: readonly BatchRow[]): {
  readonly tokens: number | undefined
  readonly cost: number | undefined
  /** Currency of the cost; undefined if there are several. */
  readonly currency: string | undefined
} {
  const spent = rows.map(spentOn)
  const currencies = new Set(spent.flatMap(({ cost, currency }) => (cost === undefined ? [] : [currency])))
  return {
    tokens: total(spent.flatMap(({ promptTokens, completionTokens }) => [promptTokens, completionTokens])),
    cost: currencies.size > 1 ? undefined : total(spent.map(({ cost }) => cost)),
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
  }
}

function total(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

export interface Paired {
  /** Seeds that both agents finished. */
  readonly pairs: number
  /** Mean of the second agent's return minus the first one's, on the same seed. */
  readonly difference: Estimate
  readonly better: number
  readonly worse: number
}

/** Compares two agents on the same seeds, which removes the seeds' variance. */
export function pairedDifference(
  rows: readonly BatchRow[],
  one: number,
  other: number,
  bounds?: Bounds,
): Paired | undefined {
  const returnsOf = (agent: number): Map<number, number> =>
    new Map(
      bySeed(playedRows(rows).filter((row) => row.agent === agent)).map((own) => [
        own[0]!.seed,
        meanReturnOf(own),
      ]),
    )
  const [first, second] = [returnsOf(one), returnsOf(other)]
  const differences = [...first].flatMap(([seed, value]) => {
    const against = second.get(seed)
    return against === undefined ? [] : [against - value]
  })
  if (differences.length === 0) return undefined
  const { value, low, high } = meanOf(differences)
  const widest = bounds ? bounds.high - bounds.low : Number.POSITIVE_INFINITY
  const within = { low: Math.max(low, -widest), high: Math.min(high, widest) }
  return {
    pairs: differences.length,
    difference: { value, ...(Number.isFinite(low) ? within : { low, high }) },
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
  }
}

/** Counts outcomes, most frequent first. */
export function endCounts(
  rows: readonly Pick<BatchRow, 'end'>[],
): { readonly end: BatchRow['end']; readonly count: number }[] {
  const counts = new Map<BatchRow['end'], number>()
  for (const { end } of rows) counts.set(end, (counts.get(end) ?? 0) + 1)
  return Array.from(counts, ([end, count]) => ({ end, count })).toSorted((a, b) => b.count - a.count)
}

/** The rows as CSV; a failed episode has no return. */
export function rowsAsCsv(
  { id, rows, plan }: Pick<Batch, 'id' | 'rows' | 'plan'>,
  endpoints: readonly ModelEndpoint[],
): string {
  const players = playersOf(plan, endpoints)
  const lines = rows.map((row) => {
    const player = players[row.agent]
    const spent = spentOn(row)
    const cells = [
      plan.envId,
      row.seed,
      row.attempt + 1,
      player?.name,
      player?.kind,
      player?.model,
      player?.seed,
      row.end === 'failed' ? undefined : row.return,
      row.steps,
      row.end,
      Math.round(row.milliseconds),
      spent.promptTokens,
      spent.completionTokens,
      spent.cost,
      spent.currency,
      row.problem,
      id,
    ]
    return cells.map(csvCell).join(',')
  })
  const head =
    'environment,seed,try,agent,agent_kind,model,agent_seed,return,steps,end,milliseconds,prompt_tokens,completion_tokens,cost,currency,problem,batch'
  return [head, ...lines, ''].join('\n')
}

/** The agents' figures as CSV: one line per figure, with its interval over seeds. */
export function figuresAsCsv(
  { id, rows, plan }: Pick<Batch, 'id' | 'rows' | 'plan'>,
  scale: Scale,
  endpoints: readonly ModelEndpoint[],
): string {
  const bounds = boundsOf(scale, playedRows(rows))
  const lines = playersOf(plan, endpoints).flatMap(({ name }, agent) => {
    const own = rows.filter((row) => row.agent === agent)
    const summary = summarizeRows(own, scale)
    if (!summary) return []
    const { mean, solved, passes, seeds } = summary
    const paired = agent === 0 ? undefined : pairedDifference(rows, 0, agent, bounds)
    const figures: [figure: string, of: number, estimate: Estimate][] = [['mean_return', seeds, mean]]
    if (solved) figures.push(['solved', seeds, solved])
    for (const { k, seeds: of, share } of passes) figures.push([`pass@${k}`, of, share])
    if (paired) figures.push(['return_minus_first_agent', paired.pairs, paired.difference])
    return figures.map(([figure, of, { value, low, high }]) =>
      [plan.envId, name, figure, value, ...(Number.isFinite(low) ? [low, high] : [null, null]), of, id]
        .map(csvCell)
        .join(','),
    )
  })
  return ['environment,agent,figure,value,ci95_low,ci95_high,seeds,batch', ...lines, ''].join('\n')
}

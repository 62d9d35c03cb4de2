/** A figure with its 95 % confidence interval; unbounded if the sample is too small. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Known bounds of the values. */
export interface Bounds {
  readonly low: number
  readonly high: number
}

/** Minimum sample size for an interval; fewer values say almost nothing about the spread. */
export const MIN_FOR_INTERVAL = 5

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Sample standard deviation (n - 1). */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = average(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054

/**
 * The 97.5 % quantile of Student's t with ν degrees of freedom (Cornish-Fisher expansion; error below 0.001
 * from ν = 5 on).
 */
function quantileOfT(v: number): number {
  const [z3, z5, z7] = [Z ** 3, Z ** 5, Z ** 7]
  return (
    Z +
    (z3 + Z) / (4 * v) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * v ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * v ** 3)
  )
}

/** The mean with Student's interval or, for bounded values, one within the bounds. */
export function meanOf(values: readonly number[], bounds?: Bounds): Estimate {
  const value = average(values)
  if (values.length < MIN_FOR_INTERVAL)
    return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  if (bounds && bounds.low < bounds.high) return boundedMean(values, bounds)
  const half = (quantileOfT(values.length - 1) * deviationOf(values)) / Math.sqrt(values.length)
  return { value, low: value - half, high: value + half }
}

/**
 * Applies a proportion's interval to a mean: bounded values vary at most as much as if each were one of the
 * two bounds. If they vary less, the effective sample size is larger; except by one value, because rare
 * values with more variance may be missing from the sample.
 */
function boundedMean(values: readonly number[], { low, high }: Bounds): Estimate {
  const count = values.length
  const value = average(values)
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)))
  const most = share * (1 - share)
  const variance = (deviationOf(values) / (high - low)) ** 2
  const seen = most === 0 ? 1 : Math.min(1, variance / most)
  const ratio = (seen * (count - 1) + 1) / count
  const { low: from, high: to } = scoreInterval(share, count / ratio, quantileOfT(count - 1))
  return { value, low: low + from * (high - low), high: low + to * (high - low) }
}

/**
 * A proportion with the Agresti-Coull interval, which also holds for few episodes and near 0 and 1, where
 * Wilson's coverage falls below 93 %.
 */
export const shareOf = (count: number, of: number): Estimate => scoreInterval(count / of, of, Z)

function scoreInterval(value: number, of: number, quantile: number): Estimate {
  const square = quantile ** 2
  const middle = (value + square / (2 * of)) / (1 + square / of)
  const half = quantile * Math.sqrt((middle * (1 - middle)) / (of + square))
  // Includes the value itself despite rounding.
  return {
    value,
    low: Math.max(0, Math.min(value, middle - half)),
    high: Math.min(1, Math.max(value, middle + half)),
  }
}

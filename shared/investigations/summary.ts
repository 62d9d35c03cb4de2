import type { RowsResult } from './cell.ts'

/** Summary statistics of a series. */
export interface SeriesSummary {
  readonly name: string
  /** NaN for a gap. */
  readonly values: readonly number[]
  readonly last: number
  readonly least: number
  readonly most: number
  readonly mean: number
}

/** Computes the statistics of every series of a result; all NaN for a series without samples. */
export function summariesOf({ columns, rows }: RowsResult): SeriesSummary[] {
  return columns.slice(1).map((name, place) => {
    const values = rows.map((row) => {
      const text = row[place + 1] ?? ''
      return text === '' ? Number.NaN : Number(text)
    })
    const known = values.filter(Number.isFinite)
    return {
      name,
      values,
      last: known.at(-1) ?? Number.NaN,
      least: known.length === 0 ? Number.NaN : Math.min(...known),
      most: known.length === 0 ? Number.NaN : Math.max(...known),
      mean: known.reduce((sum, value) => sum + value, 0) / known.length,
    }
  })
}

/** Formats a number with enough digits for comparison. */
export const figure = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '–'

import type { RowsResult } from './cell.ts'

/** One series in figures. */
export interface SeriesSummary {
  readonly name: string
  /** A gap is NaN. */
  readonly values: readonly number[]
  readonly last: number
  readonly least: number
  readonly most: number
  readonly mean: number
}

/** Every series of a result in figures; all are NaN where it has no sample. */
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

/** A figure with as many digits as one compares by. */
export const figure = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '–'

import { HEATS, heatHue } from '../../graph/scene/palette.ts'
import { showNumber } from '../../i18n/text.ts'

/** A metric over the entities of a topology. Not saved with the view, since it is measured data. */
export interface Heat {
  readonly title: string
  readonly unit: string
  /** By node key; nodes without a value are grey. */
  readonly values: ReadonlyMap<string, number>
  readonly least: number
  readonly most: number
  /** Size factor of the greatest value: smaller where cards have no room to grow. */
  readonly growth: number
}

/** Maximum size factor. */
const MAX_GROWTH = 1.5

export function heatOf(title: string, unit: string, values: ReadonlyMap<string, number>): Heat {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values.values()) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return { title, unit, values, least, most, growth: MAX_GROWTH }
}

/** A value with its unit, as it is shown. */
export const shownValue = ({ unit }: Pick<Heat, 'unit'>, value: number): string =>
  `${showNumber(value, { maximumSignificantDigits: 4 })} ${unit}`.trim()

/** Position of a value between minimum and maximum, from 0 to 1. */
export const shareOf = ({ least, most }: Pick<Heat, 'least' | 'most'>, value: number): number =>
  most > least ? (value - least) / (most - least) : 0

/** Colour and size of a value on the scale. */
export function heatStyle(heat: Heat, value: number): { readonly hue: number; readonly size: number } {
  const share = shareOf(heat, value)
  return { hue: heatHue(Math.round(share * (HEATS - 1))), size: 1 + share * (heat.growth - 1) }
}

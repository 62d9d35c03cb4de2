/** Returns about `count` round numbers from `least` to `greatest`. */
export function ticks(least: number, greatest: number, count = 5): number[] {
  if (!(greatest > least)) return [least]
  const rough = (greatest - least) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  // Near the limits of floating point there is no usable step.
  if (!(step > 0) || !Number.isFinite(step)) return [least]
  const first = Math.ceil(least / step)
  const found = Array.from({ length: 2 * count + 2 }, (_, place) => (first + place) * step)
  const within = found.filter((tick) => Number.isFinite(tick) && tick <= greatest + step / 1e6)
  return [...new Set(within.map((tick) => Number(tick.toPrecision(12))))]
}

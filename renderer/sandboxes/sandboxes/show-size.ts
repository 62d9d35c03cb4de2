const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats bytes: `0 B`, `1.4 kB`, `23 MB`; powers of 1024. */
export function showSize(bytes: number): string {
  let value = bytes
  let unit = 0
  // A value that would round to 1024 moves to the next unit.
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** Formats a platform's capacity `2.00g` as `2 GB`; other notations are unchanged. */
export function showCapacity(written: string | undefined): string | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt])i?b?$/i.exec(written ?? '') ?? []
  if (amount === undefined || unit === undefined) return written
  return `${Number(amount)} ${unit === 'k' ? 'k' : unit.toUpperCase()}B`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes for people: `0 B`, `1.4 kB`, `23 MB`; a unit is 1024 of the one before. */
export function showSize(bytes: number): string {
  let value = bytes
  let unit = 0
  // What would be rounded to 1024 is one of the next.
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** `2.00g`, as platforms write a capacity, as `2 GB`; what is written otherwise stays. */
export function showCapacity(written: string | undefined): string | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt])i?b?$/i.exec(written ?? '') ?? []
  if (amount === undefined || unit === undefined) return written
  return `${Number(amount)} ${unit === 'k' ? 'k' : unit.toUpperCase()}B`
}

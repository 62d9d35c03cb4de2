/**
 * Sizes with a unit suffix, as the platform writes them (docs/sandbox-platform.md#starting): `8g`, `512M`,
 * `1.5gb`, `64Ki`. Units are powers of 1024; no unit means bytes; case-insensitive.
 */
const factors: Readonly<Record<string, number>> = {
  b: 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
}

const pattern = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(b|(?:[kmgt])(?:b|i|ib)?)?\s*$/i

/** Parses a size to bytes; undefined if invalid. */
export function parseSize(text: string): number | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const unit = (match[2] ?? 'b').charAt(0).toLowerCase()
  return Math.floor(Number(match[1]) * (factors[unit] ?? 1))
}

/** Formats a size as the platform does: two decimals and the largest unit that keeps it at one or more. */
export function formatSize(bytes: number): string {
  for (const unit of ['t', 'g', 'm', 'k'] as const) {
    const factor = factors[unit] ?? 1
    if (bytes >= factor) return `${(bytes / factor).toFixed(2)}${unit}`
  }
  return `${bytes.toFixed(2)}b`
}

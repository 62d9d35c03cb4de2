/** Formats rewards to four decimals, hiding floating-point noise in sums such as 10 × 0.1. */
export function formatReward(reward: number): string {
  return String(Math.round(reward * 1e4) / 1e4)
}

/** Formats milliseconds. */
export function formatLatency(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '–'
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return milliseconds >= 10 ? `${Math.round(milliseconds)} ms` : `${milliseconds.toFixed(1)} ms`
}

/** Reduces a text to one line, for tables. */
export function oneLine(text: string, limit = 160): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ').trim()
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}

/** Shortens an environment id: `Sokoban-v0-easy`. */
export const shortId = (envId: string): string => envId.replace(/^game:/, '')

/** The name of a parameter as a label: `max_size` as `Max size`. */
export const parameterLabel = (name: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

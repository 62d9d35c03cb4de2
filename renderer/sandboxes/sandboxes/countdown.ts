/** Seconds below which the end of a sandbox is a warning. */
export const SOON = 120

/** Seconds until a moment written in ISO 8601; undefined when there is none. */
export const secondsUntil = (moment: string | undefined, now: number): number | undefined => {
  const at = moment === undefined ? Number.NaN : Date.parse(moment)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.round((at - now) / 1000))
}

/** `0:45`, `29:05`, `3:02:10`. */
export function showClock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

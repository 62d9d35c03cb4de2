/** Remaining seconds below which a sandbox's end is a warning. */
export const WARNING_SECONDS = 120

/** Seconds until an ISO 8601 time; undefined without one. */
export const secondsUntil = (moment: string | undefined, now: number): number | undefined => {
  const at = moment === undefined ? Number.NaN : Date.parse(moment)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.round((at - now) / 1000))
}

/** Formats seconds as `0:45`, `29:05`, `3:02:10`. */
export function showClock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

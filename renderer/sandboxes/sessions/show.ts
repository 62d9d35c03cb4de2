/** Formats a duration: `850 ms`, `3.2 s`, `2 min 05 s`, `1 h 02 min`. */
export function showDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** Abbreviates the home directory in a path to `~`. */
export const showFolder = (path: string | undefined, home: string | undefined): string => {
  if (path === undefined) return ''
  if (home && home !== '/' && (path === home || path.startsWith(`${home}/`)))
    return `~${path.slice(home.length)}`
  return path
}

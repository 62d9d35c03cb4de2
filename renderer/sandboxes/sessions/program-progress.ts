/** A program's reported progress. */
export interface ProgramProgress {
  readonly tone: 'normal' | 'bad' | 'warning'
  /** Percentage; undefined: indeterminate. */
  readonly percent?: number | undefined
}

/**
 * Parses OSC 9;4 (conemu.github.io/en/AnsiEscapeCodes.html); undefined: no progress sequence, null: progress
 * ended.
 */
export function readProgress(data: string): ProgramProgress | null | undefined {
  const [, state, value] = /^4;([0-4])(?:;(\d{0,3}))?/.exec(data) ?? []
  if (state === undefined) return undefined
  if (state === '0') return null
  const percent = state === '3' || !value ? undefined : Math.min(100, Number(value))
  return { tone: state === '2' ? 'bad' : state === '4' ? 'warning' : 'normal', percent }
}

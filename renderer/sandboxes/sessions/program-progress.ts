/** How far a program says it is. */
export interface ProgramProgress {
  readonly tone: 'normal' | 'bad' | 'warning'
  /** Percent; undefined: it only says that it works. */
  readonly percent?: number | undefined
}

/** The states of OSC 9;4 (conemu.github.io/en/AnsiEscapeCodes.html); undefined: it is not progress, null: there is none any more. */
export function readProgress(data: string): ProgramProgress | null | undefined {
  const [, state, value] = /^4;([0-4])(?:;(\d{0,3}))?/.exec(data) ?? []
  if (state === undefined) return undefined
  if (state === '0') return null
  const percent = state === '3' || !value ? undefined : Math.min(100, Number(value))
  return { tone: state === '2' ? 'bad' : state === '4' ? 'warning' : 'normal', percent }
}

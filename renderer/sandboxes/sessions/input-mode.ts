import type { TerminalView } from './view.ts'

/**
 * Where keys belong now. `shell`: to the line, for the shell. `busy`: a program runs that reads nothing, so a line waits. `line`: the program
 * waits for a line. `secret`: for one that is not shown. `keys`: it gets every key itself.
 */
export type InputMode = 'shell' | 'busy' | 'line' | 'secret' | 'keys'

export function inputMode({ status, foreground }: Pick<TerminalView, 'status' | 'foreground'>): InputMode {
  if (status !== 'running') return 'shell'
  if (!foreground) return 'busy'
  if (!foreground.canonical) return 'keys'
  if (!foreground.echo) return 'secret'
  return foreground.reads ? 'line' : 'busy'
}

/** Whether the line is an answer to a program, which the shell and the history must never see. */
export const isAnswer = (mode: InputMode): boolean => mode === 'line' || mode === 'secret'

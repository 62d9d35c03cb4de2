import type { TerminalView } from './view.ts'

/**
 * Where keys go. `shell`: the line, for the shell. `busy`: a running program reads nothing, so a line is
 * queued. `line`: the program reads a line. `secret`: it reads one without echo. `keys`: it reads every key.
 */
export type InputMode = 'shell' | 'busy' | 'line' | 'secret' | 'keys'

export function inputMode({ status, foreground }: Pick<TerminalView, 'status' | 'foreground'>): InputMode {
  if (status !== 'running') return 'shell'
  if (!foreground) return 'busy'
  if (!foreground.canonical) return 'keys'
  if (!foreground.echo) return 'secret'
  return foreground.reads ? 'line' : 'busy'
}

/** Whether the line is input for a program, which shell and history must never see. */
export const isAnswer = (mode: InputMode): boolean => mode === 'line' || mode === 'secret'

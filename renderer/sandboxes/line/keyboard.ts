import type { CompletionControl } from './completion-list.tsx'
import { lineCommands, lineKeys, type LineState, replaced } from './line-state.ts'

export interface KeyActions {
  read(): LineState
  write(state: LineState): void
  send(confirmed: boolean, background?: boolean): void
  stop(): void
  clear(): void
  recall(step: 1 | -1): void
  search(): void
  clearScreen(): void
  running(): boolean
  /** Whether the line is input for the running program. */
  answers(): boolean
  /** Sends end of input to that program. */
  endInput(): void
  readonly completion: CompletionControl
}

/** Formats a chord as in Readline's tables: Ctrl and Alt by name, letters upper-case. */
function lineChord({ ctrlKey, altKey, shiftKey, key }: KeyboardEvent): string {
  const named = key.length === 1 ? key.toUpperCase() : key
  const shifted = shiftKey && !/^[^A-Za-z]$/.test(key)
  return [ctrlKey && 'Ctrl', altKey && 'Alt', shifted && 'Shift', named].filter(Boolean).join('+')
}

const isFirstLine = ({ text, cursor }: LineState): boolean => !text.slice(0, cursor).includes('\n')
const isLastLine = ({ text, cursor }: LineState): boolean => !text.slice(cursor).includes('\n')

/**
 * Handles a key in the command line. Handled keys stop propagating, so that Ctrl+F is Readline's and not the
 * page's.
 */
export function handleKey(event: KeyboardEvent, actions: KeyActions): void {
  if (event.isComposing) return
  const chord = lineChord(event)
  const handled = completing(chord, actions) || special(event, chord, actions) || readline(chord, actions)
  if (!handled) return
  event.preventDefault()
  event.stopPropagation()
}

/** While completions are shown, arrows select one. */
function completing(chord: string, { completion }: KeyActions): boolean {
  if (!completion.isOpen()) return false
  if (chord === 'ArrowDown' || chord === 'Tab') completion.move(1)
  else if (chord === 'ArrowUp' || chord === 'Shift+Tab') completion.move(-1)
  else if (chord === 'Enter') completion.accept()
  else if (chord === 'Escape') completion.close()
  else return false
  return true
}

function special(event: KeyboardEvent, chord: string, actions: KeyActions): boolean {
  const state = actions.read()
  const field = event.target as HTMLTextAreaElement
  switch (chord) {
    case 'Enter':
      actions.send(false)
      return true
    case 'Ctrl+Enter':
    case 'Ctrl+J':
      actions.send(false)
      return true
    case 'Alt+Enter':
    case 'Shift+Enter':
      if (actions.answers()) return false
      actions.write(replaced(state, state.cursor, state.cursor, '\n'))
      return true
    case 'Tab':
      // With an empty line Tab moves the focus, so that the keyboard is not trapped.
      if (state.text === '' || actions.answers()) return false
      void actions.completion.open()
      return true
    case 'Ctrl+C':
      // With a selection it copies, as everywhere.
      if (field.selectionStart !== field.selectionEnd) return false
      if (actions.running()) actions.stop()
      else actions.clear()
      return true
    case 'Ctrl+D':
      if (state.text === '') {
        if (actions.answers()) actions.endInput()
        return true
      }
      actions.write(lineCommands['delete-char'](state))
      return true
    case 'Ctrl+L':
      actions.clearScreen()
      return true
    case 'Ctrl+R':
      if (!actions.answers()) actions.search()
      return true
    case 'Ctrl+P':
      actions.recall(1)
      return true
    case 'Ctrl+N':
      actions.recall(-1)
      return true
    case 'ArrowUp':
      if (!isFirstLine(state) || actions.answers()) return false
      actions.recall(1)
      return true
    case 'ArrowDown':
      if (!isLastLine(state)) return false
      actions.recall(-1)
      return true
    default:
      return false
  }
}

function readline(chord: string, { read, write }: KeyActions): boolean {
  const name = lineKeys[chord]
  if (name === undefined) return false
  const command: (state: LineState) => LineState = lineCommands[name]
  write(command(read()))
  return true
}

import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { placeOf } from '#shared/terminals/terminal.ts'
import { isFocusFree } from '../../ui/landmark.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { useSandboxes } from '../sandboxes/sandbox-store.ts'
import { useUnsupportedFeature } from '../sandboxes/unsupported-feature.ts'
import { interrupt, markBlocks, startJob, submit, typeInto } from '../sessions/actions.ts'
import { registerEditor } from '../sessions/editing.ts'
import { commandsOf, loadHistory, useHistory } from '../sessions/history.ts'
import { inputMode, type InputMode, isAnswer } from '../sessions/input-mode.ts'
import { terminalOf, type TerminalView, useTerminals } from '../sessions/view.ts'
import { incompleteInput, type IncompleteInput } from './bash-input.ts'
import { useCompletion } from './completion-list.tsx'
import type { KeyActions } from './keyboard.ts'
import { type LineAccess, useDraft, useLine } from './line-field.ts'
import { emptyLine, replaced } from './line-state.ts'
import { type ScreenProgram, screenProgram } from './screen-programs.ts'

/** Notes about the line before it is sent, or about the running program. */
export type LineNote =
  | { readonly kind: 'program'; readonly program: ScreenProgram }
  | { readonly kind: 'pasted'; readonly lines: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'problem'; readonly message: string }

/** State and behaviour of a terminal's line: field, keys and notes. */
export function useLineEditor(terminal: TerminalView, screen: TerminalScreen | undefined) {
  const { id, draft, platform } = terminal
  const refused = useUnsupportedFeature()('change', platform)
  const [broadcast, setBroadcast] = useState(false)
  const [searching, setSearching] = useState(false)
  const [incomplete, setIncomplete] = useState<IncompleteInput>()
  const { keep: keepDraft, drop: dropDraft } = useDraft(id, (text) =>
    setIncomplete(text.includes('\n') ? incompleteInput(text) : undefined),
  )
  // Input for a program, possibly a password, is never stored.
  const keep = useCallback((text: string) => isAnswer(modeOf(id)) || keepDraft(text), [id, keepDraft])
  const { field, read, write, typed } = useLine(draft, keep)
  const line = useMemo(() => ({ read, write }), [read, write])
  useProgramKeyboard(terminal, screen, field)
  const completion = useCompletion(id, read, write)
  const { recall, forget } = useRecall(id, line)
  const drop = useCallback((): void => {
    const { kills, undo } = read()
    forget()
    setIncomplete(undefined)
    write({ text: '', cursor: 0, kills, undo })
    dropDraft()
  }, [dropDraft, forget, read, write])
  const { note, setNote, clear, send, stop } = useSending({
    id,
    line,
    screen,
    broadcast,
    refused,
    drop,
    onIncomplete: setIncomplete,
  })

  useEffect(() => {
    void loadHistory()
    return registerEditor(id, (edit) => {
      if (edit === 'there-and-back') {
        const isHere = document.activeElement === field.current
        if (isHere && isRunning(id)) return screen?.term.focus()
      } else if (edit && 'text' in edit) write({ ...emptyLine, text: edit.text, cursor: edit.text.length })
      else if (edit) {
        const state = read()
        write(replaced(state, state.cursor, state.cursor, edit.insert))
      }
      field.current?.focus()
    })
  }, [field, id, read, screen, write])

  const actions: KeyActions = useMemo(
    () => ({
      read,
      write,
      send,
      stop,
      clear,
      recall,
      search: () => setSearching(true),
      // Collapses previous output, which can be expanded again.
      clearScreen: () => markBlocks(id, { collapsed: true }),
      completion,
      running: () => isRunning(id),
      answers: () => isAnswer(modeOf(id)),
      endInput: () => typeInto(id, '\x04'),
    }),
    [clear, completion, id, read, recall, send, stop, write],
  )
  return {
    field,
    line,
    typed,
    actions,
    completion,
    note,
    setNote,
    incomplete,
    clear,
    send,
    stop,
    broadcast,
    setBroadcast,
    searching,
    setSearching,
  }
}

const isRunning = (id: string): boolean => terminalOf(id)?.status === 'running'

const modeOf = (id: string): InputMode => {
  const terminal = terminalOf(id)
  return terminal ? inputMode(terminal) : 'shell'
}

/** Moves the focus from the line to a program that reads every key, until it ends. */
function useProgramKeyboard(
  terminal: TerminalView,
  screen: TerminalScreen | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const mode = inputMode(terminal)
  useEffect(() => {
    const { activeElement } = document
    if (mode === 'keys' && (activeElement === field.current || isFocusFree())) screen?.term.focus()
    if (mode === 'shell' && screen && activeElement === screen.term.textarea) field.current?.focus()
  }, [field, mode, screen])
}

/** History recall; the text being typed comes back after the newest entry. */
function useRecall(id: string, { read, write }: LineAccess) {
  const place = useRef<{ index: number; draft: string } | undefined>(undefined)

  const recall = useCallback(
    (step: 1 | -1): void => {
      const commands = commandsOf(useHistory.getState().entries, terminalOf(id)?.sandboxId)
      const { index = -1, draft = read().text } = place.current ?? {}
      const next = Math.max(-1, Math.min(commands.length - 1, index + step))
      place.current = { index: next, draft }
      const text = next < 0 ? draft : (commands[next] ?? '')
      write({ ...read(), text, cursor: text.length })
    },
    [id, read, write],
  )

  /** The next recall starts at the newest entry. */
  const forget = useCallback((): void => {
    place.current = undefined
  }, [])

  return { recall, forget }
}

interface SendingOptions {
  readonly id: string
  readonly line: LineAccess
  readonly screen: TerminalScreen | undefined
  readonly broadcast: boolean
  /** Why nothing may be sent: a terminal may be left from another key. */
  readonly refused: string | undefined
  /** Clears the line and its draft. */
  drop(this: void): void
  /** Bash would wait for more. */
  onIncomplete(this: void, incomplete: IncompleteInput | undefined): void
}

const problemOf = (error: unknown): LineNote => ({
  kind: 'problem',
  message: error instanceof Error ? error.message : String(error),
})

/** Sends the line, interrupts the running program, and manages notes about both. */
function useSending({ id, line, screen, broadcast, refused, drop, onIncomplete }: SendingOptions) {
  const { read, write } = line
  const [note, setNote] = useState<LineNote>()

  const clear = useCallback((): void => {
    setNote(undefined)
    drop()
  }, [drop])

  /** Nothing was started: restore the line unless another is being typed. */
  const giveBack = useCallback(
    (text: string, error: unknown): void => {
      setNote(problemOf(error))
      if (read().text === '') write({ ...read(), text, cursor: text.length })
    },
    [read, write],
  )

  /** Sends the line, unless a note must be shown first. */
  const send = useCallback(
    (confirmed: boolean, background = false): void => {
      const state = read()
      const { text } = state
      if (refused !== undefined) return setNote({ kind: 'problem', message: refused })
      if (isAnswer(modeOf(id))) {
        typeInto(id, `${text}\n`)
        return write(emptyLine)
      }
      const plain = terminalOf(id)?.plain ?? false
      const waiting = plain ? undefined : incompleteInput(text)
      if (waiting) {
        write(replaced(state, state.cursor, state.cursor, '\n'))
        return onIncomplete(waiting)
      }
      if (text.trim() === '') return
      const isServed = useSandboxes.getState().features[terminalOf(id)?.platform ?? '']?.terminal ?? false
      const program = plain || confirmed || isServed ? undefined : screenProgram(text)
      if (program) return setNote({ kind: 'program', program })
      clear()
      const sent = background
        ? [startJob(id, text)]
        : receivers(id, broadcast).map((receiver) => submit(receiver, text))
      for (const one of sent) one.catch((error: unknown) => giveBack(text, error))
      screen?.term.scrollToBottom()
    },
    [broadcast, clear, giveBack, id, onIncomplete, read, refused, screen, write],
  )

  const stop = useCallback((): void => {
    interrupt(id).then(
      // The answer may arrive after the interrupted program has ended.
      (sent) => setNote(sent === 'INT' && isRunning(id) ? { kind: 'again' } : undefined),
      (error: unknown) => setNote(problemOf(error)),
    )
  }, [id])

  const runs = useTerminals((state) => state.terminals[id]?.status === 'running')
  useEffect(() => {
    if (!runs) setNote((now) => (now?.kind === 'again' ? undefined : now))
  }, [runs])

  return { note, setNote, clear, send, stop }
}

/** The terminals in a sandbox's tabs, excluding detached ones. */
const shownIn = (place: string, tabs: ReturnType<typeof useTerminals.getState>['tabs']): string[] =>
  (tabs[place] ?? []).flatMap(({ panes }) => panes)

/** The terminals that receive a line: all of the sandbox's when broadcasting, otherwise only this one. */
function receivers(id: string, broadcast: boolean): string[] {
  const terminal = terminalOf(id)
  if (!terminal || !broadcast) return [id]
  const shown = shownIn(placeOf(terminal), useTerminals.getState().tabs)
  return shown.filter((one) => terminalOf(one)?.status !== 'ended')
}

/** Number of shown terminals of the same sandbox, including this one. */
export const usePeers = (id: string): number =>
  useTerminals(({ terminals, tabs }) => {
    const terminal = terminals[id]
    return terminal ? shownIn(placeOf(terminal), tabs).length : 0
  })

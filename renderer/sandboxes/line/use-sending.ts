import { useCallback, useState } from 'react'
import { startJob } from '../jobs/jobs.ts'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import { interrupt, submit } from '../sessions/runner.ts'
import { terminalOf } from '../sessions/terminal-store.ts'
import { incompleteInput, type IncompleteInput } from './bash-input.ts'
import type { LineNote } from './line-notes.tsx'
import { replaced } from './line-state.ts'
import { receivers } from './receivers.ts'
import { screenProgram } from './screen-programs.ts'
import type { LineAccess } from './use-line.ts'

interface SendingOptions {
  readonly id: string
  readonly line: LineAccess
  readonly screen: TerminalScreen | undefined
  readonly broadcast: boolean
  /** Empties the line and what is kept of it. */
  drop(this: void): void
  /** Bash would wait for more. */
  onIncomplete(this: void, incomplete: IncompleteInput | undefined): void
}

const problemOf = (error: unknown): LineNote => ({
  kind: 'problem',
  message: error instanceof Error ? error.message : String(error),
})

/** Sends the line and stops what runs, and holds what there is to say about either. */
export function useSending({ id, line, screen, broadcast, drop, onIncomplete }: SendingOptions) {
  const { read, write } = line
  const [note, setNote] = useState<LineNote>()

  const clear = useCallback((): void => {
    setNote(undefined)
    drop()
  }, [drop])

  const sendAway = useCallback(
    (text: string): void => {
      startJob(id, text).catch((error: unknown) => {
        setNote(problemOf(error))
        // Nothing has begun: the line comes back, unless another is being typed by now.
        if (read().text === '') write({ ...read(), text, cursor: text.length })
      })
    },
    [id, read, write],
  )

  /** Sends the line, unless there is something to say about it first. */
  const send = useCallback(
    (confirmed: boolean, background = false): void => {
      const state = read()
      const { text } = state
      const plain = terminalOf(id)?.plain ?? false
      const waiting = plain ? undefined : incompleteInput(text)
      if (waiting) {
        write(replaced(state, state.cursor, state.cursor, '\n'))
        return onIncomplete(waiting)
      }
      if (text.trim() === '') return
      const program = plain || confirmed ? undefined : screenProgram(text)
      if (program) return setNote({ kind: 'program', program })
      clear()
      if (background) sendAway(text)
      else for (const receiver of receivers(id, broadcast)) submit(receiver, text)
      screen?.term.scrollToBottom()
    },
    [broadcast, clear, id, onIncomplete, read, screen, sendAway, write],
  )

  const stop = useCallback((): void => {
    interrupt(id).then(
      (sent) => setNote(sent === 'INT' ? { kind: 'again' } : undefined),
      (error: unknown) => setNote(problemOf(error)),
    )
  }, [id])

  return { note, setNote, clear, send, stop }
}

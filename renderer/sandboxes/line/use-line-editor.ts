import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TerminalScreen } from '../screen/terminal-screen.ts'
import type { TerminalState } from '../sessions/terminal.ts'
import { changeTerminal, terminalOf } from '../sessions/terminal-store.ts'
import { incompleteInput, type IncompleteInput } from './bash-input.ts'
import { useCompletion } from './completion-list.tsx'
import { registerEditor } from './editing.ts'
import { loadHistory } from './history.ts'
import type { KeyActions } from './keyboard.ts'
import { emptyLine } from './line-state.ts'
import { useDraft } from './use-draft.ts'
import { useLine } from './use-line.ts'
import { useRecall } from './use-recall.ts'
import { useSending } from './use-sending.ts'

/** The line of a terminal: its field, what keys do in it, and what there is to say about it. */
export function useLineEditor(
  { id, draft }: Pick<TerminalState, 'id' | 'draft'>,
  screen: TerminalScreen | undefined,
) {
  const [broadcast, setBroadcast] = useState(false)
  const [searching, setSearching] = useState(false)
  const [incomplete, setIncomplete] = useState<IncompleteInput>()
  const { keep, drop: dropDraft } = useDraft(id, (text) =>
    setIncomplete(text.includes('\n') ? incompleteInput(text) : undefined),
  )
  const { field, read, write, typed } = useLine(draft, keep)
  const line = useMemo(() => ({ read, write }), [read, write])
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
    drop,
    onIncomplete: setIncomplete,
  })

  useEffect(() => {
    void loadHistory()
    return registerEditor(id, (text) => {
      if (text !== undefined) write({ ...emptyLine, text, cursor: text.length })
      field.current?.focus()
    })
  }, [field, id, write])

  const actions: KeyActions = useMemo(
    () => ({
      read,
      write,
      send,
      stop,
      clear,
      recall,
      search: () => setSearching(true),
      clearScreen: () => collapseAll(id),
      completion,
      running: () => terminalOf(id)?.status === 'running',
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

/** What was printed before goes out of sight, but can be opened again. */
function collapseAll(id: string): void {
  changeTerminal(id, ({ blocks }) => ({
    blocks: blocks.map((one) => ({ ...one, collapsed: one.state !== 'running' })),
  }))
}

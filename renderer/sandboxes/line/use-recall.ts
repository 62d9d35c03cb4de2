import { useCallback, useRef } from 'react'
import { terminalOf } from '../sessions/terminal-store.ts'
import { commandsOf, useHistory } from './history.ts'
import type { LineAccess } from './use-line.ts'

/** Walks through the commands that were sent before; what was typed meanwhile comes back behind the newest. */
export function useRecall(id: string, { read, write }: LineAccess) {
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

  /** The next walk begins at the newest again. */
  const forget = useCallback((): void => {
    place.current = undefined
  }, [])

  return { recall, forget }
}

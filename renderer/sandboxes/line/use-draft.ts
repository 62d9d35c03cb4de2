import { useCallback, useEffect, useRef } from 'react'
import { keepTerminal } from '../sessions/terminal-keep.ts'
import { changeTerminal } from '../sessions/terminal-store.ts'

/** How long the hand must pause before React hears of the draft: nothing may come between a key and its paint. */
const PAUSE_MS = 150

/** Keeps what is typed into a terminal, over a restart, too. `onPause` gets the text that was kept. */
export function useDraft(id: string, onPause: (text: string) => void) {
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const told = useRef(onPause)
  useEffect(() => {
    told.current = onPause
  }, [onPause])

  const keep = useCallback(
    (text: string): void => {
      clearTimeout(saving.current)
      saving.current = setTimeout(() => {
        changeTerminal(id, () => ({ draft: text }))
        keepTerminal(id)
        told.current(text)
      }, PAUSE_MS)
    },
    [id],
  )

  const drop = useCallback((): void => {
    clearTimeout(saving.current)
    changeTerminal(id, () => ({ draft: '' }))
    keepTerminal(id)
  }, [id])

  return { keep, drop }
}

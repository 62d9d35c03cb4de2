import { useCallback, useEffect, useRef } from 'react'
import { keepDraft } from '../sessions/actions.ts'
import { emptyLine, type LineState } from './line-state.ts'

/** Reads and edits the line independently of its view. */
export interface LineAccess {
  read(this: void): LineState
  write(this: void, next: LineState): void
}

/**
 * The text field with its Readline state. Uncontrolled: typing, composition and the clipboard reach the
 * screen without React, so a key is painted in its frame even during heavy output.
 */
export function useLine(draft: string, onChange: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null)
  const memory = useRef<LineState>({ ...emptyLine, text: draft, cursor: draft.length })
  const notify = useRef(onChange)
  useEffect(() => {
    notify.current = onChange
  }, [onChange])

  /** The state as currently shown in the field. */
  const read = useCallback((): LineState => {
    const element = field.current
    const { text, kills, undo, last, yanked } = memory.current
    if (!element) return memory.current
    const cursor = element.selectionDirection === 'backward' ? element.selectionStart : element.selectionEnd
    if (element.value === text && cursor === memory.current.cursor) return memory.current
    // Manual typing ends the Readline command sequence, and the previous text can be undone to.
    const edited = element.value !== text
    return {
      text: element.value,
      cursor,
      kills,
      undo: edited ? [...undo, { text, cursor: memory.current.cursor }].slice(-200) : undo,
      ...(edited || last === undefined ? {} : { last }),
      ...(edited || yanked === undefined ? {} : { yanked }),
    }
  }, [])

  const grow = useCallback((): void => {
    const element = field.current
    if (!element) return
    const lines = element.value.split('\n').length
    if (element.rows !== Math.min(12, lines)) element.rows = Math.min(12, lines)
  }, [])

  const write = useCallback(
    (next: LineState): void => {
      const element = field.current
      memory.current = next
      if (!element) return
      const changed = element.value !== next.text
      if (changed) element.value = next.text
      element.setSelectionRange(next.cursor, next.cursor)
      if (changed) {
        grow()
        notify.current(next.text)
      }
    },
    [grow],
  )

  /** Handles input events of the field. */
  const typed = useCallback((): void => {
    memory.current = read()
    grow()
    notify.current(memory.current.text)
  }, [grow, read])

  useEffect(() => {
    if (field.current) field.current.value = memory.current.text
    grow()
  }, [grow])

  return { field, read, write, typed }
}

/** Debounce in milliseconds before React receives the draft: nothing may come between a key and its paint. */
const PAUSE_MS = 150

/** Stores a terminal's unsent text across restarts. `onPause` receives the stored text. */
export function useDraft(id: string, onPause: (text: string) => void) {
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestOnPause = useRef(onPause)
  useEffect(() => {
    latestOnPause.current = onPause
  }, [onPause])

  const keep = useCallback(
    (text: string): void => {
      clearTimeout(saving.current)
      saving.current = setTimeout(() => {
        keepDraft(id, text)
        latestOnPause.current(text)
      }, PAUSE_MS)
    },
    [id],
  )

  const drop = useCallback((): void => {
    clearTimeout(saving.current)
    keepDraft(id, '')
  }, [id])

  return { keep, drop }
}

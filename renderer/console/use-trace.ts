import { useCallback, useEffect, useRef, useState } from 'react'
import type { TraceEntry } from '#shared/workbench/areas/trace.ts'
import { workbench } from '../app/workbench.ts'

/** Milliseconds after the last key before the bodies are searched. */
const PAUSE = 200

/** A later word on an entry (its pair was found) takes the place of the earlier one. */
function merge(before: readonly TraceEntry[], fresh: readonly TraceEntry[]): TraceEntry[] {
  const bySequence = new Map(before.map((entry) => [entry.sequence, entry]))
  for (const entry of fresh) bySequence.set(entry.sequence, entry)
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence)
}

const NOTHING: Pick<Found, 'entries' | 'dropped'> = { entries: [], dropped: 0 }

interface Found {
  /** The connection and the text that the entries answer. */
  readonly connection: string
  readonly search: string
  readonly entries: readonly TraceEntry[]
  readonly dropped: number
}

/** A search is asked anew instead, since only the core sees the bodies. */
function grown(
  before: Found | undefined,
  connection: string,
  added: readonly TraceEntry[],
): Found | undefined {
  if (before?.connection !== connection || before.search !== '') return before
  return { ...before, entries: merge(before.entries, added) }
}

/**
 * The trace of a connection as it grows; with a search text, only the messages that hold it. `searching` while those shown
 * answer an earlier text; an answer that was overtaken by a later question is never shown.
 */
export function useTrace(connection: string, search: string) {
  const [state, setState] = useState<Found>()
  const asked = useRef(0)
  /** Answers to this question, or to one before it, come too late. */
  const past = useRef(0)
  const load = useCallback(async () => {
    const question = ++asked.current
    const found = await workbench.call('trace.list', {
      connection,
      limit: 5000,
      ...(search ? { search } : {}),
    })
    if (question <= past.current) return
    past.current = question
    setState({ connection, search, ...found })
  }, [connection, search])

  useEffect(() => {
    const timer = setTimeout(() => void load(), search ? PAUSE : 0)
    const forget = workbench.on('trace.added', (added) => {
      if (added.connection !== connection) return
      if (search) void load()
      else setState((before) => grown(before, connection, added.entries))
    })
    return () => {
      past.current = asked.current
      clearTimeout(timer)
      forget()
    }
  }, [connection, search, load])

  const clear = useCallback(() => {
    void workbench.call('trace.clear', { connection }).then(load)
  }, [connection, load])
  const { entries, dropped } = state?.connection === connection ? state : NOTHING
  return { entries, dropped, searching: state?.connection !== connection || state.search !== search, clear }
}

import { useCallback, useEffect, useState } from 'react'
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

/** The trace of a connection as it grows; with a search text, only the messages that hold it. */
export function useTrace(connection: string, search: string) {
  const [state, setState] = useState<{ entries: readonly TraceEntry[]; dropped: number }>({
    entries: [],
    dropped: 0,
  })
  const load = useCallback(async () => {
    const found = await workbench.call('trace.list', {
      connection,
      limit: 5000,
      ...(search ? { search } : {}),
    })
    setState(found)
  }, [connection, search])

  useEffect(() => {
    const timer = setTimeout(() => void load(), search ? PAUSE : 0)
    const forget = workbench.on('trace.added', (added) => {
      if (added.connection !== connection) return
      if (search) void load()
      else setState((before) => ({ ...before, entries: merge(before.entries, added.entries) }))
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [connection, search, load])

  const clear = useCallback(() => {
    void workbench.call('trace.clear', { connection }).then(load)
  }, [connection, load])
  return { ...state, clear }
}

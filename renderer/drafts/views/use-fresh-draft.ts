import { useCallback, useEffect, useRef } from 'react'
import { useDataChanges } from '../../app/data-changes.ts'
import { useWorkbench } from '../../app/workbench.ts'
import { keyOfValue } from '../items/draft.ts'
import type { Held } from '../items/refresh.ts'
import { readEach } from '../server/calls.ts'
import type { Target } from '../server/target.ts'
import { draftOf, refresh } from './drafts.ts'

/** Debounce in milliseconds: an agent may write many times a second. */
const QUIET_MS = 300

async function compareNow(target: Target, id: string, signal: AbortSignal): Promise<void> {
  const known = draftOf(id).items.flatMap(({ id: item, type, before }) =>
    before === undefined ? [] : [{ item, type, before, key: keyOfValue(type, before) }],
  )
  if (known.length === 0) return
  const now = await readEach(target, known, signal)
  if (signal.aborted) return
  const held = known.map(({ item, before }, place): [string, Held] => [item, { before, now: now[place] }])
  await refresh(id, new Map(held))
}

/** Compares a draft with the server when it is opened and whenever the server's data changes. */
export function useFreshDraft(target: Target, id: string, loaded: boolean): void {
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; abort: AbortController }>(undefined)
  const stop = useCallback(() => {
    clearTimeout(running.current?.timer)
    running.current?.abort.abort()
  }, [])
  const look = useCallback(() => {
    stop()
    const abort = new AbortController()
    const timer = setTimeout(() => {
      // A server that does not answer is told of by every other view; the draft stays as it is.
      compareNow(target, id, abort.signal).catch(() => undefined)
    }, QUIET_MS)
    running.current = { timer, abort }
  }, [target, id, stop])
  const ready = useWorkbench(({ connections }) =>
    connections.some((one) => one.id === target.connection && one.state === 'ready'),
  )
  useDataChanges(target, look)
  useEffect(() => {
    if (loaded && ready) look()
    return stop
  }, [loaded, ready, look, stop])
}

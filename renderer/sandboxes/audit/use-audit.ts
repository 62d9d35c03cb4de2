import { useEffect, useState } from 'react'
import type { AuditLine } from '#shared/workbench/areas/sandboxes.ts'
import { type Failure, toFailure } from '#shared/workbench/failure.ts'
import { workbench } from '../../app/workbench.ts'

/** The filter; empty fields match anything. */
export interface AuditFilter {
  readonly key: string
  readonly operation: string
  readonly object: string
  readonly outcome: '' | AuditLine['outcome']
  /** Hours to look back; 0: from the beginning. */
  readonly hours: number
}

export const ANYTHING: AuditFilter = { key: '', operation: '', object: '', outcome: '', hours: 0 }

export const isAnything = (wish: AuditFilter): boolean =>
  Object.entries(ANYTHING).every(([name, value]) => wish[name as keyof AuditFilter] === value)

interface Read {
  readonly lines: readonly AuditLine[]
  readonly next: string | undefined
  readonly isKept: boolean
}

export interface Audit {
  /** Undefined while the first page is loading. */
  readonly read: Read | undefined
  readonly failure: Failure | undefined
  readonly busy: boolean
  /** Loads the next older page; one request at a time. */
  more(): void
  again(): void
}

const HOUR_MS = 3_600_000

/** Loads matching calls page by page, from the first when the filter changes. */
export function useAudit(platform: string, wish: AuditFilter): Audit {
  const [round, setRound] = useState(0)
  /** The filter of what is loaded, and the cursor of the requested page; null: the first one. */
  const [{ loaded, after }, setPage] = useState<{ loaded: AuditFilter; after: string | null }>({
    loaded: wish,
    after: null,
  })
  const [read, setRead] = useState<Read>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(true)
  if (loaded !== wish) {
    setPage({ loaded: wish, after: null })
    setRead(undefined)
  }
  useEffect(() => {
    const abort = new AbortController()
    const { hours, ...same } = loaded
    const from = hours === 0 ? undefined : new Date(Date.now() - hours * HOUR_MS).toISOString()
    const given = Object.fromEntries(Object.entries(same).filter(([, text]) => text !== ''))
    const query = { platform, ...given, from, after: after ?? undefined }
    setBusy(true)
    setFailure(undefined)
    workbench.call('sandboxes.audit', query, { signal: abort.signal }).then(
      ({ items, next, isKept }) => {
        setRead((before) => ({
          lines: after === null ? items : [...(before?.lines ?? []), ...items],
          next,
          isKept,
        }))
        setBusy(false)
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        setFailure(toFailure(error))
        setBusy(false)
      },
    )
    return () => abort.abort()
  }, [platform, loaded, after, round])
  return {
    read,
    failure,
    busy,
    more: () => {
      if (!busy && read?.next !== undefined) setPage({ loaded, after: read.next })
    },
    again: () => setRound((now) => now + 1),
  }
}

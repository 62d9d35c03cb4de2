import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { type Reviewed, reviewed, settle } from '../items/after-sending.ts'
import { changedItems, keyOfItem, type Draft, type DraftItem } from '../items/draft.ts'
import { type Outcome, planSend } from '../items/send-plan.ts'
import { readEach } from '../server/calls.ts'
import { sendCalls } from '../server/send.ts'
import type { Target } from '../server/target.ts'
import { attemptKey, noteSent } from './drafts.ts'

interface Review {
  readonly items: readonly Reviewed[]
  readonly reading: boolean
  readonly failure: Failure | undefined
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly sending: boolean
  /** Whether some outcomes are unknown; these are looked up before resending. */
  readonly unsure: boolean
  send(ids: ReadonlySet<string>, partial: boolean): Promise<void>
  /** Rereads the server's versions: written items are accepted, the rest can be resent. */
  check(): Promise<void>
  /** Rereads the server's versions after its model was restored: nothing is accepted any more. */
  restart(): Promise<void>
  cancel(): void
}

async function readAll(
  target: Target,
  items: readonly DraftItem[],
  signal: AbortSignal,
): Promise<readonly Reviewed[]> {
  const objects = items.map((item) => ({ type: item.type, key: keyOfItem(item) }))
  const now = await readEach(target, objects, signal)
  return items.map((item, place) => reviewed(item, now[place]))
}

/** State of a review: reads the server's versions, sends the selection, keeps refused items. */
export function useReview(target: Target, draftId: string, draft: Draft): Review {
  // A snapshot: the review must not change while the user reads it; the draft does, as items are accepted.
  const [items] = useState(() => changedItems(draft))
  const [state, setState] = useState<{ items: readonly Reviewed[]; reading: boolean; failure?: Failure }>({
    items: [],
    reading: true,
  })
  const { items: found } = state
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [sending, setSending] = useState(false)
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    const abort = new AbortController()
    readAll(target, items, abort.signal).then(
      (found) => setState({ items: found, reading: false }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ items: [], reading: false, failure: toFailure(error) })
      },
    )
    return () => abort.abort()
  }, [target, items])

  const send = useCallback(
    async (ids: ReadonlySet<string>, partial: boolean) => {
      const chosen = items.filter(({ id }) => ids.has(id))
      const abort = new AbortController()
      running.current = abort
      setSending(true)
      try {
        // The key belongs to the payloads: resent after a lost answer they carry the same one, whatever else
        // is sent with them.
        const payloads = planSend(chosen, { idempotencyKey: '', partial }).find(
          ({ tool }) => tool === 'entity_write',
        )
        const idempotencyKey = payloads ? await attemptKey(draftId, JSON.stringify(payloads.args)) : ''
        const calls = planSend(chosen, { idempotencyKey, partial })
        const all = await sendCalls(target, calls, setOutcomes, abort.signal)
        await noteSent(draftId, all, found)
      } catch (error) {
        setState((before) => ({ ...before, failure: toFailure(error) }))
      } finally {
        setSending(false)
      }
    },
    [target, draftId, items, found],
  )
  const check = useCallback(async () => {
    setState((before) => ({ items: before.items, reading: true }))
    try {
      const now = await readAll(target, items, new AbortController().signal)
      const settled = settle(outcomes, now)
      setOutcomes(settled)
      setState({ items: now, reading: false })
      await noteSent(draftId, settled, found)
    } catch (error) {
      setState((before) => ({ ...before, reading: false, failure: toFailure(error) }))
    }
  }, [target, draftId, items, found, outcomes])
  const restart = useCallback(async () => {
    setState({ items: [], reading: true })
    try {
      const found = await readAll(target, items, new AbortController().signal)
      setOutcomes(new Map())
      setState({ items: found, reading: false })
    } catch (error) {
      setState({ items: [], reading: false, failure: toFailure(error) })
    }
  }, [target, items])
  const unsure = [...outcomes.values()].some(({ state: known }) => known === 'unknown')
  const cancel = useCallback(() => running.current?.abort(), [])
  return useMemo(
    () => ({ failure: undefined, ...state, outcomes, sending, unsure, send, check, restart, cancel }),
    [state, outcomes, sending, unsure, send, check, restart, cancel],
  )
}

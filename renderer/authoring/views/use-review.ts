import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import { afterSending, reviewed, settle, type Reviewed } from '../draft/after-sending.ts'
import { changedItems, keyOfItem, type Draft, type DraftItem } from '../draft/draft.ts'
import { planSend, type Outcome } from '../draft/send-plan.ts'
import { readOne } from '../server/calls.ts'
import { sendCalls } from '../server/send.ts'
import type { Target } from '../server/target.ts'
import { attemptKey, edit } from './drafts.ts'

/** Things that are read at the same time, to see what the server has now. */
const AT_ONCE = 4

interface Review {
  readonly items: readonly Reviewed[]
  readonly reading: boolean
  readonly failure: Failure | undefined
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly sending: boolean
  /** Nobody knows whether some of what was sent arrived; it is looked up before it may be sent again. */
  readonly unsure: boolean
  send(ids: ReadonlySet<string>, partial: boolean): Promise<void>
  /** Reads again what the server has: what it has is accepted, the rest can be sent again. */
  check(): Promise<void>
  cancel(): void
}

async function readAll(
  target: Target,
  items: readonly DraftItem[],
  signal: AbortSignal,
): Promise<readonly Reviewed[]> {
  const found: Reviewed[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const batch = items.slice(start, start + AT_ONCE).map(async (item) => {
      const key = keyOfItem(item)
      return reviewed(item, key === undefined ? undefined : await readOne(target, item.type, key, signal))
    })
    found.push(...(await Promise.all(batch)))
  }
  return found
}

/** Everything between the draft and the server: reads what is there, sends what was chosen, keeps what was refused. */
export function useReview(target: Target, draftId: string, draft: Draft): Review {
  // What is reviewed does not change under the reader's eyes; the draft does, as items are accepted.
  const [items] = useState(() => changedItems(draft))
  const [state, setState] = useState<{ items: readonly Reviewed[]; reading: boolean; failure?: Failure }>({
    items: [],
    reading: true,
  })
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
        // The key belongs to the payloads: sent again after a lost answer they carry the same one, whatever else goes along.
        const payloads = planSend(chosen, { idempotencyKey: '', partial }).find(
          ({ tool }) => tool === 'entity_write',
        )
        const idempotencyKey = payloads ? await attemptKey(draftId, JSON.stringify(payloads.args)) : ''
        const calls = planSend(chosen, { idempotencyKey, partial })
        const all = await sendCalls(target, calls, setOutcomes, abort.signal)
        await edit(draftId, 'sent', (now) => afterSending(now, all))
      } catch (error) {
        setState((before) => ({ ...before, failure: toFailure(error) }))
      } finally {
        setSending(false)
      }
    },
    [target, draftId, items],
  )
  const check = useCallback(async () => {
    setState((before) => ({ items: before.items, reading: true }))
    try {
      const found = await readAll(target, items, new AbortController().signal)
      const settled = settle(outcomes, found)
      setOutcomes(settled)
      setState({ items: found, reading: false })
      await edit(draftId, 'sent', (now) => afterSending(now, settled))
    } catch (error) {
      setState((before) => ({ ...before, reading: false, failure: toFailure(error) }))
    }
  }, [target, draftId, items, outcomes])
  const unsure = [...outcomes.values()].some(({ state: known }) => known === 'unknown')
  const cancel = useCallback(() => running.current?.abort(), [])
  return useMemo(
    () => ({ failure: undefined, ...state, outcomes, sending, unsure, send, check, cancel }),
    [state, outcomes, sending, unsure, send, check, cancel],
  )
}

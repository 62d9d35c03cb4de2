import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { JsonObject } from '#shared/model/json.ts'
import { toFailure, type Failure } from '#shared/workbench/failure.ts'
import {
  changedItems,
  changeItem,
  keyOfItem,
  withoutItem,
  type Draft,
  type DraftItem,
} from '../draft/draft.ts'
import { planSend, type Outcome } from '../draft/send-plan.ts'
import { equalJson, parseYaml } from '../draft/yaml-text.ts'
import { readOne } from '../server/calls.ts'
import { sendCalls } from '../server/send.ts'
import type { Target } from '../server/target.ts'
import { attemptKey, edit, keepDraft } from '../writes-store.ts'

/** Things that are read at the same time, to see what the server has now. */
const AT_ONCE = 4

/** An item as it is reviewed: beside what the server has at this moment. */
export interface Reviewed {
  readonly item: DraftItem
  /** Undefined: not there. */
  readonly now: JsonObject | undefined
  /** The server has something else than when the item was opened. */
  readonly moved: boolean
  /** It says what the server says already. */
  readonly nothing: boolean
}

export interface Review {
  readonly items: readonly Reviewed[]
  readonly reading: boolean
  readonly failure: Failure | undefined
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly sending: boolean
  send(ids: ReadonlySet<string>, partial: boolean): Promise<void>
  cancel(): void
}

function reviewed(item: DraftItem, now: JsonObject | undefined): Reviewed {
  const parsed = parseYaml(item.text)
  return {
    item,
    now,
    moved: item.before !== undefined ? !equalJson(item.before, now) : now !== undefined,
    nothing: !item.expire && parsed.ok && now !== undefined && equalJson(parsed.value, now),
  }
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

/** What was accepted is what the server has now; what ended is done with. */
function afterSending(draft: Draft, outcomes: ReadonlyMap<string, Outcome>): Draft {
  return draft.items.reduce((next, item) => {
    if (outcomes.get(item.id)?.state !== 'accepted') return next
    const parsed = parseYaml(item.text)
    if (item.expire) return withoutItem(next, item.id)
    return parsed.ok ? changeItem(next, item.id, { before: parsed.value }) : next
  }, draft)
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
        const of = JSON.stringify([
          partial,
          chosen.map(({ id, text, expire }) => [id, text, expire ?? false]),
        ])
        const idempotencyKey = await attemptKey(draftId, of)
        const calls = planSend(chosen, { idempotencyKey, partial })
        const all = await sendCalls(target, calls, setOutcomes, abort.signal)
        edit(draftId, 'sent', (now) => afterSending(now, all))
        await keepDraft(draftId)
      } catch (error) {
        setState((before) => ({ ...before, failure: toFailure(error) }))
      } finally {
        setSending(false)
      }
    },
    [target, draftId, items],
  )
  const cancel = useCallback(() => running.current?.abort(), [])
  return useMemo(
    () => ({ failure: undefined, ...state, outcomes, sending, send, cancel }),
    [state, outcomes, sending, send, cancel],
  )
}

import type { Method, Observed } from '#shared/model/entity.ts'
import type { ItemResult, TimeWindow } from './store.ts'

/** What all stores share: when a row is seen, and what a write does to what is there. Sources: spec §3.8 and §5.3. */

interface Alive extends Observed {
  readonly method: Method
  readonly deleted: boolean
}

/**
 * Whether a row is visible. Without a window every living row is and no tombstone. With one, a living row must have been seen
 * before its end and still be kept alive after its start; an expired row comes back when it was last seen after the start; a
 * deleted row never does. A row without times is always visible.
 */
export function isVisible(row: Alive, time: TimeWindow | undefined): boolean {
  if (time === undefined) return !row.deleted
  if (row.method === 'Delete' && row.deleted) return false
  const { firstObserved, lastObserved, keepAlive } = row
  if (firstObserved === null || lastObserved === null) return true
  if (time.to !== undefined && firstObserved >= time.to) return false
  if (time.from === undefined) return true
  return row.deleted ? lastObserved > time.from : lastObserved + (keepAlive ?? 0) > time.from
}

/** The state of a key before a write. */
export type Presence = 'absent' | 'alive' | 'tombstone'

export function presenceOf(row: { readonly deleted: boolean } | undefined): Presence {
  if (row === undefined) return 'absent'
  return row.deleted ? 'tombstone' : 'alive'
}

/** Why a write cannot be done, or nothing when it can (spec §5.3, the table). */
export function refusal(method: Method, presence: Presence, id: string): ItemResult | undefined {
  if (method === 'Create' && presence === 'alive') {
    return { id, ok: false, code: 'ALREADY_EXISTS', message: `${id} exists already; use Update to replace it.` }
  }
  if ((method === 'Expire' || method === 'Delete') && presence === 'absent') {
    return { id, ok: false, code: 'NOT_FOUND', message: `${id} does not exist.` }
  }
  return undefined
}

/**
 * The row after a write. Update replaces the whole property bag but keeps the first observation; Expire keeps the properties and
 * takes times and keep-alive from the payload; Delete hides the row for good.
 */
export function applyWrite<R extends Alive & { readonly properties: unknown }>(
  method: Method,
  before: R | undefined,
  payload: Omit<R, 'method' | 'deleted'>,
): R {
  const next = { ...payload, method, deleted: method === 'Expire' || method === 'Delete' } as R
  if (before === undefined || method === 'Create') return next
  const firstObserved = before.firstObserved ?? next.firstObserved
  if (method === 'Update') return { ...next, firstObserved }
  return { ...next, firstObserved, properties: before.properties }
}

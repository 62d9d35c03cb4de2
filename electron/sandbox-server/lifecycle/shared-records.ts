import { setTimeout } from 'node:timers/promises'
import { isLive } from '#shared/sandbox/states.ts'
import type { Isolate, IsolatePlan, Runtime } from '../runtime/runtime.ts'
import { adopted } from './adopted.ts'
import type { Inventory } from './inventory.ts'
import type { SandboxRecord } from './record.ts'
import type { RecordStore } from './record-store.ts'
import * as entries from './sandbox-entry.ts'
import type { Entry } from './sandbox-entry.ts'

interface Context {
  readonly store: RecordStore
  readonly runtime: Runtime
  readonly log: (line: string) => void
  readonly inventory: Inventory
  planOf(record: SandboxRecord): IsolatePlan | undefined
  hold(entry: Entry, isolate: Isolate): void
  /** A sandbox was changed or removed. */
  changed(id: string): void
}

/** Applies other servers' changes since the last call; undefined if there are no other servers. */
export function catchUp(context: Context): Promise<void> | undefined {
  if (!context.store.isShared) return undefined
  return takeAll(context).catch((error: Error) =>
    context.log(`problem: what other servers did is not known: ${error.message}`),
  )
}

async function takeAll(context: Context): Promise<void> {
  const { store, inventory } = context
  const { changed, gone } = await store.refresh()
  for (const id of gone) {
    const entry = inventory.get(id)
    // A sandbox that is being started here is about to be written.
    if (!entry || entry.starting) continue
    entries.releaseIsolate(entry)
    inventory.forget(id)
    context.changed(id)
  }
  await Promise.all(changed.map((record) => take(record, context)))
}

async function take(record: SandboxRecord, context: Context): Promise<void> {
  const known = context.inventory.get(record.id)
  // A change in progress here is merged with theirs when it is written.
  if (known?.starting || known?.stopping) return
  if (known) context.inventory.change(known, record)
  const entry = known ?? context.inventory.put(record)
  if (!isLive(record.state)) entries.releaseIsolate(entry)
  else if (record.state === 'running' && !entry.isolate) await join(entry, context)
  context.changed(record.id)
}

/** Joins a sandbox once, although several calls may see the same change. */
async function join(entry: Entry, context: Context): Promise<void> {
  entry.joining ??= adopted(entry.record, context.planOf(entry.record), context)
    .then((isolate) => {
      if (isolate && entry.record.state === 'running' && !entry.isolate) context.hold(entry, isolate)
    })
    .finally(() => delete entry.joining)
  await entry.joining
}

/** Milliseconds after which another server that ended a sandbox has recorded it. */
const OTHER_ENDS_MS = 3_000

/** Waits for a server that has just ended an isolate to record it; returns immediately if there are no others. */
export async function waitForOthers(
  store: RecordStore,
  refresh: () => Promise<void> | undefined,
): Promise<void> {
  if (!store.isShared) return
  await setTimeout(OTHER_ENDS_MS)
  await refresh()
}

/** Whether another server may be starting this sandbox: its startup timeout has not passed. */
export const startsElsewhere = (record: SandboxRecord, now: number): boolean =>
  record.state === 'pending' && record.created + record.startupSeconds * 1000 > now

/** An extended deadline is saved for other servers once it moved by this fraction of the idle time. */
const NOTICE_SHARE = 0.1

/**
 * Whether the deadline has moved so far that it has to be saved, because another server would otherwise end the sandbox.
 */
export const isOverdue = ({ record, saved = 0 }: Entry): boolean =>
  record.expires - saved > record.idleMinutes * 60_000 * NOTICE_SHARE

import { setTimeout } from 'node:timers/promises'
import { isLive } from '#shared/sandbox/states.ts'
import type { Isolate, IsolatePlan, Runtime } from '../runtime/runtime.ts'
import { adopted } from './adopted.ts'
import type { Inventory } from './inventory.ts'
import type { SandboxRecord } from './record.ts'
import type { RecordStore } from './record-store.ts'
import * as entries from './sandbox-entry.ts'
import type { Entry } from './sandbox-entry.ts'

interface Hands {
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
export function catchUp(hands: Hands): Promise<void> | undefined {
  if (!hands.store.isShared) return undefined
  return takeAll(hands).catch((error: Error) =>
    hands.log(`problem: what other servers did is not known: ${error.message}`),
  )
}

async function takeAll(hands: Hands): Promise<void> {
  const { store, inventory } = hands
  const { changed, gone } = await store.look()
  for (const id of gone) {
    const entry = inventory.get(id)
    // A sandbox that is being started here is about to be written.
    if (!entry || entry.starting) continue
    entries.letGo(entry)
    inventory.forget(id)
    hands.changed(id)
  }
  await Promise.all(changed.map((record) => take(record, hands)))
}

async function take(record: SandboxRecord, hands: Hands): Promise<void> {
  const known = hands.inventory.get(record.id)
  // A change in progress here is merged with theirs when it is written.
  if (known?.starting || known?.stopping) return
  if (known) hands.inventory.change(known, record)
  const entry = known ?? hands.inventory.put(record)
  if (!isLive(record.state)) entries.letGo(entry)
  else if (record.state === 'running' && !entry.isolate) await join(entry, hands)
  hands.changed(record.id)
}

/** Joins a sandbox once, although several calls may see the same change. */
async function join(entry: Entry, hands: Hands): Promise<void> {
  entry.joining ??= adopted(entry.record, hands.planOf(entry.record), hands)
    .then((isolate) => {
      if (isolate && entry.record.state === 'running' && !entry.isolate) hands.hold(entry, isolate)
    })
    .finally(() => delete entry.joining)
  await entry.joining
}

/** Milliseconds after which another server that ended a sandbox has recorded it. */
const OTHER_ENDS_MS = 3_000

/** Waits for a server that has just ended an isolate to record it; returns immediately if there are no others. */
export async function othersSpoke(store: RecordStore, look: () => Promise<void> | undefined): Promise<void> {
  if (!store.isShared) return
  await setTimeout(OTHER_ENDS_MS)
  await look()
}

/** Whether another server may be starting this sandbox: its startup timeout has not passed. */
export const startsElsewhere = (record: SandboxRecord, now: number): boolean =>
  record.state === 'pending' && record.created + record.startupSeconds * 1000 > now

/** An extended deadline is saved for other servers once it moved by this fraction of the idle time. */
const TOLD_SHARE = 0.1

/**
 * Whether the deadline has moved so far that it has to be saved, because another server would otherwise end the sandbox.
 */
export const isOverdue = ({ record, saved = 0 }: Entry): boolean =>
  record.expires - saved > record.idleMinutes * 60_000 * TOLD_SHARE

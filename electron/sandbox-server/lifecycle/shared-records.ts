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
  /** A sandbox changed, or is no more. */
  changed(id: string): void
}

/** Takes over what other servers did since the last look; undefined where there are none. */
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
    // One that is being started here is written soon.
    if (!entry || entry.starting) continue
    entries.letGo(entry)
    inventory.forget(id)
    hands.changed(id)
  }
  await Promise.all(changed.map((record) => take(record, hands)))
}

async function take(record: SandboxRecord, hands: Hands): Promise<void> {
  const known = hands.inventory.get(record.id)
  // What is done here at the moment is put together with theirs when it is written.
  if (known?.starting || known?.stopping) return
  if (known) hands.inventory.change(known, record)
  const entry = known ?? hands.inventory.put(record)
  if (!isLive(record.state)) entries.letGo(entry)
  else if (record.state === 'running' && !entry.isolate) await join(entry, hands)
  hands.changed(record.id)
}

/** Several calls may see the same change. */
async function join(entry: Entry, hands: Hands): Promise<void> {
  entry.joining ??= adopted(entry.record, hands.planOf(entry.record), hands)
    .then((isolate) => {
      if (isolate && entry.record.state === 'running' && !entry.isolate) hands.hold(entry, isolate)
    })
    .finally(() => delete entry.joining)
  await entry.joining
}

/** Another server that ends a sandbox has said so by then. */
const OTHER_ENDS_MS = 3_000

/** Waits for a server that has just ended an isolate to say so; at once where there are no others. */
export async function othersSpoke(store: RecordStore, look: () => Promise<void> | undefined): Promise<void> {
  if (!store.isShared) return
  await setTimeout(OTHER_ENDS_MS)
  await look()
}

/** Whether a sandbox that is being started is another server's business: nobody else's start may take so long. */
export const startsElsewhere = (record: SandboxRecord, now: number): boolean =>
  record.state === 'pending' && record.created + record.startupSeconds * 1000 > now

/** A renewed deadline is told to other servers after so much of the idle time. */
const TOLD_SHARE = 0.1

/** Whether other servers must learn how far its deadline moved, lest they end it. */
export const isOverdue = ({ record, saved = 0 }: Entry): boolean =>
  record.expires - saved > record.idleMinutes * 60_000 * TOLD_SHARE

import type { StartRequest } from '#shared/sandbox/lifecycle.ts'
import { SessionSet } from '../session/session-set.ts'
import { Census } from './census.ts'
import type { SandboxRecord } from './record.ts'
import { type Entry, freshEntry } from './sandbox-entry.ts'

/** Deleted sandboxes that are remembered; bounds memory when many environments come and go. */
const MAX_DELETED = 500

/** The sandboxes of a server by id, with incremental counts. */
export class Inventory {
  readonly census = new Census()
  readonly #entries = new Map<string, Entry>()
  /** Ids of remembered deleted sandboxes, the first deleted first. */
  readonly #deleted = new Set<string>()

  get(id: string): Entry | undefined {
    return this.#entries.get(id)
  }

  all(): Iterable<Entry> {
    return this.#entries.values()
  }

  /** Adds a sandbox; replaces one of the same id. */
  put(record: SandboxRecord, request?: StartRequest): Entry {
    const entry = freshEntry(
      record,
      new SessionSet((by, key) => this.census.countSessions(entry.record, by, key)),
      request,
    )
    this.census.moved(this.get(record.id)?.record, undefined)
    this.#entries.set(record.id, entry)
    this.#deleted.delete(record.id)
    this.census.moved(undefined, record)
    return entry
  }

  /** Replaces the record of a sandbox; forgets the first deleted one when there are too many. */
  change(entry: Entry, record: SandboxRecord): void {
    const before = entry.record
    entry.record = record
    this.census.moved(before, record)
    if (record.state !== 'deleted' || before.state === 'deleted') return
    this.#deleted.add(record.id)
    const [first] = this.#deleted
    if (first !== undefined && this.#deleted.size > MAX_DELETED) this.forget(first)
  }

  forget(id: string): void {
    const entry = this.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.#deleted.delete(id)
    this.census.moved(entry.record, undefined)
  }
}

import type { StartRequest } from '#shared/sandbox/lifecycle.ts'
import { isLive } from '#shared/sandbox/states.ts'
import type { Isolate, IsolatePlan, RegistryLogin, Runtime } from '../runtime/runtime.ts'
import type { SessionSet } from '../session/session-set.ts'
import { PlainFailure } from './platform-error.ts'
import { advance, networkOf, type SandboxRecord } from './record.ts'
import { deleteDelay } from './record-changes.ts'

/** A sandbox and its running state. */
export interface Entry {
  record: SandboxRecord
  isolate?: Isolate
  sessions: SessionSet
  /** Requests in progress; while there are any, the idle deadline does not apply. */
  busy: number
  /** Number of OOM-killed processes already reported. */
  outOfMemory: number
  /** Its idle deadline as last saved. */
  saved?: number
  /** Registry credentials; only in memory, and only until the isolate has started. */
  login?: RegistryLogin | undefined
  stopping?: Promise<void>
  joining?: Promise<void>
  starting?: { readonly abort: AbortController; readonly done: Promise<void> }
}

/** Returns an entry that can serve requests. @throws PlainFailure with the reason otherwise */
export function usable(entry: Entry | undefined, id: string): Entry {
  if (!entry || !isLive(entry.record.state)) throw new PlainFailure(`sandbox ${id} not started`)
  if (entry.record.kind === 'gem') {
    throw new PlainFailure(`sandbox ${id} holds a GEM environment and runs no commands`)
  }
  if (entry.record.isPaused) throw new PlainFailure(`sandbox ${id} is paused: resume it first`)
  return entry
}

/** Why the backend of a sandbox cannot hold its processes. */
export const noPause = ({ source }: Pick<SandboxRecord, 'source'>, runtime: Runtime): string =>
  `processes cannot be held here: ${runtime.infoOf(source).noPause ?? 'there is no freezer of control groups'}`

/** What is noted of a sandbox that nobody stopped here; without files of its own it is a Pod. */
export const ownEnd = ({ keepsFiles }: Pick<Runtime, 'keepsFiles'>): string =>
  `The sandbox ended by itself: ${keepsFiles === false ? 'its Pod was deleted or failed' : 'its first process was killed'}.`

/** The registry credentials of a request. */
export const loginOf = (username?: string | null, password?: string | null): RegistryLogin | undefined =>
  username && password ? { username, password } : undefined

export const freshEntry = (record: SandboxRecord, sessions: SessionSet, request?: StartRequest): Entry => ({
  record,
  sessions,
  busy: 0,
  outOfMemory: 0,
  login: loginOf(request?.registry_username, request?.registry_password),
})

/**
 * Ends a sandbox's processes. @throws RuntimeFailure when its isolate is still running; the call can be
 * repeated
 */
export async function endEntry(entry: Entry): Promise<void> {
  entry.starting?.abort.abort()
  await entry.starting?.done.catch(() => undefined)
  entry.sessions = entry.sessions.renewed()
  const { isolate } = entry
  delete entry.isolate
  try {
    await isolate?.stop()
  } catch (error) {
    if (isolate) entry.isolate = isolate
    throw error
  }
}

/** Detaches from a sandbox that another server has ended. */
export function releaseIsolate(entry: Entry): void {
  entry.sessions = entry.sessions.left()
  entry.isolate?.leave?.()
  delete entry.isolate
}

/** Live sandboxes that end with the server; detachable isolates survive it. */
export const ending = (entries: Iterable<Entry>): SandboxRecord[] =>
  [...entries]
    .filter(({ record, isolate }) => isLive(record.state) && !isolate?.leave?.())
    .map(({ record }) => record)

/** The record of a GEM environment without processes, which is alive immediately. */
export function lightRecord(planned: SandboxRecord, now: number): SandboxRecord {
  const pending: SandboxRecord = { ...planned, kind: 'gem' }
  return { ...(advance(pending, 'alive', now) ?? pending), started: now }
}

/** How long deleted sandboxes are remembered (for `include_all_states`). */
const REMEMBER_DELETED_MS = 3_600_000

/** Restarts deadlines that are further ahead than possible, because the clock was set back. */
function withinReach(record: SandboxRecord, now: number): SandboxRecord {
  const expires = Math.min(record.expires, now + record.idleMinutes * 60_000)
  const deletes = record.deletes && Math.min(record.deletes, now + (deleteDelay(record) ?? Infinity))
  const { deadline = { at: 0, lastsMs: 0 } } = record
  const isLate = deadline.at > now + deadline.lastsMs
  if (expires === record.expires && deletes === record.deletes && !isLate) return record
  const reachable = record.deadline && {
    ...record.deadline,
    at: Math.min(deadline.at, now + deadline.lastsMs),
  }
  return { ...record, expires, deletes, deadline: reachable }
}

/**
 * The time of the next automatic transition: stop, delete or forget. Undefined if there is none. Corrects deadlines after a clock change.
 */
export function dueTime(entry: Entry | undefined): number | undefined {
  if (!entry) return undefined
  const { busy, starting } = entry
  const record = (entry.record = withinReach(entry.record, Date.now()))
  if (isLive(record.state)) {
    if (starting || record.isPaused) return undefined
    return record.deadline?.at ?? (busy > 0 ? undefined : record.expires)
  }
  if (record.state === 'deleted') return (record.deleted ?? 0) + REMEMBER_DELETED_MS
  return record.deletes
}

/** Maximum number of processes per sandbox. */
const MAX_PROCESSES = 1024

/** The backend's plan for it; undefined before its image is resolved. */
export function isolatePlan(record: SandboxRecord, folder: string): IsolatePlan | undefined {
  const { id, source, cpus, memory, disk, env, pull, platform } = record
  const limits = { cpus, memory, disk, processes: MAX_PROCESSES }
  return source && { id, folder, image: source, limits, network: networkOf(record), env, pull, platform }
}

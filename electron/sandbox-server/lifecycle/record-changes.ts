import { START_DEFAULTS } from '#shared/sandbox/lifecycle.ts'
import { formatSize } from '#shared/sandbox/size.ts'
import { advance, type Phase, type SandboxRecord, timestamp, withNotice, withoutNotice } from './record.ts'

/** A phase in progress. */
export const begun = (message: string, started: string): Phase => ({
  status: 'running',
  message,
  started_at: started,
})

/** A successful phase. */
export const succeeded = (message: string, started: string): Phase => ({
  status: 'success',
  message,
  started_at: started,
  completed_at: timestamp(Date.now()),
})

/** The record of a failed start, with the reason in the phase that failed. */
export function failedStart(record: SandboxRecord, timedOut: boolean, error: unknown) {
  const words = error instanceof Error ? error.message : String(error)
  const reason = timedOut ? `not started within ${record.startupSeconds} seconds` : words
  const name = record.source ? 'docker_run' : 'image_pull'
  const started = record.phases[name]?.started_at
  const phase: Phase = {
    status: timedOut ? 'timeout' : 'failed',
    message: reason,
    ...(started ? { started_at: started } : {}),
    completed_at: timestamp(Date.now()),
  }
  const failed = { ...record, phases: { ...record.phases, [name]: phase } }
  return { record: withNotice(failed, `Not started: ${reason}.`), reason }
}

/** How long a stopped sandbox without its own policy can be restarted (docs/decisions.md, sandbox platform 6). */
const KEEP_STOPPED_MS = START_DEFAULTS.keepMinutes * 60_000

/** Milliseconds until a stopped sandbox is deleted; undefined for never. */
export function deleteDelay(record: SandboxRecord): number | undefined {
  if (record.autoArchiveSeconds !== undefined) return undefined
  return record.autoDeleteSeconds === undefined ? KEEP_STOPPED_MS : record.autoDeleteSeconds * 1000
}

/** The record of a sandbox that was stopped, with the time at which it is deleted. */
export function stopped(record: SandboxRecord, now: number): SandboxRecord {
  const delay = deleteDelay(record)
  const next = advance(record, 'stop', now) ?? record
  return { ...next, stopped: now, ...(delay === undefined ? {} : { deletes: now + delay }) }
}

const MEMORY_NOTICE = /memory limit of .* was reached/

/** Adds a notice that processes were OOM-killed; a newer count replaces an older one. */
export function withMemoryNotice(record: SandboxRecord, killed: number): SandboxRecord {
  const many = killed === 1 ? 'A process was' : `${killed} processes were`
  const notices = record.notices.filter((notice) => !MEMORY_NOTICE.test(notice))
  const limit = formatSize(record.memory)
  return withNotice({ ...record, notices }, `${many} killed: the memory limit of ${limit} was reached.`)
}

export const diskNotice = (limit: number): string =>
  `Stopped: its files took more than the disk limit of ${formatSize(limit)}.`

/** The record of a sandbox that has started. */
export function alive(record: SandboxRecord): SandboxRecord {
  const now = Date.now()
  const next = advance(record, 'alive', now) ?? record
  return { ...next, started: now, expires: now + next.idleMinutes * 60_000, jobsUntil: undefined }
}

/** The record of a running sandbox that another or an earlier server was starting. */
export const recordAsRunning = (record: SandboxRecord): SandboxRecord =>
  record.state === 'running' ? record : withoutPhases(alive(record))

/** Its phases were not observed. */
const withoutPhases = (record: SandboxRecord): SandboxRecord => ({ ...record, phases: {} })

/** Whether only the idle deadline changed, which is not worth a write. */
export function isRenewal(a: SandboxRecord, b: SandboxRecord): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof SandboxRecord)[])
  return (
    a !== b && [...keys].every((name) => name === 'expires' || name === 'jobsUntil' || a[name] === b[name])
  )
}

/** Shown while a sandbox still runs with its previous network. */
const NETWORK_WAITS = 'The network that was chosen applies from the next start.'

export function withNetwork(record: SandboxRecord, network: string, isNow: boolean): SandboxRecord {
  const changed = { ...withoutNotice(record, NETWORK_WAITS), network }
  return isNow ? changed : withNotice(changed, NETWORK_WAITS)
}

/** Notices about a sandbox's image, which remain valid after a restart. */
const IMAGE_NOTICE = /^Image /

/**
 * The record of a restarted sandbox, without the state of its last run; undefined unless it is stopped.
 * @param key the key that it counts for from now on
 */
export function restarted(
  record: SandboxRecord,
  key: string | undefined,
  now: number,
): SandboxRecord | undefined {
  const next = record.kind === 'sandbox' ? advance(record, 'restart', now) : undefined
  if (!next) return undefined
  const { started: _started, stopped: _stopped, deletes: _deletes, isPaused: _isPaused, ...ended } = next
  const { deadline: _deadline, ...rest } = ended
  const notices = rest.notices.filter((notice) => IMAGE_NOTICE.test(notice))
  const identity = key === undefined ? rest.identity : { ...rest.identity, key }
  return { ...rest, identity, notices, phases: {}, expires: now + rest.idleMinutes * 60_000 }
}

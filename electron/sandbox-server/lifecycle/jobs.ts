import { collect } from '../runtime/collect.ts'
import type { Isolate, Runtime } from '../runtime/runtime.ts'
import type { SandboxRecord } from './record.ts'
import type { Entry } from './sandbox-entry.ts'

const HOUR_MS = 3_600_000

/**
 * Prints a word if a background job of a shell is running: a process with a parent inside the sandbox, or one left by such a parent.
 * Processes started by the server, shells included, have no parent inside; neither has pid 1. Timers of lent keys are excluded: a key must
 * not keep a sandbox alive.
 */
const JOBS = [
  'own=" $(cat /dev/shm/orrery-lent-*/timer 2>/dev/null | tr "\\n" " ")"',
  'for stat in /proc/[0-9]*/stat; do',
  '  read -r line 2>/dev/null < "$stat" || continue',
  '  set -- ${line##*) }',
  '  case $own in *" ${line%% *} "*) continue ;; esac',
  '  case $1 in Z|X) continue ;; esac',
  '  [ "$2" -gt 0 ] && { echo job; exit 0; }',
  'done 2>/dev/null',
].join('\n')

const hasJobs = async (isolate: Isolate): Promise<boolean> =>
  (await collect(isolate.exec({ argv: ['/bin/sh', '-c', JOBS] }))).stdout.length > 0

export interface JobLimits {
  readonly runtime: Runtime
  /** Maximum hours that jobs keep a sandbox alive after its last use; 0 for none. */
  readonly jobHours: number
}

/** Backends with a PID namespace per sandbox, in which processes without a parent belong to the server. */
const OWN = new Set(['bubblewrap', 'namespaces'])

/**
 * Extends the deadline of an idle sandbox while jobs are running: by another idle time, up to the limit for jobs. Resolves with
 * whether it was extended.
 */
export async function putOff(
  entry: Pick<Entry, 'record' | 'isolate'>,
  { runtime, jobHours }: JobLimits,
  change: (record: SandboxRecord) => void,
): Promise<boolean> {
  const { isolate, record } = entry
  const { deadline, idleMinutes, expires, source } = record
  const counts = jobHours > 0 && idleMinutes > 0 && !deadline && OWN.has(runtime.infoOf(source).name)
  const until = record.jobsUntil ?? expires + jobHours * HOUR_MS
  if (!isolate || !counts || Date.now() >= until) return false
  const isBusy = await hasJobs(isolate).catch(() => false)
  // The sandbox was used meanwhile.
  if (entry.record.expires !== expires) return true
  if (isBusy)
    change({ ...entry.record, jobsUntil: until, expires: Math.min(until, Date.now() + idleMinutes * 60_000) })
  return isBusy
}

import { collect } from '../runtime/collect.ts'
import type { Isolate, Runtime } from '../runtime/runtime.ts'
import type { SandboxRecord } from './record.ts'
import type { Entry } from './sandbox-entry.ts'

const HOUR_MS = 3_600_000

/**
 * Prints a word when a program runs that another one of the sandbox began, or left behind: a job of a shell. What the server itself
 * starts there, shells included, has no parent inside; neither has the first process. The timers of lent keys are not jobs: a key must not
 * keep a sandbox alive.
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
  /** Hours that jobs may keep a sandbox after its last use; 0: they do not. */
  readonly jobHours: number
}

/** Backends whose sandboxes have processes of their own, of which those without a parent are the server's. */
const OWN = new Set(['bubblewrap', 'namespaces'])

/**
 * Puts the end of a sandbox off whose idle time is over while jobs run in it: by another idle time, and no further than they may take.
 * Resolves to whether it goes on.
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
  // It was used while this looked.
  if (entry.record.expires !== expires) return true
  if (isBusy)
    change({ ...entry.record, jobsUntil: until, expires: Math.min(until, Date.now() + idleMinutes * 60_000) })
  return isBusy
}

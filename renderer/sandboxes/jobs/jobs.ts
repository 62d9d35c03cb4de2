import { type Job, jobsDocument } from '#shared/documents/sandboxes.ts'
import { shellQuote } from '#shared/shell/quote.ts'
import { documentOf } from '../../app/document.ts'
import { workbench } from '../../app/workbench.ts'
import { placeOf, terminalOf } from '../sessions/terminal-store.ts'

const kept = documentOf(jobsDocument)

export const loadJobs = (): Promise<void> => kept.load()

export const useJobs = (): readonly Job[] => kept.use(({ value }) => value)

/**
 * Runs a command in the background of a session: with the session's variables and functions, its output in a file, its exit
 * code written when it ends. It lives on when the session does not.
 */
export async function startJob(terminalId: string, command: string): Promise<void> {
  const terminal = terminalOf(terminalId)
  if (!terminal) return
  const { platform, sandboxId, session } = terminal
  const id = crypto.randomUUID().slice(0, 8)
  const base = `/tmp/.orrery-job-${id}`
  const inner = `trap '' HUP; (eval ${shellQuote(command)}); echo $? > ${base}.new; mv ${base}.new ${base}.code`
  let answer = ''
  await workbench.call(
    'sandboxes.run',
    {
      platform,
      sandboxId,
      session,
      command: `(set -m; { ${inner}; } > ${base}.out 2>&1 < /dev/null & echo "JOB$!")`,
      plain: true,
    },
    { onProgress: ({ chunk }) => (answer += chunk) },
  )
  const pid = Number(/JOB(\d+)/.exec(answer)?.[1])
  if (!pid) throw new Error(answer)
  const job: Job = {
    id,
    platform,
    sandboxId,
    command,
    pid,
    base,
    startedAt: Date.now(),
    state: 'running',
    exitCode: null,
  }
  void kept.change((jobs) => [...jobs, job])
}

const LOOK =
  'if [ -f "$1.code" ]; then cat "$1.code"; elif kill -0 "$2" 2>/dev/null; then echo running; else echo lost; fi'

/** Looks whether the running jobs of a sandbox are over. */
export async function lookAtJobs(place: string): Promise<void> {
  for (const job of kept.value) {
    if (placeOf(job) !== place || job.state !== 'running') continue
    const { platform, sandboxId } = job
    const { stdout } = await workbench.call('sandboxes.execute', {
      platform,
      sandboxId,
      command: ['sh', '-c', LOOK, 'sh', job.base, String(job.pid)],
    })
    const word = stdout.trim()
    if (word === 'running') continue
    const exitCode = /^\d+$/.test(word) ? Number(word) : null
    void kept.change((jobs) =>
      jobs.map((one) =>
        one.id === job.id ? { ...one, state: exitCode === null ? 'lost' : 'done', exitCode } : one,
      ),
    )
  }
}

/** Bytes of a job's output that are shown: its end. */
const SHOWN = 64 * 1024

export async function jobOutput({ platform, sandboxId, base }: Job): Promise<string> {
  const command = ['tail', '-c', String(SHOWN), '--', `${base}.out`]
  return (await workbench.call('sandboxes.execute', { platform, sandboxId, command })).stdout
}

/** Ends a job with everything it started. */
export async function endJob({ platform, sandboxId, pid }: Job): Promise<void> {
  const script = 'kill -TERM -- "-$1" 2>/dev/null || kill -TERM "$1"'
  await workbench.call('sandboxes.execute', {
    platform,
    sandboxId,
    command: ['sh', '-c', script, 'sh', String(pid)],
  })
}

export async function removeJob(job: Job): Promise<void> {
  void kept.change((jobs) => jobs.filter(({ id }) => id !== job.id))
  const { platform, sandboxId, base } = job
  await workbench.call('sandboxes.execute', {
    platform,
    sandboxId,
    command: ['sh', '-c', 'rm -f "$1".*', 'sh', base],
  })
}

import { randomUUID } from 'node:crypto'
import { observationSchema } from '#shared/sandbox/records.ts'
import { setTimeout } from 'node:timers/promises'
import type { SandboxPlatform } from './platform.ts'
import { SandboxPlatformError } from './platform-error.ts'

/** A command that goes on while nobody waits, started through a session so that it has the session's environment. */
export interface BackgroundRun {
  readonly pid: number
  readonly outputFile: string
  readonly exitFile: string
}

export interface BackgroundStatus {
  readonly running: boolean
  /** Undefined while it runs, or when the process was killed before it could tell. */
  readonly exitCode: number | undefined
}

/** $1 script, $2 output, $3 exit code file: the code file appears whole, after the output. */
const START = (base: string): string =>
  `nohup bash -c 'bash ${base}.sh; echo $? > ${base}.code.new; mv ${base}.code.new ${base}.code' ` +
  `< /dev/null > ${base}.out 2>&1 & echo PIDSTART\${!}PIDEND;disown`

const STATUS =
  'if [ -f "$1.code" ]; then cat "$1.code"; elif kill -0 "$2" 2>/dev/null; then echo running; else sleep 0.2; cat "$1.code" 2>/dev/null || echo lost; fi'

/** The SDKs' way of long commands (docs/sandbox-platform.md#background), but with the real exit code. */
export async function startInBackground(
  platform: SandboxPlatform,
  sandboxId: string,
  session: string,
  command: string,
): Promise<BackgroundRun> {
  const base = `/tmp/.orrery-run-${randomUUID()}`
  await platform.files.writeText(sandboxId, `${base}.sh`, `${command}\n`)
  const body = { sandbox_id: sandboxId, session, command: START(base), check: 'silent', timeout: 30 }
  const { output } = await platform.client.post('run', body, observationSchema, { timeout: 45_000 })
  const pid = Number(/PIDSTART(\d+)PIDEND/.exec(output)?.[1])
  if (!pid) throw new SandboxPlatformError('UNEXPECTED_ANSWER', 'run', `the command did not start: ${output}`)
  return { pid, outputFile: `${base}.out`, exitFile: `${base}.code` }
}

export async function backgroundStatus(
  platform: SandboxPlatform,
  sandboxId: string,
  run: BackgroundRun,
): Promise<BackgroundStatus> {
  const base = run.exitFile.replace(/\.code$/, '')
  const { stdout } = await platform.execute(sandboxId, ['sh', '-c', STATUS, 'sh', base, String(run.pid)])
  const word = stdout.trim()
  if (word === 'running') return { running: true, exitCode: undefined }
  return { running: false, exitCode: /^\d+$/.test(word) ? Number(word) : undefined }
}

/** Waits for its end, looking every `pause` milliseconds. */
export async function backgroundEnd(
  platform: SandboxPlatform,
  sandboxId: string,
  run: BackgroundRun,
  { pause = 1_000, signal }: { pause?: number; signal?: AbortSignal } = {},
): Promise<BackgroundStatus> {
  for (;;) {
    const status = await backgroundStatus(platform, sandboxId, run)
    if (!status.running) return status
    await setTimeout(pause, undefined, signal ? { signal } : {})
  }
}

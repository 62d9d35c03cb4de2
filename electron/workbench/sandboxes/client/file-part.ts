import { setTimeout } from 'node:timers/promises'
import type { SandboxCommands } from './commands.ts'
import { SandboxPlatformError } from './platform-error.ts'

/**
 * Attempts to read a part whose reader was killed, and the first delay between them in milliseconds, doubled each time.
 */
const READ_ATTEMPTS = 4
const READ_PAUSE_MS = 250
/** Exit code of a process killed by SIGKILL: 128 + 9. */
const KILLED = 137

/**
 * Prints bytes $2 (1-based) to $2+$3-1 of a file as base64. A shell reports only the exit code of a pipeline's last program, so the
 * others write theirs to stderr: a killed reader must not look like the end of the file.
 */
const PART = [
  'if [ -d "$1" ]; then echo "$1: is a directory" >&2; exit 1; fi',
  '[ -r "$1" ] || { ls -d -- "$1" >/dev/null || exit 1; echo "$1: permission denied" >&2; exit 1; }',
  'exec 3>&2',
  '{ tail -c "+$2" -- "$1"; echo "tail=$?" >&3; } | { head -c "$3"; echo "head=$?" >&3; } | base64',
].join('\n')

/** The exit codes in stderr. */
const CODES = /^(tail|head)=(\d+)\n/gm

const KILLED_REASON = `the program was killed in the sandbox (exit code ${KILLED}), perhaps for want of memory`

/**
 * Reads a part of a file using the base API; fewer bytes only at the end of the file. A read that was killed, for example by the OOM
 * killer, is retried.
 * @throws SandboxPlatformError FAILED with the reason
 */
export async function readPart(
  platform: SandboxCommands,
  id: string,
  place: { path: string; offset: number; length: number },
  signal?: AbortSignal,
): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    const part = await readOnce(platform, id, place, signal)
    if (Buffer.isBuffer(part)) return part
    if (part.reason !== KILLED_REASON || attempt === READ_ATTEMPTS) {
      throw new SandboxPlatformError('FAILED', 'readFile', part.reason)
    }
    await setTimeout(READ_PAUSE_MS * 2 ** (attempt - 1), undefined, signal ? { signal } : {})
  }
}

async function readOnce(
  platform: SandboxCommands,
  id: string,
  { path, offset, length }: { path: string; offset: number; length: number },
  signal?: AbortSignal,
): Promise<Buffer | { reason: string }> {
  const argv = ['sh', '-c', PART, 'sh', path, String(offset + 1), String(length)]
  const {
    stdout,
    stderr,
    exit_code: code,
  } = await platform.execute(id, argv, {
    signal,
    harmless: true,
  })
  const codes = Object.fromEntries(
    Array.from(stderr.matchAll(CODES), ([, name = '', value]) => [name, Number(value)]),
  )
  const words = failureWords(stderr.replace(CODES, ''))
  const bytes = Buffer.from(stdout, 'base64')
  // After `head` has enough, SIGPIPE stops a `tail` that continues writing, so its exit code is ignored then.
  const ends = [code ?? undefined, codes['head'], bytes.length === length ? 0 : codes['tail']]
  if (ends.every((end) => end === 0)) return bytes
  // If the exit codes are missing, the shell itself was killed.
  const killed = ends.includes(KILLED) || (ends.includes(undefined) && words === '')
  return {
    reason: killed ? KILLED_REASON : words || `exit code ${ends.find((end) => end !== 0) ?? 'unknown'}`,
  }
}

/** The last line that a program wrote to stderr, without the program's name. */
export const failureWords = (stderr: string): string =>
  stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^[a-z]+: /, '') ?? ''

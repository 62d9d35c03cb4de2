import { setTimeout } from 'node:timers/promises'
import type { SandboxCommands } from './commands.ts'
import { SandboxPlatformError } from './platform-error.ts'

/** How often a part is read whose reader was killed, and milliseconds of the first pause between, doubled each time. */
const READ_ATTEMPTS = 4
const READ_PAUSE_MS = 250
/** Exit code of a process that SIGKILL ended: 128 + 9. */
const KILLED = 137

/**
 * Bytes $2 (1-based) to $2+$3-1 of a file as base64. A shell reports only the last program's exit code, so the others write theirs to
 * standard error: a killed reader must not look like the file's end.
 */
const PART = [
  'if [ -d "$1" ]; then echo "$1: is a directory" >&2; exit 1; fi',
  '[ -r "$1" ] || { ls -d -- "$1" >/dev/null || exit 1; echo "$1: permission denied" >&2; exit 1; }',
  'exec 3>&2',
  '{ tail -c "+$2" -- "$1"; echo "tail=$?" >&3; } | { head -c "$3"; echo "head=$?" >&3; } | base64',
].join('\n')

/** The programs' own lines in standard error. */
const CODES = /^(tail|head)=(\d+)\n/gm

const KILLED_REASON = `the program was killed in the sandbox (exit code ${KILLED}), perhaps for want of memory`

/**
 * A part of a file over the base API; fewer bytes only at the file's end. A reader that was killed, as on a machine short of memory, is
 * tried again.
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
  // A program that writes on after `head` has enough is stopped by the closed pipe: its exit code says nothing then.
  const ends = [code ?? undefined, codes['head'], bytes.length === length ? 0 : codes['tail']]
  if (ends.every((end) => end === 0)) return bytes
  // A shell that could not tell a program's end was itself killed.
  const killed = ends.includes(KILLED) || (ends.includes(undefined) && words === '')
  return {
    reason: killed ? KILLED_REASON : words || `exit code ${ends.find((end) => end !== 0) ?? 'unknown'}`,
  }
}

/** The last line that a program wrote, without its name. */
export const failureWords = (stderr: string): string =>
  stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^[a-z]+: /, '') ?? ''

import { z } from 'zod'
import { collect } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { type EndReport, readReport } from './report-channel.ts'
import { ShellKey } from './shell-key.ts'

/** What another server needs to join a session; it holds the shell's key, so it is kept where the sandbox cannot read it. */
export interface SavedSession {
  /** Name of the shell's folder and terminal. */
  readonly key: string
  /** As {@link ShellKey.line}. */
  readonly secret: string
  /** The process number of the shell. */
  readonly pid: number
  readonly created: number
  /** The id of the access key that opened it. */
  readonly owner?: string | undefined
}

const form = z.object({
  key: z.string().regex(/^[\w-]+$/),
  secret: z.string().regex(/^\d+ \d+\n$/),
  pid: z.int().positive(),
  created: z.number(),
  owner: z.string().optional(),
})

/** Undefined if the text is of another version or was changed. */
export function parseSavedSession(text: string): SavedSession | undefined {
  try {
    return form.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The last command of a shell, and how it ended; undefined while it runs. */
export interface ShellState {
  readonly run: number
  readonly nonce: string
  readonly ended: EndReport | undefined
}

/** The beginning of a command file names its run. */
const HEAD_BYTES = 8192
const STATE = `cd "$1" && { head -c ${HEAD_BYTES} command; printf '\\0'; cat last; } 2>/dev/null`

/** Reads from the files of a shell what it does. Call it after its reports are received here, since a report that comes later is received. */
export async function shellState(isolate: Isolate, inside: string, secret: string): Promise<ShellState> {
  const { stdout } = await collect(isolate.exec({ argv: ['/bin/sh', '-c', STATE, 'sh', inside], cwd: '/' }))
  const end = stdout.indexOf(0)
  const [, number = '0', nonce = ''] =
    /__orrery_begin (\d{1,15}) ([\da-f]{32})/.exec(stdout.toString('utf8', 0, Math.max(0, end))) ?? []
  const run = Number(number)
  const report = readReport(ShellKey.of(secret), stdout.subarray(end + 1))
  return { run, nonce, ended: report?.kind === 'ended' && report.run === run ? report : undefined }
}

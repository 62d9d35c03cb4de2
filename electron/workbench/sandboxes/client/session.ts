import { z } from 'zod'
import type { PlatformCapabilities } from './capabilities.ts'
import { LiveSession } from './live-session.ts'
import type { SandboxPlatform } from './platform.ts'
import { PlainSession } from './plain-session.ts'
import { SandboxPlatformError } from './platform-error.ts'

export interface SessionOptions {
  readonly signal?: AbortSignal
  readonly env?: Readonly<Record<string, string>>
  /** Size of the terminal, where the platform has one that can be sized. */
  readonly rows?: number
  readonly cols?: number
  /** Takes over a session of that name that already exists, instead of failing. */
  readonly attach?: boolean
}

export interface RunOptions {
  /** Gets the output while it comes: text as a terminal wants it, escape sequences included, lines ended by CR LF. */
  readonly onOutput?: (chunk: string) => void
  /** Seconds after which the platform interrupts the command; undefined: never. */
  readonly seconds?: number
  /** Aborting interrupts the command and rejects with ABORTED. */
  readonly signal?: AbortSignal
}

export interface RunResult {
  /** The whole output, in the form of {@link RunOptions.onOutput}. */
  readonly output: string
  /** Undefined: the platform could not tell. */
  readonly exitCode: number | undefined
  /** The working directory afterwards, where it is known. */
  readonly cwd: string | undefined
  readonly milliseconds: number
}

export interface ExpectOptions {
  /** Regular expressions; the answer comes when one matches, or when the program ends. */
  readonly expect: readonly string[]
  readonly seconds?: number
  readonly signal?: AbortSignal
  /** The line that leaves the program. */
  readonly quit?: boolean
}

export interface ExpectResult {
  readonly output: string
  /** What ended the wait: the text that matched, or the shell's prompt. */
  readonly matched: string
}

/** A persistent Bash session in a sandbox. The same interface for our server and for a platform that has only plain REST. */
export interface Session {
  readonly sandboxId: string
  readonly name: string
  /** What the shell printed while it started. */
  readonly greeting: string
  /**
   * Runs one command line (or several lines) after those before it.
   * @throws SandboxPlatformError FAILED for a syntax error, a time limit (with the partial output in the text) and an ended shell
   */
  run(command: string, options?: RunOptions): Promise<RunResult>
  /** Drives a program that prompts: types `line` and waits for one of the patterns. */
  expect(line: string, options: ExpectOptions): Promise<ExpectResult>
  /** Sends the foreground job a signal. */
  interrupt(signal?: 'INT' | 'TERM' | 'KILL', options?: { signal?: AbortSignal }): Promise<void>
  /** Types into the terminal for whatever reads it. @throws SandboxPlatformError NO_SUCH_OPERATION on plain platforms */
  write(data: string): Promise<void>
  /** Does nothing where the terminal cannot be sized. */
  resize(cols: number, rows: number): Promise<void>
  close(): Promise<void>
}

/** Opens (or attaches to) a session in the way that suits the platform. */
export async function openSession(
  platform: SandboxPlatform,
  capabilities: PlatformCapabilities,
  sandboxId: string,
  name: string,
  options: SessionOptions,
): Promise<Session> {
  const greeting = await create(platform, sandboxId, name, options, capabilities.liveSessions)
  if (capabilities.liveSessions) return new LiveSession(platform.client, sandboxId, name, greeting)
  return PlainSession.open(platform, sandboxId, name, greeting, options.signal)
}

const createdSchema = z.looseObject({ output: z.string().nullish() })

/** Nobody can press the keys that a pager waits for, nor write in the editor that a merge opens. */
const NO_SCREEN = { PAGER: 'cat', GIT_MERGE_AUTOEDIT: 'no' }

async function create(
  platform: SandboxPlatform,
  sandboxId: string,
  name: string,
  { signal, env, rows, cols, attach }: SessionOptions,
  live: boolean,
): Promise<string> {
  const body = {
    sandbox_id: sandboxId,
    session: name,
    session_type: 'bash',
    // The real platform gives an empty environment otherwise, not even a PATH.
    env_enable: true,
    env: { ...NO_SCREEN, ...(live ? { TERM: 'xterm-256color', COLORTERM: 'truecolor' } : {}), ...env },
    ...(live && rows && cols ? { rows, cols } : {}),
  }
  try {
    const { output } = await platform.client.post('createSession', body, createdSchema, {
      signal,
      timeout: 60_000,
    })
    return output ?? ''
  } catch (error) {
    if (attach && error instanceof SandboxPlatformError && /already exists/.test(error.message)) return ''
    throw error
  }
}

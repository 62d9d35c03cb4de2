import { z } from 'zod'
import { type Failure, WorkbenchError } from '#shared/workbench/failure.ts'
import { observationSchema } from '#shared/sandbox/records.ts'
import {
  type SandboxPlatform,
  SandboxPlatformError,
  type Session,
  type TerminalListener,
} from './client/index.ts'
import { inParts } from './output-parts.ts'
import { type Platforms, translated } from './platforms.ts'

export interface SessionPlace {
  readonly platform: string
  readonly sandboxId: string
  readonly session: string
}

interface OpenOptions {
  readonly env: Readonly<Record<string, string>>
  readonly remoteUser?: string | undefined
  readonly cwd?: string | undefined
  readonly rows?: number | undefined
  readonly cols?: number | undefined
}

/** How a command ended. */
export interface RunResult {
  readonly exitCode: number | null
  readonly cwd?: string | undefined
  /** Duration of the call in milliseconds. */
  readonly milliseconds: number
  /** Why the command could not be run, or that it timed out. */
  readonly problem?: Failure
  /** The shell is gone; the session has to be reopened. */
  readonly sessionEnded: boolean
  /** The platform refused before running anything, so the line can safely be sent again. */
  readonly refused?: boolean
}

/** Failures that belong to the command and are shown in its block, instead of failing the call. */
const OF_THE_COMMAND = new Set(['PLATFORM_REFUSED', 'SESSION_ENDED', 'SANDBOX_NOT_RUNNING', 'SANDBOX_PAUSED'])

/**
 * What a platform reports before it would run anything: no such running sandbox, no such session
 * (docs/sandbox-platform.md#sessions).
 */
const REFUSED = /not started$|session '.*' does not exist/

/** Asks programs without a terminal to print colours anyway. */
const COLOUR_WISHES = {
  CLICOLOR_FORCE: '1',
  FORCE_COLOR: '1',
  PY_COLORS: '1',
  PYTHONUNBUFFERED: '1',
} as const

const created = z.looseObject({ output: z.string().nullish() })

/** Persistent sessions of all platforms, by name. Failures are {@link WorkbenchError}s. */
export class Sessions {
  readonly #platforms: Platforms
  readonly #open = new Map<string, { readonly client: SandboxPlatform; readonly session: Promise<Session> }>()

  constructor(platforms: Platforms) {
    this.#platforms = platforms
  }

  /** Opens a session, or attaches to one that still exists. @returns whether it is new */
  open(place: SessionPlace, { env, remoteUser, cwd, rows, cols }: OpenOptions): Promise<boolean> {
    return this.#platforms.use(place.platform, undefined, async (client) => {
      const { liveSessions } = await client.capabilities()
      const body = {
        ...addressOf(place),
        env_enable: true,
        startup_timeout: 10,
        env: {
          ...(liveSessions ? { TERM: 'xterm-256color', COLORTERM: 'truecolor' } : COLOUR_WISHES),
          ...env,
        },
        remote_user: remoteUser || undefined,
        cwd: cwd || undefined,
        ...(rows && cols ? { rows, cols } : {}),
      }
      const isNew = await client.client.post('createSession', body, created, { timeout: 60_000 }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof SandboxPlatformError && /already exists/.test(error.message)) return false
          throw error
        },
      )
      if (isNew) this.#drop(place)
      await this.#sessionOf(place)
      return isNew
    })
  }

  async close(place: SessionPlace): Promise<void> {
    const known = this.#open.get(keyOf(place))
    this.#open.delete(keyOf(place))
    await this.#platforms.use(place.platform, undefined, async (client) => {
      const session = await known?.session.catch(() => undefined)
      // Removes the session's files in the sandbox as well.
      if (session) await session.close()
      else await client.client.post('closeSession', addressOf(place), z.unknown())
    })
  }

  /**
   * Runs one command; a refusal of the command itself is part of its result. When this resolves, all output has been reported.
   * `plain` sends the text unchanged and reports its output at the end.
   */
  async run(
    place: SessionPlace,
    { command, plain, seconds }: { command: string; plain?: boolean; seconds?: number },
    hear: (chunk: string) => void,
  ): Promise<RunResult> {
    const started = performance.now()
    const tell = (chunk: string): void => inParts(chunk, hear)
    try {
      if (plain) return await this.#runPlain(place, command, seconds, tell)
      const session = await this.#sessionOf(place)
      const { exitCode, cwd, milliseconds } = await session.run(command, { onOutput: tell, seconds })
      return { exitCode: exitCode ?? null, cwd, milliseconds: Math.round(milliseconds), sessionEnded: false }
    } catch (error) {
      const failure = translated(error)
      if (!(failure instanceof WorkbenchError) || !OF_THE_COMMAND.has(failure.code)) throw failure
      const sessionEnded = failure.code !== 'PLATFORM_REFUSED'
      if (sessionEnded) this.#drop(place)
      const { cause } = failure
      return {
        exitCode: (cause instanceof SandboxPlatformError ? cause.shellExitCode : undefined) ?? null,
        milliseconds: Math.round(performance.now() - started),
        problem: { code: failure.code, message: failure.message, said: failure.said },
        sessionEnded,
        refused: REFUSED.test(failure.message),
      }
    }
  }

  /** Subscribes to a session's terminal if the platform has one. */
  async watch(place: SessionPlace, listener: TerminalListener): Promise<void> {
    const session = await this.#sessionOf(place)
    session.watch(listener)
  }

  interrupt(place: SessionPlace, signal: 'INT' | 'TERM' | 'KILL'): Promise<void> {
    return this.#within(place, (session) => session.interrupt(signal))
  }

  write(place: SessionPlace, data: string): Promise<void> {
    return this.#within(place, (session) => session.write(data))
  }

  resize(place: SessionPlace, cols: number, rows: number): Promise<void> {
    return this.#within(place, (session) => session.resize(cols, rows))
  }

  /** Forgets a session that has ended or is about to, and closes the link to its terminal. */
  #drop(place: SessionPlace): void {
    const known = this.#open.get(keyOf(place))
    this.#open.delete(keyOf(place))
    known?.session.then(
      (session) => session.unwatch(),
      () => undefined,
    )
  }

  #within<T>(place: SessionPlace, act: (session: Session) => Promise<T>): Promise<T> {
    return this.#platforms.use(place.platform, undefined, async () => act(await this.#sessionOf(place)))
  }

  async #sessionOf(place: SessionPlace): Promise<Session> {
    const client = await this.#platforms.of(place.platform)
    const known = this.#open.get(keyOf(place))
    if (known?.client === client) return known.session
    if (known) this.#drop(place)
    const session = client.openSession(place.sandboxId, place.session, { attach: true })
    this.#open.set(keyOf(place), { client, session })
    session.catch(() => this.#open.delete(keyOf(place)))
    return session
  }

  /** Sends the text unchanged and requests nothing but its exit code. */
  async #runPlain(
    place: SessionPlace,
    command: string,
    seconds: number | undefined,
    tell: (chunk: string) => void,
  ): Promise<RunResult> {
    const started = performance.now()
    const client = await this.#platforms.of(place.platform)
    const { liveSessions } = await client.capabilities()
    const body = {
      ...addressOf(place),
      command,
      check: 'silent',
      raw: liveSessions || undefined,
      timeout: seconds,
    }
    const { output, exit_code, cwd } = await client.client.post('run', body, observationSchema, {
      timeout: Infinity,
    })
    tell(output)
    const milliseconds = Math.round(performance.now() - started)
    return { exitCode: exit_code ?? null, cwd, milliseconds, sessionEnded: false }
  }
}

const addressOf = ({ sandboxId, session }: SessionPlace) => ({ sandbox_id: sandboxId, session })

const keyOf = ({ platform, sandboxId, session }: SessionPlace): string =>
  JSON.stringify([platform, sandboxId, session])

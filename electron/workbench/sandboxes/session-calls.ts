import { z } from 'zod'
import type { RunResult } from '#shared/workbench/areas/sandboxes.ts'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { observationSchema } from '#shared/sandbox/records.ts'
import type { SandboxPlatform, Session } from './client/index.ts'
import { inParts } from './output-parts.ts'
import { Runs } from './runs.ts'
import { type Platforms, translated } from './platforms.ts'

type SessionCalls = Pick<
  AreaHandlers<'sandboxes'>,
  'openSession' | 'closeSession' | 'run' | 'rejoin' | 'interrupt' | 'type' | 'resize' | 'execute'
>

interface SessionPlace {
  readonly platform: string
  readonly sandboxId: string
  readonly session: string
}

/** Failures that belong to the command and are shown in its block, not as a broken call. */
const OF_THE_COMMAND = new Set(['PLATFORM_REFUSED', 'SESSION_ENDED', 'SANDBOX_NOT_RUNNING'])

/** What a platform says before it would run anything: no such sandbox alive, no such session (docs/sandbox-platform.md#sessions). */
const REFUSED = /not started$|session '.*' does not exist/

interface RunInput extends SessionPlace {
  readonly command: string
  readonly timeoutSeconds?: number | undefined
  readonly plain?: boolean | undefined
}

/** Programs that see no terminal are asked for colour by the usual variables. */
const COLOUR_WISHES = {
  CLICOLOR_FORCE: '1',
  FORCE_COLOR: '1',
  PY_COLORS: '1',
  PYTHONUNBUFFERED: '1',
} as const

/** Persistent sessions and single programs. */
export function sessionCalls(platforms: Platforms): SessionCalls {
  const sessions = new Map<string, { readonly client: SandboxPlatform; readonly session: Promise<Session> }>()
  const runs = new Runs()
  const keyOf = ({ platform, sandboxId, session }: SessionPlace): string =>
    JSON.stringify([platform, sandboxId, session])

  /** The client's session; one that the platform still has from before is taken over. */
  async function sessionOf(place: SessionPlace, signal: AbortSignal): Promise<Session> {
    const client = await platforms.of(place.platform, signal)
    const known = sessions.get(keyOf(place))
    if (known?.client === client) return known.session
    const session = client.openSession(place.sandboxId, place.session, { attach: true })
    sessions.set(keyOf(place), { client, session })
    session.catch(() => sessions.delete(keyOf(place)))
    return session
  }

  const inSession = <T>(
    place: SessionPlace,
    signal: AbortSignal,
    act: (session: Session) => Promise<T>,
  ): Promise<T> => platforms.use(place.platform, signal, async () => act(await sessionOf(place, signal)))

  /** Sends exactly the text, and asks for nothing but its exit code. */
  async function runPlain(
    place: SessionPlace,
    command: string,
    seconds: number | undefined,
    signal: AbortSignal,
  ) {
    const started = performance.now()
    const client = await platforms.of(place.platform, signal)
    const { liveSessions } = await client.capabilities(signal)
    const body = {
      sandbox_id: place.sandboxId,
      session: place.session,
      command,
      check: 'silent',
      ...(liveSessions ? { raw: true } : {}),
      ...(seconds === undefined ? {} : { timeout: seconds }),
    }
    const { output, exit_code, cwd } = await client.client.post('run', body, observationSchema, {
      signal,
      timeout: Infinity,
    })
    return { output, exitCode: exit_code, cwd, milliseconds: performance.now() - started }
  }

  /** Runs one command; a refusal that is the command's own is part of its result. */
  async function runOnce(
    { command, timeoutSeconds, plain, ...place }: RunInput,
    signal: AbortSignal,
    hear: (chunk: string) => void,
  ): Promise<RunResult> {
    const started = performance.now()
    const tell = (chunk: string): void => inParts(chunk, hear)
    try {
      if (plain) {
        const { output, ...result } = await runPlain(place, command, timeoutSeconds, signal)
        tell(output)
        return outcome(result)
      }
      const session = await sessionOf(place, signal)
      const options = timeoutSeconds === undefined ? {} : { seconds: timeoutSeconds }
      const { output: _, ...result } = await session.run(command, { onOutput: tell, ...options })
      return outcome(result)
    } catch (error) {
      const failure = translated(error)
      if (!(failure instanceof WorkbenchError) || !OF_THE_COMMAND.has(failure.code)) throw failure
      const sessionEnded = failure.code !== 'PLATFORM_REFUSED'
      if (sessionEnded) sessions.delete(keyOf(place))
      const milliseconds = Math.round(performance.now() - started)
      const refused = REFUSED.test(failure.message)
      return { exitCode: null, milliseconds, problem: ownWords(failure.message), sessionEnded, refused }
    }
  }

  return {
    async openSession({ env, remoteUser, cwd, rows, cols, ...place }, { signal }) {
      return platforms.use(place.platform, signal, async (client) => {
        const { liveSessions } = await client.capabilities(signal)
        const body = {
          sandbox_id: place.sandboxId,
          session: place.session,
          env_enable: true,
          startup_timeout: 10,
          env: {
            ...(liveSessions ? { TERM: 'xterm-256color', COLORTERM: 'truecolor' } : COLOUR_WISHES),
            ...env,
          },
          ...(remoteUser ? { remote_user: remoteUser } : {}),
          ...(cwd ? { cwd } : {}),
          ...(rows && cols ? { rows, cols } : {}),
        }
        const created = await client.client.post('createSession', body, opened, { signal, timeout: 60_000 })
        sessions.delete(keyOf(place))
        await sessionOf(place, signal)
        return { output: created.output ?? '' }
      })
    },
    async closeSession(place, { signal }) {
      sessions.delete(keyOf(place))
      await platforms.use(place.platform, signal, (client) =>
        client.client.post(
          'closeSession',
          { sandbox_id: place.sandboxId, session: place.session },
          z.unknown(),
          { signal },
        ),
      )
      return null
    },
    run: ({ run, ...input }, { signal, report }) =>
      runs.follow(
        run,
        (tell) => runOnce(input, signal, tell),
        (chunk) => report({ chunk }),
      ),
    rejoin: ({ run }, { signal, report }) =>
      runs.join(run, signal, (chunk, dropped) =>
        report({ chunk, ...(dropped === undefined ? {} : { dropped }) }),
      ),
    async interrupt({ signal: name, ...place }, { signal }) {
      await inSession(place, signal, (session) => session.interrupt(name, { signal }))
      return null
    },
    async type({ data, ...place }, { signal }) {
      await inSession(place, signal, (session) => session.write(data))
      return null
    },
    async resize({ rows, cols, ...place }, { signal }) {
      await inSession(place, signal, (session) => session.resize(cols, rows))
      return null
    },
    execute: ({ platform, sandboxId, command, cwd, env, timeoutSeconds }, { signal }) =>
      platforms.use(platform, signal, async (client) => {
        const argv = typeof command === 'string' ? ['bash', '-c', command] : command
        const { stdout, stderr, exit_code } = await client.execute(sandboxId, argv, {
          signal,
          ...(cwd ? { cwd } : {}),
          ...(env ? { env } : {}),
          ...(timeoutSeconds === undefined ? {} : { seconds: timeoutSeconds }),
        })
        return { stdout, stderr, exitCode: exit_code ?? null }
      }),
  }
}

/**
 * A failure without what stands above it already: platforms repeat the whole output of a shell that ended, our server behind a sentence,
 * the real one line by line (docs/sandbox-platform.md#a-plain-platform).
 */
const ownWords = (message: string): string => {
  const ended = /^End Of File \(EOF\)(?:: (.*?)(?: Its last output: .*)?$|\. )/s.exec(message)
  if (!ended) return message
  const [, words] = ended
  return words === undefined ? 'End of file: the shell of the session ended.' : words
}

const opened = z.looseObject({ output: z.string().nullish() })

const outcome = (result: {
  exitCode: number | undefined
  cwd: string | undefined
  milliseconds: number
}): RunResult => ({
  exitCode: result.exitCode ?? null,
  ...(result.cwd ? { cwd: result.cwd } : {}),
  milliseconds: Math.round(result.milliseconds),
  sessionEnded: false,
})

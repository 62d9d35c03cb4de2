import { z } from 'zod'
import type { AreaHandlers } from '#shared/workbench/contract.ts'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { followTerminal, inParts, OutputFile, restOfOutput, type SessionPlace } from './live-output.ts'
import type { PlatformFeatures } from './platform-features.ts'
import type { PlatformRest } from './platform-rest.ts'

const opened = z.looseObject({ output: z.string().nullish() })
const ran = z.looseObject({
  output: z.string().nullish(),
  exit_code: z.number().nullish(),
  cwd: z.string().nullish(),
})
const executed = z.looseObject({
  stdout: z.string().nullish(),
  stderr: z.string().nullish(),
  exit_code: z.number().nullish(),
})

type SessionCalls = Pick<
  AreaHandlers<'sandboxes'>,
  'openSession' | 'closeSession' | 'run' | 'interrupt' | 'type' | 'resize' | 'execute'
>
type RunResult = Awaited<ReturnType<SessionCalls['run']>>

interface RunRequest extends SessionPlace {
  readonly command: string
  readonly timeoutSeconds?: number | undefined
  readonly plain?: boolean | undefined
}

/** Failures that belong to the command and are shown in its block, not as a broken call. */
const OF_THE_COMMAND = new Set([
  'PLATFORM_REFUSED',
  'SESSION_ENDED',
  'SANDBOX_NOT_RUNNING',
  'SANDBOX_NOT_FOUND',
])

/** Persistent sessions and single programs. */
export function sessionCalls(rest: PlatformRest, features: PlatformFeatures): SessionCalls {
  const post = (platform: string, path: string, body: object, signal?: AbortSignal): Promise<unknown> =>
    rest.call(platform, { path, body, ...(signal ? { signal } : {}) })

  async function perform(
    request: RunRequest,
    command: string,
    raw: boolean,
    signal: AbortSignal,
  ): Promise<RunResult & { output: string }> {
    const started = performance.now()
    const body = {
      sandbox_id: request.sandboxId,
      session: request.session,
      command,
      check: 'silent',
      ...(raw ? { raw } : {}),
      ...(request.timeoutSeconds === undefined ? {} : { timeout: request.timeoutSeconds }),
    }
    const since = (): number => Math.round(performance.now() - started)
    try {
      const { output, exit_code, cwd } = ran.parse(
        await post(request.platform, '/run_in_session', body, signal),
      )
      return {
        output: output ?? '',
        exitCode: exit_code ?? null,
        ...(cwd ? { cwd } : {}),
        milliseconds: since(),
        sessionEnded: false,
      }
    } catch (error) {
      if (!(error instanceof WorkbenchError) || !OF_THE_COMMAND.has(error.code)) throw error
      const sessionEnded = error.code !== 'PLATFORM_REFUSED'
      return { output: '', exitCode: null, milliseconds: since(), problem: error.message, sessionEnded }
    }
  }

  /** Runs with `follow` beside it; the follower has ended before this resolves. */
  async function beside<T>(work: Promise<T>, follow: (done: AbortSignal) => Promise<unknown>): Promise<T> {
    const done = new AbortController()
    const following = follow(done.signal)
    try {
      return await work
    } finally {
      done.abort()
      await following
    }
  }

  async function runInTerminal(
    request: RunRequest,
    report: (chunk: string) => void,
    signal: AbortSignal,
  ): Promise<RunResult> {
    let seen = { characters: 0, bytes: 0 }
    const { output, ...result } = await beside(
      perform(request, request.command, true, signal),
      async (done) => {
        seen = await followTerminal(rest, request, report, done)
      },
    )
    inParts(restOfOutput(output, seen), report)
    return result
  }

  async function runThroughFile(
    request: RunRequest,
    report: (chunk: string) => void,
    signal: AbortSignal,
  ): Promise<RunResult> {
    const file = new OutputFile(rest, request)
    const work = perform(request, file.wrap(request.command), false, signal)
    const { output, ...result } = await beside(work, (done) => file.follow(report, done))
    const cwd = await file.finish(report).catch(() => undefined)
    // What the shell itself said, for example that a background job ended.
    inParts(output, report)
    return { ...result, ...(cwd === undefined ? {} : { cwd }) }
  }

  return {
    async openSession({ platform, sandboxId, session, env, remoteUser, cwd, rows, cols }, { signal }) {
      const { raw } = await features.of(platform, signal)
      const body = {
        sandbox_id: sandboxId,
        session,
        env_enable: true,
        startup_timeout: 10,
        env: { TERM: 'xterm-256color', COLORTERM: 'truecolor', ...(raw ? {} : COLOUR_WISHES), ...env },
        ...(remoteUser ? { remote_user: remoteUser } : {}),
        ...(cwd ? { cwd } : {}),
        ...(rows && cols ? { rows, cols } : {}),
      }
      const { output } = opened.parse(await post(platform, '/create_session', body, signal))
      return { output: output ?? '' }
    },
    async closeSession({ platform, sandboxId, session }, { signal }) {
      await post(platform, '/close_session', { sandbox_id: sandboxId, session }, signal)
      return null
    },
    async run(request, { signal, report }) {
      const { follow } = await features.of(request.platform, signal)
      const tell = (chunk: string): void => report({ chunk })
      if (!request.plain) return (follow ? runInTerminal : runThroughFile)(request, tell, signal)
      const { output, ...result } = await perform(request, request.command, follow, signal)
      inParts(output, tell)
      return result
    },
    async interrupt({ platform, sandboxId, session, signal: name }, { signal }) {
      const { signals } = await features.of(platform, signal)
      if (signals) {
        await post(platform, '/interrupt_session', { sandbox_id: sandboxId, session, signal: name }, signal)
        return null
      }
      // The real platform's only way (spec/sandbox-platform.md §3.4): the character as a command of its own.
      const command = name === 'TSTP' ? '\x1a' : '\x03'
      await post(
        platform,
        '/run_in_session',
        { sandbox_id: sandboxId, session, command, check: 'silent', timeout: 5 },
        signal,
      )
      return null
    },
    async type({ platform, sandboxId, session, data }, { signal }) {
      await post(platform, '/write_session', { sandbox_id: sandboxId, session, data }, signal)
      return null
    },
    async resize({ platform, sandboxId, session, rows, cols }, { signal }) {
      if ((await features.of(platform, signal)).resize) {
        await post(platform, '/resize_session', { sandbox_id: sandboxId, session, rows, cols }, signal)
      }
      return null
    },
    async execute({ platform, sandboxId, command, cwd, env, timeoutSeconds }, { signal }) {
      const body = {
        sandbox_id: sandboxId,
        command: typeof command === 'string' ? ['bash', '-c', command] : command,
        ...(cwd ? { cwd } : {}),
        ...(env ? { env } : {}),
        ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
      }
      const { stdout, stderr, exit_code } = executed.parse(await post(platform, '/execute', body, signal))
      return { stdout: stdout ?? '', stderr: stderr ?? '', exitCode: exit_code ?? null }
    },
  }
}

/** Programs that see no terminal are asked for colour by the usual variables. */
const COLOUR_WISHES = {
  CLICOLOR_FORCE: '1',
  FORCE_COLOR: '1',
  PY_COLORS: '1',
  PYTHONUNBUFFERED: '1',
} as const

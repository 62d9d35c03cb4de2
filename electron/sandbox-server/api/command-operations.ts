import { setTimeout } from 'node:timers/promises'
import {
  createSessionRequest,
  executeRequest,
  type ExecuteRequest,
  interruptRequest,
  resizeRequest,
  runRequest,
  type RunRequest,
  sessionRequest,
  writeSessionRequest,
} from '#shared/sandbox/commands.ts'
import type { OutputBytes } from '../../node/output-bytes.ts'
import { decodeBytes, textLength } from '../../node/terminal-text.ts'
import { PlainFailure } from '../lifecycle/platform-error.ts'
import { type Collected, collectOutput } from '../runtime/collect.ts'
import type { Isolate } from '../runtime/runtime.ts'
import { pythonQuoted } from '../session/output-text.ts'
import { exitCodeText, SessionFailure, syntaxText } from '../session/session-errors.ts'
import type { SessionAnswer } from '../session/session-run.ts'
import { PROMPT } from '../session/shell-scripts.ts'
import { LongText, SLICE_LENGTH } from './long-text.ts'
import { operation, type Operation } from './operation.ts'
import type { Platform } from './platform.ts'

/** Default timeout of a command in seconds (docs/sandbox-platform.md#execute). */
const DEFAULT_SECONDS = 1200

/**
 * Runs one program. An array runs directly; a string runs through a shell if requested or if it contains shell syntax
 * (docs/decisions.md, sandbox platform 4), otherwise it is the program's name.
 * @throws PlainFailure when it cannot start, times out, or fails under `check`
 */
async function execute(isolate: Isolate, request: ExecuteRequest, signal: AbortSignal) {
  const argv = argumentVector(request)
  const child = isolate.exec({
    argv,
    env: request.env ?? {},
    ...(request.cwd ? { cwd: request.cwd } : {}),
  })
  const seconds = request.timeout ?? DEFAULT_SECONDS
  const timer = new AbortController()
  let expired = false
  setTimeout(Math.min(seconds * 1000, 2 ** 31 - 1), undefined, { signal: timer.signal }).then(
    () => {
      expired = true
      child.kill()
    },
    () => undefined,
  )
  const gone = () => child.kill()
  signal.addEventListener('abort', gone, { once: true })
  try {
    const output = await collectOutput(child, textLength)
    const { code } = output
    const [stdout, stderr] = [new LongText(output.stdout), new LongText(output.stderr)]
    const texts = async () => ({ stdout: await stdout.text(), stderr: await stderr.text() })
    if (expired) throw new PlainFailure(timedOut(request, seconds, await texts()))
    const problem = startProblem(output)
    if (problem) throw new PlainFailure(`${pythonQuoted(argv.join(' '))} could not be started: ${problem}`)
    if (request.check && code !== 0) {
      const prefix = request.error_msg ? `${request.error_msg}: ` : ''
      const said = await texts()
      throw new PlainFailure(
        `${prefix}Command ${shown(request)} failed with exit code ${code}. stdout:\n${said.stdout}\nstderr:\n${said.stderr}`,
      )
    }
    return { stdout, stderr, exit_code: code }
  } finally {
    timer.abort()
    signal.removeEventListener('abort', gone)
  }
}

/** @throws PlainFailure for an empty command */
function argumentVector({ command, shell }: ExecuteRequest): string[] {
  if (typeof command !== 'string') {
    if (!command[0]) throw new PlainFailure('the command is empty')
    return shell ? ['/bin/sh', '-c', command.join(' ')] : command
  }
  if (command.trim() === '') throw new PlainFailure('the command is empty')
  return shell || SHELL_SIGN.test(command.trim()) ? ['/bin/sh', '-c', command] : [command.trim()]
}

/** Shell syntax: a string that contains it is a command line, not a program's name. */
const SHELL_SIGN = /[\s;&|<>()$`"'\\*?~#=]/

const shown = ({ command }: ExecuteRequest): string =>
  pythonQuoted(typeof command === 'string' ? command : command.join(' '))

const timedOut = (
  request: ExecuteRequest,
  seconds: number,
  output: { stdout: string; stderr: string },
): string =>
  `timeout after ${seconds} seconds while running command ${shown(request)}; it was ended. ` +
  `stdout so far:\n${output.stdout}\nstderr so far:\n${output.stderr}`

/** How the backends' launchers report, in few words, that a program could not be started. */
function startProblem({ stdout, stderr, code }: Collected<OutputBytes>): string | undefined {
  if (stdout.length > 0 || stderr.length > SLICE_LENGTH) return undefined
  const words = decodeBytes(stderr.bytes())
  if (code === 1) return /^bwrap: (?:execvp |Can't chdir to )?(.+)\n?$/.exec(words)?.[1]
  if (code < 125 || code > 127) return undefined
  return (LAUNCHER.exec(words) ?? /^(?:OCI runtime exec failed: |Error: )(.+)/.exec(words))?.[1]
}

/**
 * In containers, the shell that starts the program (runtime/engine/isolate.ts) reports errors with a random id as its name, then the line,
 * then the reason.
 */
const LAUNCHER =
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}: (?:(?:line )?\d+: )?(?:exec: (?:line \d+: )?|cd: )(.+)/

/** Sessions and one-shot commands. */
export function commandOperations({ sandboxes, key, admitSession }: Platform): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/create_session',
      summary: 'Open a persistent Bash session',
      failure: 'create session failed',
      body: createSessionRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate, sessions) => ({
          output: await sessions.open(isolate, body, {
            owner: key?.id,
            admit: () => admitSession?.(body.sandbox_id, key?.id),
          }),
          session_type: 'bash',
        })),
    }),
    operation({
      method: 'post',
      path: '/run_in_session',
      summary:
        'Run a command in a session and answer with its output and exit code; what background jobs of earlier commands print meanwhile to the same terminal is part of it, so give those a file',
      failure: 'run in session failed',
      body: runRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate, sessions) =>
          observation(
            body,
            await (
              await sessions.find(isolate, body.session)
            ).run({
              command: body.command,
              timeout: body.timeout ?? undefined,
              expect: body.expect ?? [],
              interactive: body.is_interactive_command ?? false,
              quit: body.is_interactive_quit ?? false,
              raw: body.raw ?? false,
              followed: body.followed ?? false,
              tag: body.tag ?? undefined,
            }),
          ),
        ),
    }),
    operation({
      method: 'post',
      path: '/close_session',
      summary: 'Close a session and hang up on its jobs',
      failure: 'close session failed',
      body: sessionRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate, sessions) => {
          await sessions.close(isolate, body.session)
          return { session_type: 'bash' }
        }),
    }),
    operation({
      method: 'post',
      path: '/interrupt_session',
      summary: 'Send a signal to the session’s foreground job',
      failure: 'interrupt session failed',
      extension: true,
      body: interruptRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate, sessions) => ({
          delivered: await (await sessions.find(isolate, body.session)).interrupt(body.signal),
        })),
    }),
    operation({
      method: 'post',
      path: '/write_session',
      summary: 'Type into the session’s terminal, for the program that reads it',
      failure: 'write session failed',
      extension: true,
      body: writeSessionRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate, sessions) => {
          ;(await sessions.find(isolate, body.session)).type(body.data)
          return { written: true }
        }),
    }),
    operation({
      method: 'post',
      path: '/resize_session',
      summary: 'Change the size of the session’s terminal',
      failure: 'resize session failed',
      extension: true,
      body: resizeRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (isolate, sessions) => {
          ;(await sessions.find(isolate, body.session)).resize(body.cols, body.rows)
          return { rows: body.rows, cols: body.cols }
        }),
    }),
    operation({
      method: 'post',
      path: '/execute',
      summary: 'Run one program outside of any session, with separate output streams',
      failure: 'execute command failed',
      body: executeRequest,
      serve: ({ body, signal }) =>
        sandboxes.use(body.sandbox_id, (isolate) => execute(isolate, body, signal)),
    }),
  ]
}

/** The result of a run (docs/sandbox-platform.md#sessions). @throws SessionFailure where `check` says so */
function observation(request: RunRequest, answer: SessionAnswer) {
  if (answer.syntaxError !== undefined) {
    throw new SessionFailure(syntaxText(request.command, answer.syntaxError))
  }
  const { exitCode } = answer
  const interactive = request.is_interactive_command || request.is_interactive_quit
  if (request.check === 'raise' && exitCode && !interactive) {
    throw new SessionFailure(exitCodeText(request.command, exitCode, answer.output, request.error_msg ?? ''))
  }
  const code = interactive ? 0 : exitCode
  return {
    session_type: 'bash',
    output: answer.output,
    ...(request.check === 'ignore' || code === undefined ? {} : { exit_code: code }),
    failure_reason: '',
    expect_string: answer.matched ?? PROMPT,
    ...(request.raw ? { cwd: answer.cwd } : {}),
    output_from: answer.outputFrom,
  }
}

import {
  createSessionRequest,
  executeRequest,
  interruptRequest,
  resizeRequest,
  runRequest,
  type RunRequest,
  sessionRequest,
  writeSessionRequest,
} from '#shared/sandbox/commands.ts'
import type { SessionAnswer } from '../session/session.ts'
import { exitCodeText, SessionFailure, syntaxText } from '../session/session-errors.ts'
import { PROMPT } from '../session/shell-scripts.ts'
import { execute } from './execute.ts'
import { type Operation, operation } from './operation.ts'
import type { Platform } from './platform.ts'

/** Sessions and one-shot commands. */
export function commandOperations({ sandboxes }: Platform): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/create_session',
      summary: 'Open a persistent Bash session',
      failure: 'create session failed',
      body: createSessionRequest,
      serve: ({ body }) =>
        sandboxes.use(body.sandbox_id, async (box, sessions) => ({
          output: await sessions.open(box, body),
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
        sandboxes.use(body.sandbox_id, async (_box, sessions) =>
          observation(
            body,
            await sessions.get(body.session).run({
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
        sandboxes.use(body.sandbox_id, async (_box, sessions) => {
          await sessions.close(body.session)
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
        sandboxes.use(body.sandbox_id, async (_box, sessions) => ({
          delivered: await sessions.get(body.session).interrupt(body.signal),
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
        sandboxes.use(body.sandbox_id, (_box, sessions) => {
          sessions.get(body.session).type(body.data)
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
        sandboxes.use(body.sandbox_id, (_box, sessions) => {
          sessions.get(body.session).resize(body.cols, body.rows)
          return { rows: body.rows, cols: body.cols }
        }),
    }),
    operation({
      method: 'post',
      path: '/execute',
      summary: 'Run one program outside of any session, with separate output streams',
      failure: 'execute command failed',
      body: executeRequest,
      serve: ({ body, signal }) => sandboxes.use(body.sandbox_id, (box) => execute(box, body, signal)),
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
    ...(answer.outputFrom === undefined ? {} : { output_from: answer.outputFrom }),
  }
}

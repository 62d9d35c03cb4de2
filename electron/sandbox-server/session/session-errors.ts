import { pythonQuoted } from './output-text.ts'

/** The failure of a command or a session itself: reported as `Failed` without a code. */
export class SessionFailure extends Error {
  override readonly name: string = 'SessionFailure'
}

/** The session's shell has exited; only `create_session` brings it back. */
class SessionEnded extends SessionFailure {
  override readonly name = 'SessionEnded'
}

export const notThere = (session: string): SessionFailure =>
  new SessionFailure(`session '${session}' does not exist`)

export const alreadyThere = (session: string): SessionFailure =>
  new SessionFailure(`session '${session}' already exists; close it first or choose another name`)

export interface SessionEnd {
  readonly code: number
  readonly output: string
  /** The shell may continue, held by another server or by none. */
  readonly isLost?: boolean | undefined
}

export const endedText = (session: string, { code, output, isLost }: SessionEnd): SessionEnded =>
  new SessionEnded(
    (isLost
      ? `the connection to the shell of session '${session}' was lost, or another server took it; the command goes on, and the next request joins the session again.`
      : `End Of File (EOF): the shell of session '${session}' ended with exit code ${code}; create the session again.`) +
      (output === '' ? '' : ` Its last output: ${pythonQuoted(output)}`),
  )

/** A session of another server, or of this one before it was restarted, that cannot be joined. */
export const notJoined = (session: string): SessionFailure =>
  new SessionFailure(
    `session '${session}' ended while no server held it, or is of another version; create it again`,
  )

export const timeoutText = (seconds: number, command: string, output: string, note: string): SessionFailure =>
  new SessionFailure(
    `timeout after ${seconds} seconds while running command ${pythonQuoted(command)}; ${note}. ` +
      `Here is the output so far:\n${pythonQuoted(output)}`,
  )

/** The platform's message for a command with a non-zero exit code (docs/sandbox-platform.md#sessions). */
export const exitCodeText = (command: string, code: number, output: string, prefix: string): string =>
  `${prefix ? `${prefix}: ` : ''}Command ${pythonQuoted(command)} failed with exit code ${code}. ` +
  `Here is the output:\n${pythonQuoted(output)}`

export const syntaxText = (command: string, complaint: string): string =>
  `Error (exit code 2) while checking bash command \n${pythonQuoted(command)}\n---- Stderr ----\n${complaint}`

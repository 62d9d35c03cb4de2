import { pythonQuoted } from './output-text.ts'

/** A command or a session failed in a way that is the command's own affair: reported as `Failed` without a code. */
export class SessionFailure extends Error {
  override readonly name: string = 'SessionFailure'
}

/** The shell of the session ended; only a new `create_session` brings it back. */
class SessionEnded extends SessionFailure {
  override readonly name = 'SessionEnded'
}

export const notThere = (session: string): SessionFailure =>
  new SessionFailure(`session '${session}' does not exist`)

export const endedText = (session: string, code: number, output: string): SessionEnded =>
  new SessionEnded(
    `End Of File (EOF): the shell of session '${session}' ended with exit code ${code}; create the session again.` +
      (output === '' ? '' : ` Its last output: ${pythonQuoted(output)}`),
  )

export const timeoutText = (seconds: number, command: string, output: string, note: string): SessionFailure =>
  new SessionFailure(
    `timeout after ${seconds} seconds while running command ${pythonQuoted(command)}; ${note}. ` +
      `Here is the output so far:\n${pythonQuoted(output)}`,
  )

/** The platform's words for a command that ended with another code than 0 (docs/sandbox-platform.md#sessions). */
export const exitCodeText = (command: string, code: number, output: string, prefix: string): string =>
  `${prefix ? `${prefix}: ` : ''}Command ${pythonQuoted(command)} failed with exit code ${code}. ` +
  `Here is the output:\n${pythonQuoted(output)}`

export const syntaxText = (command: string, complaint: string): string =>
  `Error (exit code 2) while checking bash command \n${pythonQuoted(command)}\n---- Stderr ----\n${complaint}`

import { SessionFailure } from './session-errors.ts'

export interface SessionRun {
  readonly command: string
  /** Seconds; undefined for no timeout. */
  readonly timeout: number | undefined
  readonly expect: readonly string[]
  readonly interactive: boolean
  readonly quit: boolean
  readonly raw: boolean
  /** Whether the answer may omit what the follower already has. */
  readonly followed?: boolean
  /** Identifies the command in the stream. */
  readonly tag?: string | undefined
}

export interface SessionAnswer {
  readonly output: string
  /** The byte at which `output` begins if its follower has the rest. */
  readonly outputFrom?: number
  readonly exitCode: number | undefined
  readonly syntaxError?: string
  /** What ended the wait: the text that matched `expect`, or undefined for the shell's prompt. */
  readonly matched?: string
  readonly cwd: string
}

export const INTERRUPT = '\x03'
/** Error of bubblewrap and container engines for an image without Bash. */
export const NO_BASH = /\/bin\/bash\W.*no such file/i
/** Commands that resume a background job, whose output stays where it was. */
export const FOREGROUND = /(?:^|[;&|(]|\b(?:then|do))\s*(?:fg\b|%[\w%+-])/m

/** @throws SessionFailure naming the pattern */
export function pattern(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    throw new SessionFailure(`expect: ${JSON.stringify(source)} is not a regular expression`)
  }
}

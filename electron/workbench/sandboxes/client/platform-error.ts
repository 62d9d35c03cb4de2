/** What kind of trouble it is; each asks for another reaction of the user. */
export type PlatformErrorCode =
  /** Nothing answers at the address. */
  | 'UNREACHABLE'
  /** No answer in time. */
  | 'TIMEOUT'
  /** The caller gave up. */
  | 'ABORTED'
  /** Token missing or wrong. */
  | 'UNAUTHORIZED'
  /** The deployment does not have the operation. */
  | 'NO_SUCH_OPERATION'
  /** The request's fields were refused. */
  | 'INVALID'
  /** The platform said `Failed`. */
  | 'FAILED'
  /** The platform broke while serving. */
  | 'SERVER_ERROR'
  /** The answer is not what the API promises. */
  | 'UNEXPECTED_ANSWER'

/** A failed call to a sandbox platform: one sentence, the operation, and what the platform said. */
export class SandboxPlatformError extends Error {
  override readonly name = 'SandboxPlatformError'
  readonly code: PlatformErrorCode
  readonly operation: string
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined
  /** The platform's own code (4000, 5000, …), where it gave one. */
  readonly platformCode: number | undefined

  constructor(
    code: PlatformErrorCode,
    operation: string,
    message: string,
    details: { status?: number | undefined; platformCode?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.operation = operation
    this.status = details.status
    this.platformCode = details.platformCode
  }

  /** The session's shell is gone and must be created again. */
  get isSessionGone(): boolean {
    return this.code === 'FAILED' && /End Of File \(EOF\)|session '.*' does not exist/.test(this.message)
  }

  /**
   * The message without what people have seen or can't read: of a shell that ended platforms repeat the whole output, our server behind
   * a sentence, others in a dump of their driver (docs/sandbox-platform.md#a-plain-platform).
   */
  get reason(): string {
    const ended = /^End Of File \(EOF\)(?:: (.*?)(?: Its last output: .*)?$|\. )/s.exec(this.message)
    return ended ? (ended[1] ?? 'End of file: the shell of the session ended.') : this.message
  }

  /** The exit code of the shell that is gone, where the platform reports it: ours in words, others in a dump of their driver. */
  get shellExitCode(): number | undefined {
    if (!this.isSessionGone) return undefined
    const code = /^exitstatus: (\d+)$|ended with exit code (\d+)/m.exec(this.message)
    return code ? Number(code[1] ?? code[2]) : undefined
  }

  /** The sandbox's processes are held: our own server says so of whatever is asked of it. */
  get isSandboxPaused(): boolean {
    return this.code === 'FAILED' && /^sandbox \S+ is paused: resume it first$/.test(this.message)
  }

  /** The sandbox is stopped, deleted or unknown. */
  get isSandboxGone(): boolean {
    return this.code === 'FAILED' && /not started$|not found$/i.test(this.message)
  }
}

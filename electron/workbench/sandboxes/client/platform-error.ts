/** Kinds of errors, by how the user should react. */
export type PlatformErrorCode =
  /** Connection failed. */
  | 'UNREACHABLE'
  /** Timed out. */
  | 'TIMEOUT'
  /** Aborted by the caller. */
  | 'ABORTED'
  /** Token missing or invalid. */
  | 'UNAUTHORIZED'
  /** The deployment does not have the operation. */
  | 'NO_SUCH_OPERATION'
  /** The request was rejected as invalid. */
  | 'INVALID'
  /** The platform answered `Failed`. */
  | 'FAILED'
  /** The platform failed internally. */
  | 'SERVER_ERROR'
  /** The response violates the API. */
  | 'UNEXPECTED_ANSWER'

/** A failed call to a sandbox platform: one sentence, the operation, and the platform's message. */
export class SandboxPlatformError extends Error {
  override readonly name = 'SandboxPlatformError'
  readonly code: PlatformErrorCode
  readonly operation: string
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** The platform's own code (4000, 5000, …), if any. */
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

  /** The session's shell has exited and has to be created again. */
  get isSessionGone(): boolean {
    return this.code === 'FAILED' && /End Of File \(EOF\)|session '.*' does not exist/.test(this.message)
  }

  /**
   * The message without output that was already shown and without internals: when a shell ended, platforms repeat its whole output,
   * Orrery's server after a sentence, others in a dump of their driver (docs/sandbox-platform.md#a-plain-platform).
   */
  get reason(): string {
    const ended = /^End Of File \(EOF\)(?:: (.*?)(?: Its last output: .*)?$|\. )/s.exec(this.message)
    return ended ? (ended[1] ?? 'End of file: the shell of the session ended.') : this.message
  }

  /**
   * The exit code of the exited shell, if the platform reports it: Orrery's server in words, others in a dump of their driver.
   */
  get shellExitCode(): number | undefined {
    if (!this.isSessionGone) return undefined
    const code = /^exitstatus: (\d+)$|ended with exit code (\d+)/m.exec(this.message)
    return code ? Number(code[1] ?? code[2]) : undefined
  }

  /** The sandbox is paused; Orrery's server reports that for every operation. */
  get isSandboxPaused(): boolean {
    return this.code === 'FAILED' && /^sandbox \S+ is paused: resume it first$/.test(this.message)
  }

  /** The sandbox is stopped, deleted or unknown. */
  get isSandboxGone(): boolean {
    return this.code === 'FAILED' && /not started$|not found$/i.test(this.message)
  }
}

/** Stable codes of the GEM service's runtime failures (HTTP 500). */
type GemErrorCode =
  | 'ENV_ID_REQUIRED'
  | 'ENV_UNKNOWN'
  | 'SANDBOX_UNKNOWN'
  | 'SEED_OUT_OF_RANGE'
  | 'RESET_REQUIRED'
  | 'ENV_FAILED'

/** A failure that the caller can act on: a code, one sentence, and similar names if a name was wrong. */
export class GemError extends Error {
  readonly code: GemErrorCode
  readonly suggestions: readonly string[]
  /** Stack frames of a failing plugin, one per line. */
  readonly traceback: readonly string[]

  constructor(
    code: GemErrorCode,
    sentence: string,
    suggestions: readonly string[] = [],
    traceback: readonly string[] = [],
  ) {
    super(sentence)
    this.name = 'GemError'
    this.code = code
    this.suggestions = suggestions
    this.traceback = traceback
  }
}

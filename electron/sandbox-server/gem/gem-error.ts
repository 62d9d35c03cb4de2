/** Stable codes of the GEM service's run-time failures (HTTP 500). */
type GemErrorCode =
  | 'ENV_ID_REQUIRED'
  | 'ENV_UNKNOWN'
  | 'SANDBOX_UNKNOWN'
  | 'SEED_OUT_OF_RANGE'
  | 'RESET_REQUIRED'
  | 'ENV_FAILED'

/** A failure that the caller can act on: a code, one sentence, and near matches where a name was wrong. */
export class GemError extends Error {
  readonly code: GemErrorCode
  readonly suggestions: readonly string[]
  /** Where a plugin failed, a line a frame. */
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

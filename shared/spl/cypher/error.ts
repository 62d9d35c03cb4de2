/** Wire codes of Cypher errors; docs/model-service.md#errors. */
type CypherErrorCode = 'QUERY_PARSE_ERROR' | 'QUERY_PLAN_ERROR' | 'TIMEOUT'

/** Position and cause; `from` and `to` are character offsets (0-based, `to` exclusive) in the caller's text. */
interface CypherErrorDetails {
  readonly from: number
  readonly to: number
  /** The text found there, as written, or `end of query`. */
  readonly found?: string
  /** What was expected there, most plausible first. */
  readonly expected?: readonly string[]
  /** The most similar existing name, if one is close. */
  readonly suggestion?: string
  /** The clause keyword that a read-only query may not use. */
  readonly keyword?: string
}

/**
 * A Cypher query that cannot be parsed, planned or completed. The message is one plain sentence, followed by
 * what to do.
 */
export class CypherError extends Error {
  override readonly name = 'CypherError'
  readonly code: CypherErrorCode
  readonly details: CypherErrorDetails

  constructor(code: CypherErrorCode, message: string, details: CypherErrorDetails) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Creates an error for a well-formed query that cannot be executed; points at the offending part. */
export function planError(
  at: { readonly from: number; readonly to: number },
  message: string,
  more: Omit<CypherErrorDetails, 'from' | 'to'> = {},
): CypherError {
  return new CypherError('QUERY_PLAN_ERROR', message, { from: at.from, to: at.to, ...more })
}

/** Creates an error for a query that violates the grammar or a documented limit. */
export function parseError(
  at: { readonly from: number; readonly to: number },
  message: string,
  more: Omit<CypherErrorDetails, 'from' | 'to'> = {},
): CypherError {
  return new CypherError('QUERY_PARSE_ERROR', message, { from: at.from, to: at.to, ...more })
}

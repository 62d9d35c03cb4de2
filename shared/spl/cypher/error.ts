/** The wire codes a Cypher text can end with; docs/model-service.md#errors. */
type CypherErrorCode = 'QUERY_PARSE_ERROR' | 'QUERY_PLAN_ERROR' | 'TIMEOUT'

/** Where and why; `from` and `to` are character offsets (0-based, `to` exclusive) in the text the caller counts in. */
interface CypherErrorDetails {
  readonly from: number
  readonly to: number
  /** What stood there, as the user wrote it, or `end of query`. */
  readonly found?: string
  /** What could have stood there instead, in the order a reader would try. */
  readonly expected?: readonly string[]
  /** The nearest name that exists, when one is near. */
  readonly suggestion?: string
  /** The clause word that a read-only query may not use. */
  readonly keyword?: string
}

/** A Cypher text that cannot be read, planned or finished. The message is one plain sentence, followed by what to do. */
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

/** A well-formed text that cannot be carried out; points at the part that is to blame. */
export function planError(
  at: { readonly from: number; readonly to: number },
  message: string,
  more: Omit<CypherErrorDetails, 'from' | 'to'> = {},
): CypherError {
  return new CypherError('QUERY_PLAN_ERROR', message, { from: at.from, to: at.to, ...more })
}

/** A text that breaks the grammar or one of its stated limits. */
export function parseError(
  at: { readonly from: number; readonly to: number },
  message: string,
  more: Omit<CypherErrorDetails, 'from' | 'to'> = {},
): CypherError {
  return new CypherError('QUERY_PARSE_ERROR', message, { from: at.from, to: at.to, ...more })
}

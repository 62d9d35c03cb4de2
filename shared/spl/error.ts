/** What a name stands for that is not known. On the wire as `details.unknown`; a client makes its own sentence from it. */
export type Named =
  | 'source'
  | 'entity_set'
  | 'log_set'
  | 'metric_set'
  | 'method'
  | 'parameter'
  | 'graph_call'
  | 'function'
  | 'metric'

type SplErrorCode = 'QUERY_PARSE_ERROR'

/** Position and cause of a syntax error. Offsets are 0-based characters of the query, `to` exclusive. */
interface SplErrorDetails {
  readonly from: number
  readonly to: number
  /** The text found there, as written, or `end of query`. */
  readonly found?: string
  /** What was expected there. */
  readonly expected?: readonly string[]
  /** The most similar existing name, if one is close. */
  readonly suggestion?: string
  /** What `found` would be the name of, if it were known. */
  readonly unknown?: Named
  /** First word of an unknown stage. */
  readonly operator?: string
  readonly field?: string
  readonly argument?: string
}

/** A query that violates the grammar. The message is one plain sentence, followed by what to do. */
export class SplError extends Error {
  override readonly name = 'SplError'
  readonly code: SplErrorCode = 'QUERY_PARSE_ERROR'
  readonly details: SplErrorDetails

  constructor(message: string, details: SplErrorDetails) {
    super(message)
    this.details = details
  }
}

/** Maximum alternatives listed in a message; `details.expected` always contains all of them. */
const SPELLED_OUT = 6

/** What is expected, in a sentence: a mark would read as its punctuation without quotes. */
export const spelled = (expected: string): string =>
  /^[\p{P}\p{S}]+$/u.test(expected) ? `“${expected}”` : expected

/** `a`, `a or b`, `a, b or c`. */
export function choices(items: readonly string[]): string {
  const shown = items.slice(0, SPELLED_OUT)
  const rest = items.length - shown.length
  if (rest > 0) return `${shown.join(', ')} or ${rest} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}

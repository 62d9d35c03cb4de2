type SplErrorCode = 'QUERY_PARSE_ERROR'

/** Where and why a query cannot be read. Offsets are 0-based characters of the query, `to` exclusive. */
interface SplErrorDetails {
  readonly from: number
  readonly to: number
  /** What stands there, as written, or `end of query`. */
  readonly found?: string
  /** What could stand there instead. */
  readonly expected?: readonly string[]
  /** The nearest name that exists, when one is near. */
  readonly suggestion?: string
  /** First word of a stage that does not exist. */
  readonly operator?: string
  readonly field?: string
  readonly argument?: string
}

/** A query text that breaks the grammar. The message is one plain sentence, followed by what to do. */
export class SplError extends Error {
  override readonly name = 'SplError'
  readonly code: SplErrorCode = 'QUERY_PARSE_ERROR'
  readonly details: SplErrorDetails

  constructor(message: string, details: SplErrorDetails) {
    super(message)
    this.details = details
  }
}

/** Most items a message spells out; `details.expected` always holds all of them. */
const SPELLED_OUT = 6

/** `a`, `a or b`, `a, b or c`. */
export function choices(items: readonly string[]): string {
  const shown = items.slice(0, SPELLED_OUT)
  const rest = items.length - shown.length
  if (rest > 0) return `${shown.join(', ')} or ${rest} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}

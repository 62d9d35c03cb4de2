import { CypherError } from '#shared/spl/cypher/index.ts'
import { SplError } from '#shared/spl/index.ts'
import { StoreError } from './graphstore/store.ts'

/** Error codes of the service; docs/model-service.md#errors. Stable, because clients compare them. */
export type ServiceErrorCode =
  | 'TOOL_NOT_FOUND'
  | 'TOOL_DISABLED'
  | 'INVALID_ARGUMENT'
  | 'QUERY_PARSE_ERROR'
  | 'QUERY_PLAN_ERROR'
  | 'VALIDATION_FAILED'
  | 'PROVIDER_UNSUPPORTED'
  | 'PROVIDER_UNAVAILABLE'
  | 'NOT_IMPLEMENTED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PARTIAL_FAILED'
  | 'TIMEOUT'
  | 'CONFLICT'
  | 'INTERNAL'

type ErrorDetails = { readonly [key: string]: unknown }

/** An error that the caller can act on: a stable code, one plain sentence with what to do, and named details. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly details: ErrorDetails

  constructor(code: ServiceErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
  }
}

export function invalidArgument(argument: string, message: string, details: ErrorDetails = {}): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', message, { argument, ...details })
}

/** Creates an error for a well-formed query that cannot be executed; `at` is the offending part. */
export function planError(
  at: { readonly from: number; readonly to: number } | undefined,
  message: string,
  details: ErrorDetails = {},
): ServiceError {
  return new ServiceError('QUERY_PLAN_ERROR', message, {
    ...(at ? { from: at.from, to: at.to } : {}),
    ...details,
  })
}

/** Abort reason of a query at its time limit, which makes it fail with TIMEOUT. */
export class Deadline extends ServiceError {
  constructor(milliseconds: number) {
    super('TIMEOUT', `The query ran longer than ${milliseconds} ms; narrow it or raise timeout_ms.`, {
      timeout_ms: milliseconds,
    })
  }
}

/** Converts anything thrown to a ServiceError; an unexpected one becomes INTERNAL and keeps its cause for the log. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof SplError || error instanceof CypherError) {
    return new ServiceError(error.code, error.message, { ...error.details }, { cause: error })
  }
  if (error instanceof StoreError) {
    return new ServiceError(error.code, error.message, error.details, { cause: error })
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new ServiceError('TIMEOUT', 'The request was cancelled.', {}, { cause: error })
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new ServiceError('INTERNAL', `The server failed: ${reason}`, {}, { cause: error })
}

import { CypherError } from '#shared/spl/cypher/index.ts'
import { SplError } from '#shared/spl/index.ts'
import { StoreError } from './graphstore/store.ts'

/** Codes of everything the service refuses; docs/model-service.md#errors. Stable: clients compare them. */
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

/** A refusal that the caller can act on: a stable code, one plain sentence with what to do, and details by name. */
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

/** A well-formed query that cannot be carried out; `at` is the part to blame. */
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

/** Why a query was stopped. Aborting a query's signal with it makes the query end with TIMEOUT. */
export class Deadline extends ServiceError {
  constructor(milliseconds: number) {
    super('TIMEOUT', `The query ran longer than ${milliseconds} ms; narrow it or raise timeout_ms.`, {
      timeout_ms: milliseconds,
    })
  }
}

/** Any thrown value as a refusal; an unforeseen one becomes INTERNAL and keeps its cause for the log. */
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

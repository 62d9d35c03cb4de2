/**
 * Response envelope (docs/sandbox-platform.md#envelope): four keys, always present. Business and validation
 * errors use HTTP 200.
 */
export interface Envelope<Result = unknown> {
  readonly status: 'Success' | 'Failed'
  readonly message: string | null
  readonly error: string | null
  readonly result: Result | null
}

/** Error codes; the thousands digit is the family (4xxx: the caller, 5xxx: the platform, 6xxx: the command). */
export const responseCodes = { ok: 2000, badRequest: 4000, internal: 5000, command: 6000 } as const

export const success = <Result>(result: Result | null): Envelope<Result> => ({
  status: 'Success',
  message: null,
  error: null,
  result,
})

export const failed = (message: string | null, error: string, result: unknown = null): Envelope => ({
  status: 'Failed',
  message,
  error,
  result,
})

/** Result of a failure with a code; clients retry only 5xxx. */
export const codedResult = (code: number, reason: string) => ({
  code,
  exit_code: null,
  failure_reason: reason,
})

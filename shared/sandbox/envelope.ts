/**
 * The answer's envelope (docs/sandbox-platform.md#envelope): four keys, always present; business and validation
 * failures travel under HTTP 200.
 */
export interface Envelope<Result = unknown> {
  readonly status: 'Success' | 'Failed'
  readonly message: string | null
  readonly error: string | null
  readonly result: Result | null
}

/** Codes that may accompany a failure; the family is the thousand (4xxx: the caller, 5xxx: the platform, 6xxx: the command). */
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

/** The result of a failure that carries a code: clients read `code` to decide whether to retry (5xxx only). */
export const codedResult = (code: number, reason: string) => ({
  code,
  exit_code: null,
  failure_reason: reason,
})

import { responseCodes } from '#shared/sandbox/envelope.ts'

/** A failure with one of the platform's codes; the API answers it as `Failed` with that code in the result. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const badRequest = (message: string): PlatformError =>
  new PlatformError(responseCodes.badRequest, message)

/**
 * A failure that carries no code: the result is null, or what clients read of the answer without a look at its status.
 */
export class PlainFailure extends Error {
  override readonly name = 'PlainFailure'
  readonly result: unknown

  constructor(message: string, result: unknown = null) {
    super(message)
    this.result = result
  }
}

import { responseCodes } from '#shared/sandbox/envelope.ts'

/** A failure with a platform error code; the API answers `Failed` with that code in the result. */
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

/** A failure without a code: the result is null, or what clients read from it without checking the status. */
export class PlainFailure extends Error {
  override readonly name = 'PlainFailure'
  readonly result: unknown

  constructor(message: string, result: unknown = null) {
    super(message)
    this.result = result
  }
}

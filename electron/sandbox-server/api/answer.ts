import { codedResult, type Envelope, failed, success } from '#shared/sandbox/envelope.ts'
import { PlainFailure, PlatformError } from '../lifecycle/platform-error.ts'
import { RuntimeFailure } from '../runtime/runtime.ts'
import { SessionFailure } from '../session/session-errors.ts'
import { type Call, type Operation, ReadyEnvelope } from './operation.ts'
import { InvalidInput } from './input.ts'

/** Runs an operation and puts what it answers or throws into the envelope (spec/sandbox-platform.md §1.2). */
export async function answer(
  operation: Operation,
  call: () => Promise<Call>,
  log: (line: string) => void,
): Promise<Envelope> {
  try {
    const result = await operation.serve(await call())
    return result instanceof ReadyEnvelope ? result.envelope : success(result ?? null)
  } catch (error) {
    return failure(operation, error, log)
  }
}

function failure(operation: Operation, error: unknown, log: (line: string) => void): Envelope {
  if (error instanceof InvalidInput) return failed('invalid parameter', error.message)
  // A command's own failure carries no message: that is how clients tell it from the platform's.
  if (error instanceof SessionFailure) return failed(null, error.message)
  if (error instanceof PlatformError) {
    return failed(operation.failure, error.message, codedResult(error.code, error.message))
  }
  if (error instanceof PlainFailure || error instanceof RuntimeFailure) {
    return failed(operation.failure, error.message)
  }
  log(`${operation.path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return failed(operation.failure, error instanceof Error ? error.message : String(error))
}

import type { Context } from 'hono'
import { codedResult, type Envelope, failed, success } from '#shared/sandbox/envelope.ts'
import { DRAIN_RETRY_SECONDS } from '../../node/operation/drain.ts'
import { PlainFailure, PlatformError } from '../lifecycle/platform-error.ts'
import { RuntimeFailure } from '../runtime/runtime.ts'
import { SessionFailure } from '../session/session-errors.ts'
import { InvalidInput } from './input.ts'
import type { Call, Operation } from './operation.ts'

/** Runs an operation and wraps its result or error in the envelope (docs/sandbox-platform.md#envelope). */
export function answer(
  operation: Operation,
  call: () => Promise<Call>,
  log: (line: string) => void,
): Promise<Envelope> {
  return enveloped(operation.failure, operation.path, async () => operation.serve(await call()), log)
}

/** The envelope of the result or error of `work`; `message` is the operation's failure message. */
export async function enveloped(
  message: string,
  path: string,
  work: () => Promise<unknown>,
  log: (line: string) => void,
): Promise<Envelope> {
  try {
    return success((await work()) ?? null)
  } catch (error) {
    return failure(message, path, error, log)
  }
}

function failure(message: string, path: string, error: unknown, log: (line: string) => void): Envelope {
  if (error instanceof InvalidInput) return failed('invalid parameter', error.message)
  // A failure of the command itself has no message, which is how clients distinguish it from one of the
  // platform.
  if (error instanceof SessionFailure) return failed(null, error.message)
  if (error instanceof PlatformError) {
    return failed(message, error.message, codedResult(error.code, error.message))
  }
  const text = error instanceof Error ? error.message : String(error)
  if (!(error instanceof PlainFailure || error instanceof RuntimeFailure)) {
    log(`${path}: ${error instanceof Error ? (error.stack ?? text) : text}`)
  }
  return failed(message, text, error instanceof PlainFailure ? error.result : null)
}

/** The answer to a caller without permission, or during shutdown. */
export function refusedWith(
  context: Context,
  { status, detail }: { readonly status: 403 | 503; readonly detail: string },
): Response {
  if (status === 503) context.header('retry-after', String(DRAIN_RETRY_SECONDS))
  return context.json({ detail }, status)
}

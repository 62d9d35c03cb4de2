import { z } from 'zod'

/** What a failed call tells the person: a stable code, one plain sentence, and what to do next. */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  details: z.unknown().optional(),
})
export type Failure = z.infer<typeof failureSchema>

/** An error that crosses the channel whole. Any other error arrives as `INTERNAL` with its message. */
export class WorkbenchError extends Error {
  readonly code: string
  readonly hint: string | undefined
  readonly details: unknown

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'WorkbenchError'
    this.code = failure.code
    this.hint = failure.hint
    this.details = failure.details
  }

  /** The plain value that is sent to the other side. */
  toFailure(): Failure {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.details === undefined ? {} : { details: this.details }),
    }
  }
}

/** Turns anything thrown into a {@link Failure}; a value that is no error is shown as text. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof WorkbenchError) return thrown.toFailure()
  if (thrown instanceof z.ZodError) {
    const issue = thrown.issues[0]
    return {
      code: 'INVALID_INPUT',
      message: issue ? `${issue.path.join('.') || 'input'}: ${issue.message}` : 'The input is not valid.',
      details: thrown.issues,
    }
  }
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return { code: 'CANCELLED', message: 'The call was cancelled.' }
    return { code: 'INTERNAL', message: thrown.message }
  }
  return { code: 'INTERNAL', message: String(thrown) }
}

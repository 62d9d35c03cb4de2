import { z } from 'zod'
import { messageRefSchema } from './sentences/message-ref.ts'
import { say, sayIssue, type MessageRef } from './sentences/sentence.ts'

/** A failed call as shown to the user: a stable code, one plain sentence, and what to do next. */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  /** Reference to our sentence; absent if the text comes from elsewhere. */
  said: messageRefSchema.optional(),
  details: z.unknown().optional(),
})
export type Failure = z.infer<typeof failureSchema>

/** An error that crosses the channel unchanged. Any other error arrives as `INTERNAL` with its message. */
export class WorkbenchError extends Error {
  readonly code: string
  readonly hint: string | undefined
  readonly said: MessageRef | undefined
  readonly details: unknown

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'WorkbenchError'
    this.code = failure.code
    this.hint = failure.hint
    this.said = failure.said
    this.details = failure.details
  }

  /** Returns the serialisable form. */
  toFailure(): Failure {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      said: this.said,
      details: this.details,
    }
  }
}

/** Converts anything thrown to a {@link Failure}; a value that is not an error is shown as text. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof WorkbenchError) return thrown.toFailure()
  if (thrown instanceof z.ZodError) {
    return { code: 'INVALID_INPUT', ...sayIssue(thrown), details: thrown.issues }
  }
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return { code: 'CANCELLED', ...say('CANCELLED') }
    return { code: 'INTERNAL', message: thrown.message }
  }
  return { code: 'INTERNAL', message: String(thrown) }
}

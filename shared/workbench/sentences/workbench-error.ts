import { WorkbenchError } from '../failure.ts'
import type { SentenceKey } from './en.ts'
import { say, type MessageRef } from './sentence.ts'

interface WorkbenchErrorOptions {
  readonly details?: unknown
  /** Replaces the sentence's own hint. */
  readonly hint?: string | undefined
  readonly cause?: unknown
}

/** Creates an error with one of our sentences. Its code is the key up to the dot. */
export function workbenchError(
  key: SentenceKey,
  values: MessageRef['values'] = {},
  { details, hint, cause }: WorkbenchErrorOptions = {},
): WorkbenchError {
  const localized = say(key, values)
  return new WorkbenchError(
    {
      code: key.split('.')[0] ?? key,
      ...localized,
      ...(hint === undefined ? {} : { hint }),
      ...(details === undefined ? {} : { details }),
    },
    cause === undefined ? {} : { cause },
  )
}

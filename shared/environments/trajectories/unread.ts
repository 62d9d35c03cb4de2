import { z } from 'zod'
import { type Failure, failureSchema, WorkbenchError } from '../../workbench/failure.ts'

/** Unreadable records of a file: how many, and reasons for the first few. */
export const unreadSchema = z.object({
  records: z.number().int().nonnegative(),
  first: z.array(failureSchema),
})

/** Number of records whose reasons are kept. */
const MAX_TOLD = 5

/** Counts skipped records, so that one bad line does not fail the whole file. */
export class Unread {
  records = 0
  readonly first: Failure[] = []
  #error: unknown

  /** @throws errors that do not concern a single record */
  pass(error: unknown): never[] {
    if (!(error instanceof WorkbenchError) || error.code !== 'RECORDING_UNREADABLE') throw error
    this.#error ??= error
    if (this.records++ < MAX_TOLD) this.first.push(error.toFailure())
    return []
  }

  /** Why nothing at all could be read; undefined if there was nothing to read. */
  get error(): unknown {
    return this.#error
  }

  get summary(): z.infer<typeof unreadSchema> {
    return { records: this.records, first: this.first }
  }
}

/** Statistics of a file that has been read completely. */
export interface FileEnd {
  /** Truncated episodes. */
  readonly cut: number
  readonly unread: z.infer<typeof unreadSchema>
}

import { z } from 'zod'
import { type Failure, failureSchema, WorkbenchError } from '../../workbench/failure.ts'

/** Records that stand in a file and could not be read: how many, and why the first of them. */
export const unreadSchema = z.object({
  records: z.number().int().nonnegative(),
  first: z.array(failureSchema),
})

/** For this many of them it is said why they could not be read. */
const MAX_TOLD = 5

/** Counts what is passed over, so that one bad line costs no file. */
export class Unread {
  records = 0
  readonly first: Failure[] = []
  #error: unknown

  /** @throws what is not a fault of a record */
  pass(error: unknown): never[] {
    if (!(error instanceof WorkbenchError) || error.code !== 'RECORDING_UNREADABLE') throw error
    this.#error ??= error
    if (this.records++ < MAX_TOLD) this.first.push(error.toFailure())
    return []
  }

  /** Why nothing at all was read; undefined where there was nothing to read. */
  get error(): unknown {
    return this.#error
  }

  get told(): z.infer<typeof unreadSchema> {
    return { records: this.records, first: this.first }
  }
}

/** What a file says of itself, once it was read to its end. */
export interface FileEnd {
  /** Episodes whose end is missing. */
  readonly cut: number
  readonly unread: z.infer<typeof unreadSchema>
}

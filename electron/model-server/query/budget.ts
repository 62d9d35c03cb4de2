import type { Json } from '#shared/model/json.ts'
import { MAX_QUERY_BYTES, MAX_VALUE_BYTES, QUERY_TOO_LARGE, VALUE_TOO_LARGE, jsonBytes } from '../budget.ts'
import { planError } from '../service-error.ts'

/** A range of a query's text. */
export interface Place {
  readonly from: number
  readonly to: number
}

/** Tracks the memory that the stages of one query compute and hold. */
export class Budget {
  #bytes = 0

  /** @throws ServiceError QUERY_PLAN_ERROR at `at` when the query holds too much */
  hold(bytes: number, at: Place): void {
    this.#bytes += bytes
    if (this.#bytes > MAX_QUERY_BYTES) throw planError(at, QUERY_TOO_LARGE)
  }

  /** Releases held memory. */
  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** Returns the size of a computed value. @throws ServiceError QUERY_PLAN_ERROR when it is too large */
export function checkedBytes(value: Json, at: Place): number {
  const bytes = jsonBytes(value)
  if (bytes > MAX_VALUE_BYTES) throw planError(at, VALUE_TOO_LARGE)
  return bytes
}

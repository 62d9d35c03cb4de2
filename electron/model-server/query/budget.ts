import type { Json } from '#shared/model/json.ts'
import { MAX_QUERY_BYTES, MAX_VALUE_BYTES, QUERY_TOO_LARGE, VALUE_TOO_LARGE, jsonBytes } from '../budget.ts'
import { planError } from '../service-error.ts'

/** A part of a query's text. */
export interface Place {
  readonly from: number
  readonly to: number
}

/** Accounts for what the stages of one query compute and keep. */
export class Budget {
  #bytes = 0

  /** @throws ServiceError QUERY_PLAN_ERROR when the query keeps too much, which `at` began to */
  hold(bytes: number, at: Place): void {
    this.#bytes += bytes
    if (this.#bytes > MAX_QUERY_BYTES) throw planError(at, QUERY_TOO_LARGE)
  }

  /** Says that what was held is gone. */
  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** The size of a value that was computed at a place. @throws ServiceError QUERY_PLAN_ERROR when it is too large */
export function checkedBytes(value: Json, at: Place): number {
  const bytes = jsonBytes(value)
  if (bytes > MAX_VALUE_BYTES) throw planError(at, VALUE_TOO_LARGE)
  return bytes
}

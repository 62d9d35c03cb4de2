import type { Json, JsonObject } from '#shared/model/json.ts'
import { textOf } from '#shared/model/json.ts'
import type { Pair, Query } from '#shared/spl/index.ts'
import { planError } from '../service-error.ts'
import { textList, textValue, valueOf } from './parameters.ts'

/**
 * Pairs of a query's `with(...)` stages, merged regardless of position; the last value of a key wins
 * (docs/spl.md#sources).
 */
export class WithPairs {
  readonly #pairs: ReadonlyMap<string, Pair>
  readonly #parameters: JsonObject

  constructor(query: Query, parameters: JsonObject) {
    const pairs = new Map<string, Pair>()
    for (const stage of query.stages) {
      if (stage.kind === 'with') for (const pair of stage.pairs) pairs.set(pair.key.name, pair)
    }
    this.#pairs = pairs
    this.#parameters = parameters
  }

  get pairs(): Iterable<Pair> {
    return this.#pairs.values()
  }

  has(key: string): boolean {
    return this.#pairs.has(key)
  }

  pair(key: string): Pair | undefined {
    return this.#pairs.get(key)
  }

  json(key: string): Json | undefined {
    const pair = this.#pairs.get(key)
    return pair && valueOf(pair.value, this.#parameters)
  }

  /** Returns a text; undefined for absent, empty and null. */
  text(key: string): string | undefined {
    const pair = this.#pairs.get(key)
    if (!pair) return undefined
    return textValue(pair.value, this.#parameters) || undefined
  }

  /** Returns a list, also from a single value or comma-separated words; undefined when the key is absent. */
  list(...keys: readonly string[]): readonly string[] | undefined {
    for (const key of keys) {
      const pair = this.#pairs.get(key)
      if (pair) return textList(pair.value, this.#parameters)
    }
    return undefined
  }

  /** @throws ServiceError QUERY_PLAN_ERROR when it is not a positive integer */
  count(key: string): number | undefined {
    const pair = this.#pairs.get(key)
    if (!pair) return undefined
    const json = valueOf(pair.value, this.#parameters)
    const number = typeof json === 'string' ? Number(json) : json
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number
    throw planError(pair.value, `${key} takes a whole number from 1, as in ${key}=20.`, {
      found: textOf(json),
      expected: ['a whole number from 1'],
      field: key,
    })
  }
}

/** Keys remembered per store; the oldest are forgotten first. */
const MOST_KEYS = 10_000

/**
 * Results of writes by key, per store, in this process. Only successful results are kept; while one is on its way,
 * the same key waits for it.
 */
export class IdempotencyCache<T> {
  readonly #owners = new WeakMap<object, Map<string, Promise<T>>>()

  /** Runs `write`, unless this key has a result already. An empty key always runs. */
  async once(owner: object, key: string, write: () => Promise<T>): Promise<T> {
    if (key === '') return write()
    let results = this.#owners.get(owner)
    if (!results) this.#owners.set(owner, (results = new Map()))
    const known = results.get(key)
    if (known) return known
    const result = write()
    results.set(key, result)
    try {
      return await result
    } catch (error) {
      results.delete(key)
      throw error
    } finally {
      if (results.size > MOST_KEYS) {
        const [oldest] = results.keys()
        if (oldest !== undefined) results.delete(oldest)
      }
    }
  }
}

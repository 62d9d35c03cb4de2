/** Keys remembered per store; the oldest are forgotten first. */
const MAX_KEYS = 10_000

/** Results by part of a request, such as those of its entities and of its relations. */
export type Parts<Name extends string, T> = { readonly [name in Name]?: T }

/** What is known of the requests of one store. */
interface Memory<T> {
  readonly results: Map<string, T>
  /** Ends of the writes on their way, by key: the same key waits for them. */
  readonly running: Map<string, Promise<void>>
}

/**
 * Results of writes by key, per store, in this process. The parts of a request are remembered apart: a key that wrote entities has
 * not written relations (docs/model-service.md#writes). Only successful results are kept.
 */
export class IdempotencyCache<Name extends string, T> {
  readonly #owners = new WeakMap<object, Memory<T>>()

  /**
   * Runs `write` for the parts that have no result under this key, and adds what is remembered of the others. An empty key always
   * runs. Where another request with this key fails, this one is tried on its own.
   */
  async once(
    owner: object,
    key: string,
    parts: readonly Name[],
    write: (missing: readonly Name[]) => Promise<Parts<Name, T>>,
  ): Promise<Parts<Name, T>> {
    if (key === '') return write(parts)
    const memory = this.#memoryOf(owner)
    const before = memory.running.get(key)
    const answer = this.#after(before, memory, key, parts, write)
    const end = answer.then(
      () => undefined,
      () => undefined,
    )
    memory.running.set(key, end)
    void end.then(() => {
      if (memory.running.get(key) === end) memory.running.delete(key)
    })
    return answer
  }

  async #after(
    before: Promise<void> | undefined,
    { results }: Memory<T>,
    key: string,
    parts: readonly Name[],
    write: (missing: readonly Name[]) => Promise<Parts<Name, T>>,
  ): Promise<Parts<Name, T>> {
    await before
    const nameOf = (part: Name): string => `${part}\n${key}`
    const missing = parts.filter((part) => !results.has(nameOf(part)))
    const written: Parts<Name, T> = missing.length > 0 ? await write(missing) : {}
    const answer: { [name in Name]?: T } = {}
    for (const part of parts) {
      const result = written[part] ?? results.get(nameOf(part))
      if (result === undefined) continue
      answer[part] = result
      results.set(nameOf(part), result)
    }
    while (results.size > MAX_KEYS) {
      const [oldest = ''] = results.keys()
      results.delete(oldest)
    }
    return answer
  }

  #memoryOf(owner: object): Memory<T> {
    const known = this.#owners.get(owner)
    if (known) return known
    const memory: Memory<T> = { results: new Map(), running: new Map() }
    this.#owners.set(owner, memory)
    return memory
  }
}

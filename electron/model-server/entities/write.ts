import { entityKey, relationKey } from '#shared/model/entity.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import type { WriteItem, WriteResult } from '#shared/model/validation.ts'
import type { ItemRefusal } from '../graphstore/semantics.ts'
import type { BatchResult, GraphStore } from '../graphstore/store.ts'
import { invalidArgument, ServiceError } from '../service-error.ts'
import { PayloadError, readEntity, readRelation } from './payload.ts'

/** Idempotency keys remembered per store; the oldest are evicted. */
const MAX_KEYS = 10_000

/** Results per part of a request, such as its entities and its relations. */
type Parts<Name extends string, T> = { readonly [name in Name]?: T }

/** Requests seen by one store. */
interface Memory<T> {
  readonly results: Map<string, T>
  /** Writes in progress by key; a request with the same key waits for them. */
  readonly running: Map<string, Promise<void>>
}

/**
 * In-memory cache of write results by idempotency key, per store. Parts of a request are cached separately: a
 * key used for entities has not written relations (docs/model-service.md#writes). Only successes are cached.
 */
class IdempotencyCache<Name extends string, T> {
  readonly #owners = new WeakMap<object, Memory<T>>()

  /**
   * Runs `write` for the parts without a cached result under this key, and adds the cached ones. An empty key
   * always runs. If another request with this key fails, this one is tried on its own.
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

interface EntityWriteResult {
  readonly entities?: WriteResult
  readonly relations?: WriteResult
}

type Part = keyof EntityWriteResult

const results = new IdempotencyCache<Part, WriteResult>()

/** A parsed payload, or why parsing failed. */
type Reading<T> = { readonly change: T; readonly key: string } | { readonly refused: PayloadError }

function readAll<T>(
  payloads: readonly Json[],
  read: (raw: Json) => T,
  keyOf: (change: T) => string,
): Reading<T>[] {
  return payloads.map((raw) => {
    try {
      const change = read(raw)
      return { change, key: keyOf(change) }
    } catch (error) {
      if (error instanceof PayloadError) return { refused: error }
      throw error
    }
  })
}

function listArgument(args: JsonObject, name: string): readonly Json[] {
  const value = args[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidArgument(name, `The argument ${name} is a list of payloads.`)
  return value
}

function refuse(name: string, readings: readonly Reading<unknown>[]): void {
  for (const [index, reading] of readings.entries()) {
    if (!('refused' in reading)) continue
    const { field, message } = reading.refused
    const path = `${name}[${index}]${field === '' ? '' : `.${field}`}`
    throw new ServiceError('VALIDATION_FAILED', `${path}: ${message} Nothing was written.`, {
      field: path,
      reason: message,
    })
  }
}

function itemOf(reading: Reading<unknown>, refusal: ItemRefusal | null | undefined): WriteItem {
  if ('refused' in reading) {
    const { field, message } = reading.refused
    return { id: '', ok: false, code: 'VALIDATION_FAILED', message, details: { field } }
  }
  return refusal ? { id: reading.key, ok: false, ...refusal } : { id: reading.key, ok: true }
}

function resultOf(
  readings: readonly Reading<unknown>[],
  refusals: readonly (ItemRefusal | null)[],
): WriteResult {
  let place = 0
  const items = readings.map((reading) =>
    itemOf(reading, 'refused' in reading ? undefined : refusals[place++]),
  )
  const accepted = items.filter((item) => item.ok).length
  return { accepted, failed: items.length - accepted, items }
}

/**
 * `entity_write`: entities first, then relations, as one batch. Without `partial_success`, one bad item fails
 * the whole batch; an `idempotency_key` already used for entities or relations returns their first result.
 *
 * @throws ServiceError INVALID_ARGUMENT, VALIDATION_FAILED for a bad payload, PARTIAL_FAILED for a refused
 *   item
 */
export async function writeTool(
  store: GraphStore,
  name: string,
  args: JsonObject,
  signal?: AbortSignal,
): Promise<EntityWriteResult> {
  const entities = readAll(listArgument(args, 'entities'), readEntity, entityKey)
  const relations = readAll(listArgument(args, 'relations'), readRelation, relationKey)
  if (entities.length === 0 && relations.length === 0) {
    throw invalidArgument('entities', 'Give at least one payload in entities or relations.')
  }
  const key = args['idempotency_key']
  const remembered = typeof key === 'string' && key !== '' ? `${name}\n${key}` : ''
  const workspace = store.workspace(name)
  const parts: Part[] = [
    ...(entities.length > 0 ? (['entities'] as const) : []),
    ...(relations.length > 0 ? (['relations'] as const) : []),
  ]
  return results.once(store, remembered, parts, async (missing) => {
    const readings = {
      entities: missing.includes('entities') ? entities : [],
      relations: missing.includes('relations') ? relations : [],
    }
    const partial = args['partial_success'] === true
    if (!partial) {
      refuse('entities', readings.entities)
      refuse('relations', readings.relations)
    }
    signal?.throwIfAborted()
    const batch = {
      entities: readings.entities.flatMap((one) => ('change' in one ? [one.change] : [])),
      relations: readings.relations.flatMap((one) => ('change' in one ? [one.change] : [])),
    }
    const result: BatchResult = await workspace.write(batch, { partial }, signal)
    const answer: EntityWriteResult = {
      ...(readings.entities.length > 0 ? { entities: resultOf(readings.entities, result.entities) } : {}),
      ...(readings.relations.length > 0 ? { relations: resultOf(readings.relations, result.relations) } : {}),
    }
    if (!result.committed) throw notCommitted(answer)
    return answer
  })
}

function notCommitted({ entities, relations }: EntityWriteResult): ServiceError {
  const bad = [...(entities?.items ?? []), ...(relations?.items ?? [])].filter((item) => !item.ok)
  const [first] = bad
  return new ServiceError(
    'PARTIAL_FAILED',
    `${bad.length} of the items cannot be written, the first is ${first?.id}: ${first?.message} Nothing was written; partial_success writes the others.`,
    { failed: bad.length, items: bad },
  )
}

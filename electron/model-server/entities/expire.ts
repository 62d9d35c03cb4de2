import {
  type EntityChange,
  type RelationChange,
  parseEntityKey,
  parseRelationKey,
} from '#shared/model/entity.ts'
import type { Json, JsonObject } from '#shared/model/json.ts'
import type { WriteItem, WriteResult } from '#shared/model/validation.ts'
import type { Workspace } from '../graphstore/store.ts'
import { invalidArgument } from '../service-error.ts'

/** Values that select relations; anything else selects entities (docs/model-service.md#arguments). */
const RELATION_WORDS = new Set(['relation', 'relations', 'topo', 'topology'])

/**
 * `entity_expire`: expires entities or relations by stable key, as of now. Malformed and unknown keys are
 * failed items; the call itself succeeds. Relations of an expired entity are kept.
 *
 * @throws ServiceError INVALID_ARGUMENT when there are no ids
 */
export async function expireTool(
  workspace: Workspace,
  args: JsonObject,
  signal?: AbortSignal,
): Promise<WriteResult> {
  const { ids, kind } = args
  const keys = Array.isArray(ids) ? ids.map((id: Json) => (typeof id === 'string' ? id : '')) : []
  if (keys.length === 0)
    throw invalidArgument('ids', 'The argument ids is a list of at least one stable key.')
  const relations = typeof kind === 'string' && RELATION_WORDS.has(kind.toLowerCase())
  const end = {
    method: 'Expire' as const,
    firstObserved: 0,
    lastObserved: Math.floor(Date.now() / 1000),
    properties: {},
  }
  const changes = keys.map((key): EntityChange | RelationChange | undefined => {
    const parts = relations ? parseRelationKey(key) : parseEntityKey(key)
    return parts && { ...parts, ...end }
  })
  const good = changes.flatMap((change) => change ?? [])
  const result = await workspace.write(
    {
      entities: good.filter((change): change is EntityChange => 'id' in change),
      relations: good.filter((change): change is RelationChange => 'src' in change),
    },
    { partial: true },
    signal,
  )
  const refusals = relations ? result.relations : result.entities
  let place = 0
  const items = keys.map((id, index): WriteItem => {
    if (!changes[index]) {
      const form = relations
        ? 'srcDomain/srcType/srcId/relation/destDomain/destType/destId'
        : 'domain/type/id'
      return { id, ok: false, code: 'VALIDATION_FAILED', message: `A stable key has the form ${form}.` }
    }
    const refusal = refusals[place++]
    return refusal ? { id, ok: false, ...refusal } : { id, ok: true }
  })
  const accepted = items.filter((item) => item.ok).length
  return { accepted, failed: items.length - accepted, items }
}

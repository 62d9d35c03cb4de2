import type { JsonObject } from '#shared/model/json.ts'
import type { ItemType } from '#shared/documents/authoring.ts'

/** Members of rows that are store state, not part of the payload. */
const NOT_WRITTEN = new Set(['__deleted__', '__relation_key__'])
const RELATION_COLUMNS = new Set(['src', 'relation', 'dest'])

/**
 * Converts a query row to its writable form: an element without an empty version, a payload without row-only
 * members. Writing an existing object is an Update (docs/model-service.md#writes), so its method says so.
 */
export function writableRow(type: ItemType, row: JsonObject): JsonObject {
  const members = Object.entries(row).filter(([name, value]) => {
    if (type === 'element') return !(name === 'version' && value === '') && !name.startsWith('__')
    if (type === 'relation' && RELATION_COLUMNS.has(name)) return false
    return !NOT_WRITTEN.has(name)
  })
  const value = Object.fromEntries(members)
  return type === 'element' || !('__method__' in value) ? value : { ...value, __method__: 'Update' }
}

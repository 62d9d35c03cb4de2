import type { JsonObject } from '#shared/model/json.ts'
import type { ItemType } from '#shared/documents/authoring.ts'

/** What rows show beside the payload: state of the store, not something to write. */
const NOT_WRITTEN = new Set(['__deleted__', '__relation_key__'])
const RELATION_COLUMNS = new Set(['src', 'relation', 'dest'])

/**
 * A row of a query as it would be written: an element without an empty version, a payload without what only rows have. A write
 * of something that is there is an Update (docs/model-service.md#writes), so that is what its method says.
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

import type { EntityScan } from '../../graphstore/store.ts'
import type { Plan, QueryContext } from '../context.ts'
import { equalityHints, limitReachesStore, sortsAtOnce, whereFallback } from '../pushdown.ts'
import { EntityRow } from '../row.ts'
import { rowsOf } from '../rows.ts'

const ENTITY_COLUMNS = [
  '__domain__',
  '__entity_type__',
  '__entity_id__',
  '__method__',
  '__deleted__',
] as const

/** `.entity`: entities by domain, type, ids and text, in key order (docs/spl.md#sources). */
export function planEntity(context: QueryContext): Plan {
  const { workspace, pairs, request, limit, pace } = context
  const domain = pairs.text('domain')
  const type = pairs.text('name')
  const ids = pairs.list('ids', 'id')
  const text = pairs.text('query')
  const equal = equalityHints(context)
  const unordered = sortsAtOnce(context)
  const scan: EntityScan = {
    domain,
    type,
    ids,
    text,
    ...(equal.length === 0 ? {} : { equal }),
    time: request.time,
    ...(unordered ? { unordered } : {}),
    ...(limitReachesStore(context) ? { limit } : {}),
  }
  return {
    columns: ENTITY_COLUMNS,
    notes: {
      provider: 'graphstore',
      pushdown: ['entity_search'],
      fallback: whereFallback(context.query),
    },
    handled: new Set(),
    unordered,
    open: () => rowsOf(workspace.scanEntities(scan, pace.signal), (record) => new EntityRow(record), pace),
  }
}

import { nameMatches } from '../../graphstore/semantics.ts'
import type { Plan, QueryContext } from '../context.ts'
import { ElementRow } from '../row.ts'
import { rowsOfList } from '../rows.ts'

/** `.model`: elements by kind, domain, name and text, in key order (spec §3.3). */
export function planModel({ workspace, pairs, pace }: QueryContext): Plan {
  const text = pairs.text('query')?.toLowerCase()
  const kind = pairs.text('kind')
  const domain = pairs.text('domain')
  const name = pairs.text('name')
  return {
    columns: ['kind', 'domain', 'name', 'version'],
    notes: { provider: 'model', pushdown: [], fallback: ['snapshot_filter'] },
    handled: new Set(),
    async open() {
      // An id names an entity, never an element.
      if (pairs.has('id') || pairs.has('ids')) return rowsOfList([])
      const elements = await workspace.elements(pace.signal)
      const rows = elements
        .filter(
          (element) =>
            nameMatches(kind, element.kind) &&
            nameMatches(domain, element.domain) &&
            nameMatches(name, element.name),
        )
        .map((element) => new ElementRow(element))
      return rowsOfList(
        text === undefined
          ? rows
          : rows.filter((row) => JSON.stringify(row.toObject()).toLowerCase().includes(text)),
      )
    },
  }
}

import type { Element } from '#shared/model/element.ts'
import { nameMatches } from '../../graphstore/semantics.ts'
import type { Plan, QueryContext } from '../context.ts'
import { whereFallback } from '../pushdown.ts'
import { ElementRow } from '../row.ts'
import { type Pace, type Rows, rowsOfList } from '../rows.ts'

/** Elements looked at for the first page of rows and the largest: a query that wants one element does not pay for thousands. */
const FIRST_PAGE = 4
const LARGEST_PAGE = 256

/** `.model`: elements by kind, domain, name and text, in key order (docs/spl.md#sources). */
export function planModel({ query, workspace, pairs, pace }: QueryContext): Plan {
  const text = pairs.text('query')?.toLowerCase()
  const kind = pairs.text('kind')
  const domain = pairs.text('domain')
  const name = pairs.text('name')
  const matches = (row: ElementRow): boolean =>
    nameMatches(kind, row.element.kind) &&
    nameMatches(domain, row.element.domain) &&
    nameMatches(name, row.element.name) &&
    (text === undefined || JSON.stringify(row.toObject()).toLowerCase().includes(text))
  return {
    columns: ['kind', 'domain', 'name', 'version'],
    notes: { provider: 'model', pushdown: [], fallback: ['snapshot_filter', ...whereFallback(query)] },
    handled: new Set(),
    async open() {
      // An id names an entity, never an element.
      if (pairs.has('id') || pairs.has('ids')) return rowsOfList([])
      return elementRows(await workspace.elements(pace.signal), matches, pace)
    },
  }
}

function elementRows(elements: readonly Element[], matches: (row: ElementRow) => boolean, pace: Pace): Rows {
  let at = 0
  let size = FIRST_PAGE
  return {
    async next() {
      while (at < elements.length) {
        await pace.yieldToMain()
        const page = elements
          .slice(at, (at += size))
          .map((element) => new ElementRow(element))
          .filter(matches)
        size = Math.min(size * 4, LARGEST_PAGE)
        if (page.length > 0) return page
      }
      return null
    },
  }
}

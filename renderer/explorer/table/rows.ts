import { edgesOf } from '../graph/graph.ts'
import type { SurfaceState } from '../view/surface.ts'

export type Column = 'label' | 'kind' | 'domain' | 'fields' | 'out' | 'in' | 'change'

export interface ElementRow {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly domain: string
  readonly fields: number
  readonly out: number
  readonly in: number
  readonly change: string
  readonly missing: boolean
}

export interface Order {
  readonly column: Column
  readonly descending: boolean
}

/** A line of the list: a row, or the heading of a group. */
export type Line =
  | { readonly type: 'row'; readonly row: ElementRow }
  | { readonly type: 'group'; readonly name: string; readonly count: number }

/** The drawn nodes (those in collapsed boxes too) as rows. */
export function rowsOf(state: SurfaceState): ElementRow[] {
  const { graph, projection } = state
  const rows: ElementRow[] = []
  graph.nodes.forEach((node, index) => {
    if ((projection.itemOf[index] ?? -1) < 0) return
    rows.push({
      key: node.key,
      label: node.label,
      kind: node.kind,
      domain: node.domain,
      fields: node.fields ?? 0,
      out: edgesOf(graph.outgoing, index).length,
      in: edgesOf(graph.incoming, index).length,
      change: state.comparison?.differences.get(node.key) ?? '',
      missing: node.missing ?? false,
    })
  })
  return rows
}

/** Sorted by a column, ties by key; grouped when a group column is given, groups by name. */
export function linesOf(
  rows: readonly ElementRow[],
  order: Order,
  groupBy: 'kind' | 'domain' | 'change' | undefined,
): Line[] {
  const sign = order.descending ? -1 : 1
  const compare = (a: ElementRow, b: ElementRow): number => {
    const [x, y] = [a[order.column], b[order.column]]
    if (x === y) return a.key < b.key ? -1 : 1
    return (x < y ? -1 : 1) * sign
  }
  const sorted = [...rows].sort(compare)
  if (groupBy === undefined) return sorted.map((row) => ({ type: 'row', row }))
  const groups = new Map<string, ElementRow[]>()
  for (const row of sorted) {
    const list = groups.get(row[groupBy])
    if (list) list.push(row)
    else groups.set(row[groupBy], [row])
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, list]): Line[] => [
      { type: 'group', name, count: list.length },
      ...list.map((row): Line => ({ type: 'row', row })),
    ])
}

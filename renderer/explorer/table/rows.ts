import { mapSteps, PIECE, sortSteps, type Steps } from '../../app/slices.ts'
import { inLine } from '../details/sections.ts'
import { edgesOf } from '../graph/graph.ts'
import type { SurfaceState } from '../view/surface.ts'

export type Column = 'label' | 'kind' | 'domain' | 'fields' | 'out' | 'in' | 'change' | `field:${string}`

export interface ElementRow {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly domain: string
  readonly fields: number
  readonly out: number
  readonly in: number
  readonly change: 'added' | 'removed' | 'changed' | ''
  readonly missing: boolean
  readonly data: Readonly<Record<string, unknown>>
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
export function* rowSteps({
  graph,
  projection,
  comparison,
}: Pick<SurfaceState, 'graph' | 'projection' | 'comparison'>): Steps<ElementRow[]> {
  const rows: ElementRow[] = []
  for (const [index, node] of graph.nodes.entries()) {
    if (index % PIECE === PIECE - 1) yield
    if ((projection.itemOf[index] ?? -1) < 0) continue
    rows.push({
      key: node.key,
      label: node.label,
      kind: node.kind,
      domain: node.domain,
      fields: node.fields ?? 0,
      out: edgesOf(graph.outgoing, index).length,
      in: edgesOf(graph.incoming, index).length,
      change: comparison?.differences.get(node.key) ?? '',
      missing: node.missing ?? false,
      data: node.data ?? {},
    })
  }
  return rows
}

/** What a row says in a column. */
export function cellOf(row: ElementRow, column: Column): string | number {
  if (column.startsWith('field:')) return inLine(row.data[column.slice(6)])
  return row[column as Exclude<Column, `field:${string}`>]
}

/** Rows looked at to find out which fields entities have. */
const SAMPLE = 300
/** Fields that the name column shows already. */
const NAMED = new Set(['id', 'display_name', 'name'])

/** The fields that most of the rows have a plain value in, at most `most`: the columns of an entity list. */
export function commonFields(rows: readonly ElementRow[], most: number): Column[] {
  const counts = new Map<string, number>()
  for (const { data } of rows.slice(0, SAMPLE))
    for (const [name, value] of Object.entries(data)) {
      if (name.startsWith('__') || NAMED.has(name) || typeof value === 'object') continue
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([name]): Column => `field:${name}`)
}

type Grouping = 'kind' | 'domain' | 'change' | undefined

/** Sorted by a column, ties by key; grouped when a group column is given, groups by name. With pauses. */
export function* lineSteps(rows: readonly ElementRow[], order: Order, groupBy: Grouping): Steps<Line[]> {
  const sign = order.descending ? -1 : 1
  const cells = yield* mapSteps(rows, (row) => cellOf(row, order.column))
  const compare = (a: number, b: number): number => {
    const [x, y] = [cells[a] ?? '', cells[b] ?? '']
    if (x === y) return (rows[a]?.key ?? '') < (rows[b]?.key ?? '') ? -1 : 1
    return (x < y ? -1 : 1) * sign
  }
  const unsorted = new Uint32Array(rows.length)
  for (let place = 0; place < unsorted.length; place++) unsorted[place] = place
  const places = yield* sortSteps(unsorted, compare)
  const sorted: Line[] = []
  for (const [at, place] of places.entries()) {
    if (at % PIECE === PIECE - 1) yield
    sorted.push({ type: 'row', row: rows[place] as ElementRow })
  }
  if (groupBy === undefined) return sorted
  const groups = new Map<string, Line[]>()
  for (const [at, line] of sorted.entries()) {
    if (at % PIECE === PIECE - 1) yield
    const name = line.type === 'row' ? line.row[groupBy] : ''
    const list = groups.get(name)
    if (list) list.push(line)
    else groups.set(name, [line])
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, list]): Line[] => [{ type: 'group', name, count: list.length }, ...list])
}

/** Which line is that of a node; -1 when none is. With pauses. */
export function* placeSteps(lines: readonly Line[], key: string | undefined): Steps<number> {
  if (key === undefined) return -1
  for (const [place, line] of lines.entries()) {
    if (place % PIECE === PIECE - 1) yield
    if (line.type === 'row' && line.row.key === key) return place
  }
  return -1
}

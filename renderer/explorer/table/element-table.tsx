import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react'
import { useSliced } from '../../app/use-sliced.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { useText } from '../../i18n/text.ts'
import { Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Truncate } from '../../ui/truncate.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { goToEdge, goToNode } from '../view/go-to.ts'
import { select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { typeName } from '../graph/set-names.ts'
import styles from './element-table.module.css'
import { mapSteps, PIECE, sortSteps, type Steps } from '../../app/slices.ts'
import { countRows, rowSteps, type ElementRow } from './element-rows.ts'
import { inLine } from '../details/sections.ts'

type Column = 'label' | 'kind' | 'domain' | 'fields' | 'out' | 'in' | 'change' | `field:${string}`

export interface Order {
  readonly column: Column
  readonly descending: boolean
}

/** A line of the table: a row, or a group heading. */
export type Line =
  | { readonly type: 'row'; readonly row: ElementRow }
  | { readonly type: 'group'; readonly name: string; readonly count: number }

/** The value of a cell. */
function cellOf(row: ElementRow, column: Column): string | number {
  if (column.startsWith('field:')) return inLine(row.data[column.slice(6)])
  return row[column as Exclude<Column, `field:${string}`>]
}

/** Rows scanned to find the entities' fields. */
const SAMPLE = 300
/** Fields already shown in the name column. */
const NAMED = new Set(['id', 'display_name', 'name'])

/** Fields for which most rows have a plain value, at most `most`: the columns of an entity list. */
function commonFields(rows: readonly ElementRow[], most: number): Column[] {
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

/** Digits that a number in a name is compared with. */
const DIGITS = 15

/** As people look names up: capitals are not a class of their own, and 2 comes before 10. */
const asLookedUp = (name: string): string =>
  name.toLowerCase().replaceAll(/\d+/g, (number) => number.padStart(DIGITS, '0'))

type Grouping = 'kind' | 'domain' | 'change' | undefined

/** Sorted by a column, ties by key, in a comparison first what differs; optionally grouped, groups by name. Pausable. */
export function* lineSteps(rows: readonly ElementRow[], order: Order, groupBy: Grouping): Steps<Line[]> {
  const sign = order.descending ? -1 : 1
  const cells = yield* mapSteps(rows, (row) => {
    const cell = cellOf(row, order.column)
    return typeof cell === 'string' ? asLookedUp(cell) : cell
  })
  const differs = (place: number): boolean => (rows[place]?.change ?? '') !== ''
  const compare = (a: number, b: number): number => {
    if (differs(a) !== differs(b)) return differs(a) ? -1 : 1
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
    .sort(([a], [b]) =>
      groupBy === 'change' && (a === '') !== (b === '') ? (a === '' ? 1 : -1) : a < b ? -1 : 1,
    )
    .flatMap(([name, list]): Line[] => [{ type: 'group', name, count: list.length }, ...list])
}

/** Index of a node's line; -1 if there is none. Pausable. */
function* placeSteps(lines: readonly Line[], key: string | undefined): Steps<number> {
  if (key === undefined) return -1
  for (const [place, line] of lines.entries()) {
    if (place % PIECE === PIECE - 1) yield
    if (line.type === 'row' && line.row.key === key) return place
  }
  return -1
}

/** Numeric columns, right-aligned. */
const COUNTS: ReadonlySet<Column> = new Set(['fields', 'out', 'in'])

/** Minimum column width in px, and the share of the remaining width. */
function room(column: Column, compares: boolean): { readonly least: number; readonly share: number } {
  // In a comparison it also names both ends of links.
  if (column === 'label') return { least: compares ? 320 : 180, share: 3 }
  if (COUNTS.has(column)) return { least: 92, share: 0 }
  return column === 'kind' ? { least: 140, share: 1.5 } : { least: 92, share: 1.2 }
}

/** Column widths shared by head and rows; a narrow table scrolls horizontally. */
function gridOf(columns: readonly Column[]): CSSProperties {
  const compares = columns.includes('change')
  const rooms = columns.map((column) => room(column, compares))
  return {
    gridTemplateColumns: rooms
      .map(({ least, share }) => (share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`))
      .join(' '),
    minWidth: rooms.reduce((sum, { least }) => sum + least, 0),
  }
}

interface HeadProps {
  readonly columns: readonly Column[]
  readonly order: Order
  onSort(column: Column): void
}

/** The column headers, which sort. */
function TableHead({ columns, order, onSort }: HeadProps) {
  const t = useText()
  const isTopology = useSurfaceState((state) => state.id) === 'runtime'
  const title = (column: Column): string => {
    if (column.startsWith('field:')) return column.slice(6).replaceAll('_', ' ')
    // Of a topology only a part is loaded: the server may have more.
    if (isTopology && (column === 'out' || column === 'in')) return t(`explorer.column.loaded.${column}`)
    return t(`explorer.column.${column as Exclude<Column, `field:${string}`>}`)
  }
  return (
    <div role="row" className={styles['head']} style={gridOf(columns)}>
      {columns.map((column) => (
        <div
          key={column}
          role="columnheader"
          data-count={COUNTS.has(column)}
          aria-sort={order.column !== column ? 'none' : order.descending ? 'descending' : 'ascending'}
        >
          <button type="button" onClick={() => onSort(column)}>
            <Truncate as="span">{title(column)}</Truncate>
            {order.column !== column ? null : order.descending ? (
              <ArrowDown size={12} aria-hidden />
            ) : (
              <ArrowUp size={12} aria-hidden />
            )}
          </button>
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  readonly row: ElementRow
  readonly columns: readonly Column[]
  readonly index: number
  readonly selected: boolean
  readonly place: CSSProperties
}

/** One node as a row. */
function TableRow({ row, columns, index, selected, place }: RowProps) {
  const t = useText()
  const text = (column: Column): string => {
    if (column === 'kind') return typeName(row.kind)
    if (row.isLink && COUNTS.has(column)) return ''
    if (column === 'fields') return row.fields === 0 ? '' : String(row.fields)
    if (column === 'change') return row.change === '' ? '' : t(`explorer.compare.${row.change}`)
    return String(cellOf(row, column))
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={styles['row']}
      data-key={row.key}
      style={{ ...place, ...gridOf(columns) }}
    >
      {columns.map((column) => (
        <div
          key={column}
          role="gridcell"
          data-count={COUNTS.has(column)}
          data-tone={column === 'change' ? row.change : undefined}
        >
          {column === 'label' && row.isLink ? (
            <ArrowRight size={14} style={{ flex: 'none' }} aria-hidden />
          ) : null}
          {column === 'label' && !row.isLink ? <KindIcon kind={row.kind} missing={row.missing} /> : null}
          <span title={text(column)}>{text(column)}</span>
        </div>
      ))}
    </div>
  )
}

const COLUMNS: readonly Column[] = ['label', 'kind', 'domain', 'fields', 'out', 'in']
/** Entity fields with their own column; the details show all. */
const FIELD_COLUMNS = 5
const ROW = 28
const NO_ROWS: readonly ElementRow[] = []
const NO_LINES: readonly Line[] = []

/** The graph as a table that can be sorted and grouped; both share the selection. */
export function ElementTable() {
  const t = useText()
  const surface = useSurface()
  const graph = useSurfaceState((state) => state.graph)
  const projection = useSurfaceState((state) => state.projection)
  const comparison = useSurfaceState((state) => state.comparison)
  const selection = useSurfaceState((state) => state.selection)
  const current = useSurfaceState((state) => state.current)
  const [order, setOrder] = useState<Order>({ column: 'label', descending: false })
  const [groupBy, setGroupBy] = useState<'' | 'kind' | 'domain' | 'change'>('')
  const id = useSurfaceState((state) => state.id)
  const { value: rows = NO_ROWS, busy: reading } = useSliced(
    useCallback(() => rowSteps({ id, graph, projection, comparison }), [id, graph, projection, comparison]),
  )
  const { value: lines = NO_LINES, busy: sorting } = useSliced(
    useCallback(() => lineSteps(rows, order, groupBy || undefined), [rows, order, groupBy]),
  )
  const columns = useMemo((): Column[] => {
    const change = comparison ? (['change'] as const) : []
    return id === 'runtime'
      ? ['label', 'kind', ...change, ...commonFields(rows, FIELD_COLUMNS), 'out', 'in']
      : [...COLUMNS, ...change]
  }, [id, rows, comparison])
  const selected = useMemo(() => new Set(selection), [selection])
  const {
    scroller,
    scrollTo,
    frame,
    rows: drawn,
  } = useVirtualRows({
    count: lines.length,
    height: ROW,
    head: ROW,
  })
  // A selected link has no keyboard focus on the canvas, but a row here.
  const at = selection.length === 1 ? selection[0] : current
  const { value: place = -1 } = useSliced(useCallback(() => placeSteps(lines, at), [lines, at]))
  const isChosen = selection.length > 0
  useEffect(() => {
    // Where the keyboard came into the graph nothing is chosen yet, and the list stays at its beginning.
    if (place >= 0 && isChosen) scrollTo(place)
  }, [place, isChosen, scrollTo])

  const open = (key: string): void =>
    graph.indexOf.has(key) ? goToNode(surface, key) : goToEdge(surface, key)
  const move = (by: number): void => {
    for (let i = place + by; i >= 0 && i < lines.length; i += Math.sign(by)) {
      const line = lines[i]
      if (line?.type !== 'row') continue
      open(line.row.key)
      return
    }
  }
  const sort = (column: Column): void =>
    setOrder({ column, descending: order.column === column ? !order.descending : false })

  return (
    <Stack as="section" grow ground="surface" aria-label={t('explorer.table')}>
      <Stack row justify="space-between" fixed pad={[0.5, 2]} line="bottom" small className={styles['bar']}>
        <strong>
          {comparison
            ? t('explorer.table.compared', { ...countRows(rows), of: id })
            : t('explorer.table.count', { count: rows.length })}
        </strong>
        <label>
          {t('explorer.table.group')}{' '}
          <Select value={groupBy} onChange={(event) => setGroupBy(event.target.value as typeof groupBy)}>
            <option value="">{t('explorer.table.noGroup')}</option>
            <option value="kind">{t('explorer.column.kind')}</option>
            <option value="domain">{t('explorer.column.domain')}</option>
            {comparison ? <option value="change">{t('explorer.column.change')}</option> : null}
          </Select>
        </label>
      </Stack>
      <Stack
        grow
        scroll
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t('explorer.table')}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-busy={reading || sorting}
        onClick={(event) => {
          const key = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset['key']
          if (key === undefined) return
          if (event.ctrlKey || event.metaKey || event.shiftKey) select(surface, [key], true)
          else open(key)
        }}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return
          const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }[event.key]
          if (by === undefined) return
          event.preventDefault()
          move(by)
        }}
      >
        <TableHead columns={columns} order={order} onSort={sort} />
        <div role="rowgroup" style={frame}>
          {drawn.map((item) => {
            const line = lines[item.index]
            if (!line) return null
            const { place } = item
            if (line.type === 'group')
              return (
                <Stack
                  strong
                  key={item.index}
                  role="row"
                  row
                  pad={[0, 2]}
                  ground="sunken"
                  className={styles['group']}
                  style={place}
                >
                  <div role="gridcell" aria-colspan={columns.length}>
                    {typeName(line.name) || t('explorer.noDomain')} <small>{line.count}</small>
                  </div>
                </Stack>
              )
            return (
              <TableRow
                key={item.index}
                row={line.row}
                columns={columns}
                index={item.index}
                selected={selected.has(line.row.key)}
                place={place}
              />
            )
          })}
        </div>
      </Stack>
    </Stack>
  )
}

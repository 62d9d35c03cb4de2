import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useText } from '../../i18n/text.ts'
import { KindIcon } from '../../graph/canvas/kind-icon.tsx'
import { kindName } from '../view/words.ts'
import { cellOf, type Column, type ElementRow, type Order } from './rows.ts'
import styles from './element-table.module.css'

/** Columns whose values are counts, written at the right. */
const COUNTS: ReadonlySet<Column> = new Set(['fields', 'out', 'in'])

/** The least width of a column, in px, and its share of what is left. */
function room(column: Column): { readonly least: number; readonly share: number } {
  if (column === 'label') return { least: 180, share: 3 }
  if (COUNTS.has(column)) return { least: 60, share: 0 }
  return column === 'kind' ? { least: 140, share: 1.5 } : { least: 92, share: 1.2 }
}

/** Widths of the columns, so that head and rows agree; a narrow list scrolls sideways. */
export function gridOf(columns: readonly Column[]): CSSProperties {
  const rooms = columns.map(room)
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

/** The heads of the columns; each sorts. */
export function TableHead({ columns, order, onSort }: HeadProps) {
  const t = useText()
  const title = (column: Column): string =>
    column.startsWith('field:')
      ? column.slice(6).replaceAll('_', ' ')
      : t(`explorer.column.${column as Exclude<Column, `field:${string}`>}`)
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
            {title(column)}
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
  /** Distance from the top of the list, in px. */
  readonly top: number
}

/** One node as a row. */
export function TableRow({ row, columns, index, selected, top }: RowProps) {
  const t = useText()
  const text = (column: Column): string => {
    if (column === 'kind') return kindName(row.kind)
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
      style={{ ...gridOf(columns), transform: `translateY(${top}px)` }}
    >
      {columns.map((column) => (
        <div
          key={column}
          role="gridcell"
          data-count={COUNTS.has(column)}
          data-tone={column === 'change' ? row.change : undefined}
        >
          {column === 'label' ? <KindIcon kind={row.kind} missing={row.missing} /> : null}
          <span title={text(column)}>{text(column)}</span>
        </div>
      ))}
    </div>
  )
}

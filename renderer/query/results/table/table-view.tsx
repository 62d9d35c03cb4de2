import { useMemo, useState, type KeyboardEvent } from 'react'
import { useText } from '../../../i18n/text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { cellText, type QueryResult } from '../../run/result.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Truncate } from '../../../ui/truncate.tsx'
import { Text } from '../../../ui/text.tsx'
import { useVirtualRows } from '../../../ui/virtual-rows.ts'
import { HeaderCell } from './header-cell.tsx'
import { Reader, type Reading } from './reader.tsx'
import styles from './table.module.css'
import { TableBar } from './table-bar.tsx'
import { startWidth, tableStateOf, useTableStates, visibleColumns, widthOf } from './table-state.ts'
import { useArranged } from './use-arranged.ts'

const ROW = 26
/** Width of the column with the row numbers, px per digit and px around. */
const DIGIT = 7.4
const NUMBER_PADDING = 18

interface Place {
  readonly row: number
  readonly column: number
}

interface TableViewProps {
  readonly tab: string
  readonly result: QueryResult
}

/** Steps of the arrow keys, as rows and columns; `page` rows for the paging keys. */
function stepOf(event: KeyboardEvent, page: number): readonly [number, number] | undefined {
  const far = event.ctrlKey || event.metaKey ? Number.POSITIVE_INFINITY : 0
  switch (event.key) {
    case 'ArrowDown':
      return [far || 1, 0]
    case 'ArrowUp':
      return [-(far || 1), 0]
    case 'ArrowRight':
      return [0, far || 1]
    case 'ArrowLeft':
      return [0, -(far || 1)]
    case 'PageDown':
      return [page, 0]
    case 'PageUp':
      return [-page, 0]
    case 'Home':
      return [far ? -far : 0, Number.NEGATIVE_INFINITY]
    case 'End':
      return [far, Number.POSITIVE_INFINITY]
    default:
      return undefined
  }
}

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

/** The rows as a grid: only what is in sight is drawn, however many there are. */
export function TableView({ tab, result }: TableViewProps) {
  const t = useText()
  const state = useTableStates((states) => tableStateOf(states, tab))
  const { sorter, order, busy } = useArranged(result, state)
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [reading, setReading] = useState<Reading>()
  const columns = useMemo(() => visibleColumns(result.columns, state), [result, state])
  const count = order?.length ?? result.rows.length
  const { scroller, rows, scrollTo, height } = useVirtualRows({ count, height: ROW })
  const numbers = String(result.rows.length).length * DIGIT + NUMBER_PADDING
  const widths = useMemo(
    () => columns.map((column) => widthOf(state.widths, column) ?? startWidth(column, result.rows)),
    [columns, state.widths, result],
  )
  const template = `${numbers}px ${widths.map((width) => `${width}px`).join(' ')}`
  const total = numbers + widths.reduce((sum, width) => sum + width, 0)
  const left = (index: number): number =>
    numbers + widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  const pinned = columns.filter((column) => state.pinned.includes(column)).length
  const rowAt = (index: number): number => order?.[index] ?? index
  const read = (at: Place): void => {
    const column = columns[at.column]
    const row = result.rows[rowAt(at.row)]
    if (column !== undefined && row)
      setReading({ column, row: rowAt(at.row), value: row[column], record: row })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const box = event.currentTarget
    if (event.target !== box) return
    const cell = result.rows[rowAt(place.row)]?.[columns[place.column] ?? '']
    if (event.key === 'Enter') read(place)
    else if ((event.ctrlKey || event.metaKey) && event.key === 'c' && String(getSelection()) === '') {
      void navigator.clipboard.writeText(cellText(cell))
    } else {
      const step = stepOf(event, Math.max(1, Math.floor(box.clientHeight / ROW) - 3))
      if (!step) return
      const next = {
        row: within(place.row + step[0], count),
        column: within(place.column + step[1], columns.length),
      }
      setPlace(next)
      scrollTo(next.row)
      const start = left(next.column)
      if (next.column >= pinned) {
        const edge = left(pinned)
        if (start - edge < box.scrollLeft) box.scrollLeft = start - edge
        else if (start + (widths[next.column] ?? 0) > box.scrollLeft + box.clientWidth) {
          box.scrollLeft = start + (widths[next.column] ?? 0) - box.clientWidth
        }
      }
    }
    event.preventDefault()
  }

  if (result.rows.length === 0) {
    return <EmptyState title={t('query.table.empty')} hint={t('query.table.emptyHint')} />
  }
  return (
    <Stack grow>
      <TableBar tab={tab} result={result} shown={count} busy={busy} />
      <div
        ref={scroller}
        className={styles['scroller']}
        role="grid"
        tabIndex={0}
        aria-label={t('query.table.label')}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-busy={busy}
        aria-activedescendant={count > 0 ? `cell-${tab}-${place.row}-${place.column}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className={styles['head']} role="rowgroup" style={{ width: total }}>
          <div
            className={styles['row']}
            role="row"
            aria-rowindex={1}
            style={{ gridTemplateColumns: template }}
          >
            <div role="columnheader" aria-colindex={1} className={styles['number']}>
              <span className="visually-hidden">{t('query.table.number')}</span>
            </div>
            {columns.map((column, index) => (
              <HeaderCell
                key={column}
                tab={tab}
                column={column}
                index={index}
                width={widths[index] ?? 0}
                sorter={sorter}
                sticky={index < pinned ? left(index) : undefined}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles['body']} style={{ height: height, width: total }}>
          {rows.map((item) => {
            const row = result.rows[rowAt(item.index)]
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                className={styles['row']}
                data-odd={item.index % 2 === 1}
                style={{ gridTemplateColumns: template, transform: `translateY(${item.start}px)` }}
              >
                <div role="rowheader" aria-colindex={1} className={styles['number']}>
                  {rowAt(item.index) + 1}
                </div>
                {columns.map((column, index) => {
                  const value = row?.[column]
                  return (
                    // The grid itself takes the keys: arrows move the active cell, Enter opens it.
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                    <Truncate
                      key={column}
                      id={`cell-${tab}-${item.index}-${index}`}
                      role="gridcell"
                      aria-colindex={index + 2}
                      as="div"
                      small
                      mono
                      className={styles['cell']}
                      data-active={place.row === item.index && place.column === index}
                      data-kind={value === null || value === undefined ? 'nothing' : typeof value}
                      data-pinned={index < pinned || undefined}
                      style={index < pinned ? { left: left(index) } : undefined}
                      onClick={() => setPlace({ row: item.index, column: index })}
                      onDoubleClick={() => read({ row: item.index, column: index })}
                    >
                      {value === null || value === undefined ? '–' : cellText(value).slice(0, 500)}
                    </Truncate>
                  )
                })}
              </div>
            )
          })}
        </div>
        {count === 0 && !busy ? (
          <Text as="p" tone="quiet" pad={4} className={styles['none']}>
            {t('query.table.filteredOut')}
          </Text>
        ) : null}
      </div>
      <Reader reading={reading} onClose={() => setReading(undefined)} />
    </Stack>
  )
}

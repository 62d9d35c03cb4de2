import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useText } from '../../../i18n/text.ts'
import { ContextMenu } from '../../../ui/menu.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { useTextScale } from '../../../ui/text-scale.ts'
import { useVirtualRows } from '../../../ui/virtual-rows.ts'
import { columnName, columnWords } from '../../../spl/column-names.ts'
import type { QueryResult, Row } from '../../../spl/result.ts'
import { useEntityNames } from '../../../spl/entity-names.ts'
import { entitiesIn, referenceOf } from '../../../spl/references.ts'
import { toldColumns } from '../../../spl/told-columns.ts'
import type { Run } from '../../run/run.ts'
import { cellEntries } from './cell-menu.ts'
import { Cell } from './cell.tsx'
import { columnsInSight, startsOf } from './columns-in-sight.ts'
import { groupLines, type Line } from './groups.ts'
import { GroupHead } from './group-head.tsx'
import { HeaderCell } from './header-cell.tsx'
import { Reader, type Reading } from './reader.tsx'
import {
  activeOnly,
  isRange,
  isSelected,
  selectedText,
  selectionFacts,
  stepOf,
  within,
  type Place,
  type Selection,
} from './selection.ts'
import styles from './table.module.css'
import { TableBar } from './table-bar.tsx'
import {
  changeTable,
  showsWords,
  startWidths,
  wholeWidth,
  tableOf,
  tableStateOf,
  useTableStates,
  visibleColumns,
  widthOf,
} from './table-state.ts'
import { useArranged } from './use-arranged.ts'
import { copyText } from '../../../app/copy-text.ts'

const ROW = 28
/** Width of the row number column: px per digit and padding. */
const DIGIT = 7.4
const NUMBER_PADDING = 18

const HOME: Place = { row: 0, column: 0 }

interface TableViewProps {
  readonly run: Run
  readonly result: QueryResult
}

/** The width of an element's content in px, 0 until it is there. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  // Before the first paint, so that no column is seen to grow.
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = (): void => setWidth(current.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return width
}

/** The visible columns; changes only when other columns become visible. */
function useColumnsInSight(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  pinned: number,
  before: number,
) {
  const [view, setView] = useState({ left: 0, width: Number.POSITIVE_INFINITY })
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const measure = (): void => setView({ left: box.scrollLeft, width: box.clientWidth })
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [scroller])
  const places = columnsInSight(widths, pinned, before, view)
  const key = places.join(' ')
  return useMemo(() => key.split(' ').filter(Boolean).map(Number), [key])
}

/** The rows as a grid, virtualised in both directions. */
export function TableView({ run, result }: TableViewProps) {
  const t = useText()
  const table = tableOf(run.tab, run.request.text)
  const state = useTableStates((states) => tableStateOf(states, table))
  const { raw, groupBy, openGroups } = state
  const { sorter, order, busy } = useArranged(result, state)
  const [selection, setSelection] = useState<Selection>({ anchor: HOME, focus: HOME })
  const [reading, setReading] = useState<Reading>()
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>()
  const told = useMemo(() => (raw ? [] : toldColumns(result.columns, result.rows)), [result, raw])
  const columns = useMemo(
    () => visibleColumns(result.columns, state).filter((column) => !told.includes(column)),
    [result, state, told],
  )
  const called = useCallback(
    (column: string) => (raw ? column : columnName(column, t, result.columns)),
    [raw, result, t],
  )
  const lines = useMemo(
    () => (groupBy === undefined ? undefined : groupLines(result.rows, order, groupBy, openGroups)),
    [result, order, groupBy, openGroups],
  )
  const shown = order?.length ?? result.rows.length
  const count = lines?.length ?? shown
  const columnKey = columns.join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- an identity of what is shown
  const content = useMemo(() => ({}), [result, order, lines, columnKey])
  const [chosenIn, setChosenIn] = useState(content)
  if (chosenIn !== content) {
    // A range is of the cells that it was chosen from, not of those that are in their place now.
    setChosenIn(content)
    setSelection(activeOnly(selection, count, columns.length))
  }
  const lineAt = (index: number): Line =>
    lines?.[index] ?? { kind: 'row', row: lines ? -1 : (order?.[index] ?? index) }
  const rowAt = (index: number): Row | undefined => {
    const line = lineAt(index)
    return line.kind === 'row' ? result.rows[line.row] : undefined
  }
  const { scroller, rows, scrollTo, frame } = useVirtualRows({ count, height: ROW })
  const scale = useTextScale()
  const numbers = String(result.rows.length).length * DIGIT * scale + NUMBER_PADDING
  const whole = useMemo(
    () => columns.map((column) => Math.round(wholeWidth(column, called(column), result.rows, raw) * scale)),
    [columns, result, raw, called, scale],
  )
  const room = useWidth(scroller)
  const widths = useMemo(
    () =>
      startWidths(
        whole,
        columns.map((column) => widthOf(state.widths, column)),
        room - numbers,
        scale,
      ),
    [whole, columns, state.widths, room, numbers, scale],
  )
  const template = `${numbers}px ${widths.map((width) => `${width}px`).join(' ')}`
  const starts = useMemo(() => startsOf(widths, numbers), [widths, numbers])
  const left = (index: number): number => starts[index] ?? numbers
  const total = left(widths.length - 1) + (widths.at(-1) ?? 0)
  const pinned = columns.filter((column) => state.pinned.includes(column)).length
  const inSight = useColumnsInSight(scroller, widths, pinned, numbers)
  const referenceAt = (index: number, column: number) => {
    const row = rowAt(index)
    const name = columns[column] ?? ''
    return row && referenceOf(row[name], name, row)
  }
  const unnamed = raw
    ? []
    : rows.flatMap(({ index }) =>
        inSight.flatMap((column) => {
          const entities = entitiesIn(referenceAt(index, column))
          return entities.filter(({ name }) => name === undefined).map(({ key }) => key)
        }),
      )
  const names = useEntityNames(run.request, [...new Set(unnamed)])
  const named = useMemo(() => showsWords(result), [result])
  const { focus } = selection
  // One that was scrolled out of sight is not in the page.
  const isDrawn =
    rows.some(({ index }) => index === focus.row) &&
    (lineAt(focus.row).kind === 'group' || inSight.includes(focus.column))
  const read = (at: Place): void => {
    const column = columns[at.column]
    const line = lineAt(at.row)
    const row = rowAt(at.row)
    if (column !== undefined && row && line.kind === 'row')
      setReading({ column, called: called(column), row: line.row, value: row[column], record: row })
  }
  const toggle = (value: string): void => {
    const next = new Set(openGroups)
    if (!next.delete(value)) next.add(value)
    changeTable(table, { openGroups: next })
  }
  const moveTo = (next: Place, extend: boolean): void => {
    setSelection({ anchor: extend ? selection.anchor : next, focus: next })
    scrollTo(next.row)
    const box = scroller.current
    if (!box || next.column < pinned) return
    const [start, edge, end] = [
      left(next.column),
      left(pinned),
      left(next.column) + (widths[next.column] ?? 0),
    ]
    if (start - edge < box.scrollLeft - (pinned > 0 ? 0 : numbers)) box.scrollTo({ left: start - edge })
    else if (end > box.scrollLeft + box.clientWidth) box.scrollTo({ left: end - box.clientWidth })
  }
  const openMenuAtCell = (): void => {
    const box = scroller.current
    if (!box) return
    const cell = box.querySelector<HTMLElement>('[data-active="true"]')?.getBoundingClientRect()
    const around = box.parentElement?.getBoundingClientRect()
    if (cell && around) setMenu({ x: cell.left - around.left + 8, y: cell.bottom - around.top })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return
    const line = lineAt(focus.row)
    const mod = event.ctrlKey || event.metaKey
    if (line.kind === 'group' && (event.key === 'Enter' || event.key === ' ')) toggle(line.value)
    else if (event.key === 'Enter') read(focus)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenuAtCell()
    else if (mod && event.key === 'a')
      setSelection({ anchor: HOME, focus: { row: count - 1, column: columns.length - 1 } })
    else if (mod && event.key === 'c' && String(getSelection()) === '')
      void copyText(selectedText(selection, columns, rowAt))
    else {
      const step = stepOf(
        event,
        Math.max(1, Math.floor(event.currentTarget.clientHeight / (ROW * scale)) - 3),
      )
      if (!step) return
      moveTo(
        { row: within(focus.row + step[0], count), column: within(focus.column + step[1], columns.length) },
        event.shiftKey,
      )
    }
    event.preventDefault()
  }
  const menuTarget = menu && {
    table,
    column: columns[focus.column] ?? '',
    called: called(columns[focus.column] ?? ''),
    value: rowAt(focus.row)?.[columns[focus.column] ?? ''],
    row: rowAt(focus.row) ?? {},
    reference: referenceAt(focus.row, focus.column),
    selected: () => selectedText(selection, columns, rowAt),
    read: () => read(focus),
    run,
  }
  return (
    <Stack grow className={styles['table']}>
      <TableBar
        told={told.length}
        table={table}
        result={result}
        shown={shown}
        busy={busy}
        named={named}
        called={called}
        selected={selectionFacts(selection, columns, rowAt)}
      />
      <Stack
        grow
        scroll
        ground="surface"
        ref={scroller}
        className={styles['grid']}
        // With a cell range selected, text selection is disabled.
        style={isRange(selection) ? { userSelect: 'none' } : undefined}
        role="grid"
        tabIndex={0}
        aria-label={t('query.table.label')}
        aria-multiselectable
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-busy={busy}
        aria-activedescendant={isDrawn ? `cell-${run.tab}-${focus.row}-${focus.column}` : undefined}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          const around = event.currentTarget.parentElement?.getBoundingClientRect()
          if (!around || !(event.target as HTMLElement).closest('[role="gridcell"]')) return
          event.preventDefault()
          setMenu({ x: event.clientX - around.left, y: event.clientY - around.top })
        }}
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
            {inSight.map((place) => (
              <HeaderCell
                key={columns[place]}
                table={table}
                column={columns[place] ?? ''}
                called={called(columns[place] ?? '')}
                index={place}
                width={widths[place] ?? 0}
                sorter={sorter}
                sticky={place < pinned ? left(place) : undefined}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles['body']} style={{ ...frame, width: total }}>
          {rows.map((item) => {
            const line = lineAt(item.index)
            const style = { ...item.place, right: 'auto', gridTemplateColumns: template }
            const common = { role: 'row', 'aria-rowindex': item.index + 2, className: styles['row'] }
            if (line.kind === 'group') {
              return (
                <div key={item.index} {...common} style={style} data-group>
                  <GroupHead
                    id={`cell-${run.tab}-${item.index}-${focus.column}`}
                    line={line}
                    active={focus.row === item.index}
                    words={raw || groupBy === undefined ? undefined : columnWords(groupBy, line.value)}
                    called={groupBy === undefined ? '' : called(groupBy)}
                    onToggle={() => {
                      moveTo({ row: item.index, column: focus.column }, false)
                      toggle(line.value)
                    }}
                  />
                </div>
              )
            }
            const row = result.rows[line.row]
            return (
              <div key={item.index} {...common} style={style}>
                <div role="rowheader" aria-colindex={1} className={styles['number']}>
                  {line.row + 1}
                </div>
                {inSight.map((place) => {
                  const column = columns[place] ?? ''
                  const reference = raw ? undefined : referenceAt(item.index, place)
                  const at = { row: item.index, column: place }
                  return (
                    <Cell
                      key={column}
                      id={`cell-${run.tab}-${item.index}-${place}`}
                      column={place}
                      value={row?.[column]}
                      words={raw ? undefined : columnWords(column, row?.[column])}
                      reference={reference}
                      nameOf={(key) => names.get(key)}
                      active={focus.row === item.index && focus.column === place}
                      selected={isSelected(selection, item.index, place)}
                      sticky={place < pinned ? left(place) : undefined}
                      onPointerDown={(event) => {
                        const staysSelected = event.button === 2 && isSelected(selection, item.index, place)
                        setSelection({
                          anchor: event.shiftKey || staysSelected ? selection.anchor : at,
                          focus: staysSelected ? focus : at,
                        })
                      }}
                      onPointerEnter={(event) => {
                        if (event.buttons === 1) setSelection({ anchor: selection.anchor, focus: at })
                      }}
                      onDoubleClick={() => read(at)}
                    />
                  )
                })}
              </div>
            )
          })}
        </div>
        {count === 0 && !busy ? (
          <Text as="p" tone="quiet" pad={4} style={{ position: 'sticky', left: 0, textAlign: 'center' }}>
            {t('query.table.filteredOut')}
          </Text>
        ) : null}
      </Stack>
      <ContextMenu
        label={t('query.cell.menu')}
        at={menu}
        entries={menuTarget ? cellEntries(t, menuTarget) : []}
        onClose={() => {
          setMenu(undefined)
          scroller.current?.focus()
        }}
      />
      <Reader reading={reading} onClose={() => setReading(undefined)} />
    </Stack>
  )
}

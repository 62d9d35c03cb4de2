import { ArrowDown, ArrowUp, MoreVertical } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { showNumber, useText } from '../../../i18n/text.ts'
import { Input } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { isBrokenFilter, textOf } from './order.ts'
import type { Sorter } from './sorter.ts'
import type { ColumnStatistics } from './statistics.ts'
import { changeTable, MIN_WIDTH, nextSorts, tableStateOf, useTableStates } from './table-state.ts'
import styles from './table.module.css'

const HEIGHT = 44

function Histogram({ bins }: { readonly bins: NonNullable<ColumnStatistics['numbers']>['bins'] }) {
  const t = useText()
  const most = Math.max(...bins.map(({ count }) => count))
  const width = 100 / bins.length
  return (
    <svg
      className={styles['histogram']}
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('query.facts.histogram')}
    >
      {bins.map(({ from, to, count }, index) => {
        const height = most === 0 ? 0 : (count / most) * HEIGHT
        return (
          <rect key={from} x={index * width} y={HEIGHT - height} width={width * 0.88} height={height}>
            <title>{`${round(from)} – ${round(to)}: ${count}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

const round = (value: number): string => showNumber(value, { maximumSignificantDigits: 6 })

/** Statistics of a column over the shown rows. */
function ColumnFacts({ column, called, sorter }: Pick<HeaderCellProps, 'column' | 'called' | 'sorter'>) {
  const t = useText()
  const [facts, setFacts] = useState<ColumnStatistics>()
  useEffect(() => {
    let current = true
    void sorter.statistics(column).then((statistics) => {
      if (current) setFacts(statistics)
    })
    return () => {
      current = false
    }
  }, [column, sorter])
  if (!facts) return <p>{t('ui.loading')}</p>
  const { rows, empty, distinct, least, greatest, numbers, top } = facts
  const lines: [string, string][] = [
    [t('query.facts.rows'), showNumber(rows)],
    [t('query.facts.empty'), showNumber(empty)],
    [t('query.facts.distinct'), showNumber(distinct)],
    [t('query.facts.least'), textOf(least)],
    [t('query.facts.greatest'), textOf(greatest)],
    ...(numbers
      ? [
          [t('query.facts.sum'), round(numbers.sum)] as [string, string],
          [t('query.facts.mean'), round(numbers.mean)] as [string, string],
          [t('query.facts.median'), round(numbers.median)] as [string, string],
        ]
      : []),
  ]
  const most = top[0]?.count ?? 1
  return (
    <>
      <h2>{called}</h2>
      {numbers ? <Histogram bins={numbers.bins} /> : null}
      <dl>
        {lines.map(([name, value]) => (
          <Stack key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </Stack>
        ))}
      </dl>
      <h2>{t('query.facts.top', { shown: top.length, total: distinct })}</h2>
      <Stack as="ul" gap={0.5}>
        {top.map(({ value, count }) => (
          <Stack as="li" key={value} row align="stretch" justify="space-between" gap={2}>
            <span className={styles['share']} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
            <span>{value}</span>
            <span>{showNumber(count)}</span>
          </Stack>
        ))}
      </Stack>
    </>
  )
}

interface HeaderCellProps {
  /** Name of the table; see `tableOf`. */
  readonly table: string
  readonly column: string
  /** The name that it is shown with. */
  readonly called: string
  readonly index: number
  readonly width: number
  readonly sorter: Sorter
  /** Left offset of a pinned column. */
  readonly sticky: number | undefined
}

/** Px per key press when resizing by keyboard. */
const KEY_STEP = 20

function Resizer({
  table,
  column,
  called,
  width,
}: Pick<HeaderCellProps, 'table' | 'column' | 'called' | 'width'>) {
  const t = useText()
  const resize = (to: number): void => {
    const { widths } = tableStateOf(useTableStates.getState(), table)
    changeTable(table, { widths: { ...widths, [column]: Math.max(MIN_WIDTH, Math.round(to)) } })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault()
    const handle = event.currentTarget
    const start = event.clientX
    handle.setPointerCapture(event.pointerId)
    const onMove = (move: globalThis.PointerEvent): void => resize(width + move.clientX - start)
    handle.addEventListener('pointermove', onMove)
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    })
  }
  return (
    // A focusable separator is a widget (WAI-ARIA window splitter) without a native element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('query.table.resize', { column: called })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={MIN_WIDTH}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles['resizer']}
      onPointerDown={onPointerDown}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') resize(width - KEY_STEP)
        else if (event.key === 'ArrowRight') resize(width + KEY_STEP)
        else return
        event.preventDefault()
      }}
    />
  )
}

/** A column header: a click sorts, the menu has everything else. */
export function HeaderCell({ table, column, called, index, width, sorter, sticky }: HeaderCellProps) {
  const t = useText()
  const { sorts, filters, pinned, hidden, filtering, groupBy } = useTableStates((states) =>
    tableStateOf(states, table),
  )
  const [facts, setFacts] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const sort = sorts.find((each) => each.column === column)
  const isPinned = pinned.includes(column)
  const setFilter = (text: string): void => {
    const others = filters.filter((filter) => filter.column !== column)
    changeTable(table, { filters: text === '' ? others : [...others, { column, text }] })
  }
  const filter = filters.find((each) => each.column === column)?.text ?? ''
  const isBroken = isBrokenFilter(filter)
  const hint = t('query.table.sortHint', { column: called })
  const Arrow = sort?.descending ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className={styles['header']}
      data-pinned={sticky === undefined ? undefined : true}
      // Virtualised: without its place the first header drawn would stand over the first column.
      style={{ gridColumn: index + 2, left: sticky }}
    >
      <Stack row className={styles['name']}>
        <button
          type="button"
          title={called === column ? hint : `${hint} (${column})`}
          onClick={(event) => changeTable(table, { sorts: nextSorts(sorts, column, event.shiftKey) })}
        >
          <span>{called}</span>
          {sort ? <Arrow size={12} aria-hidden /> : null}
          {sort && sorts.length > 1 ? <sub>{sorts.indexOf(sort) + 1}</sub> : null}
        </button>
        <Popover
          label={t('query.facts.title', { column: called })}
          open={facts}
          onOpenChange={setFacts}
          onClosed={() => opener.current?.focus()}
        >
          <Stack gap={2} className={styles['facts']}>
            <ColumnFacts column={column} called={called} sorter={sorter} />
          </Stack>
        </Popover>
        <Menu
          align="start"
          trigger={
            <button
              ref={opener}
              type="button"
              className={styles['menu']}
              aria-label={t('query.table.column', { column: called })}
            >
              <MoreVertical size={13} aria-hidden />
            </button>
          }
          entries={[
            {
              label: t('query.table.ascending'),
              act: () => changeTable(table, { sorts: [{ column, descending: false }] }),
            },
            {
              label: t('query.table.descending'),
              act: () => changeTable(table, { sorts: [{ column, descending: true }] }),
            },
            {
              label: t('query.table.statistics'),
              apart: true,
              takesFocus: true,
              act: () => setFacts(true),
            },
            {
              label: t(groupBy === column ? 'query.table.ungroup' : 'query.table.group'),
              act: () =>
                changeTable(table, {
                  groupBy: groupBy === column ? undefined : column,
                  openGroups: new Set(),
                }),
            },
            { label: t('query.table.filters'), act: () => changeTable(table, { filtering: !filtering }) },
            {
              label: t(isPinned ? 'query.table.unpin' : 'query.table.pin'),
              apart: true,
              act: () =>
                changeTable(table, {
                  pinned: isPinned ? pinned.filter((each) => each !== column) : [...pinned, column],
                }),
            },
            {
              label: t('query.table.hide'),
              act: () => changeTable(table, { hidden: [...hidden, column] }),
            },
          ]}
        />
      </Stack>
      {filtering ? (
        <Input
          className={styles['filter'] ?? ''}
          value={filter}
          aria-invalid={isBroken}
          title={isBroken ? t('query.table.filterBroken') : undefined}
          placeholder={t('query.table.filterPlaceholder')}
          aria-label={t('query.table.filter', { column: called })}
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      <Resizer table={table} column={column} called={called} width={width} />
    </div>
  )
}

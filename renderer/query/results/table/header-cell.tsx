import { ArrowDown, ArrowUp, MoreVertical } from 'lucide-react'
import { DropdownMenu, Popover } from 'radix-ui'
import { useRef, useState, type PointerEvent } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Input } from '../../../ui/field.tsx'
import { MenuPortal } from '../../../ui/menu-portal.tsx'
import { ColumnFacts } from './column-facts.tsx'
import type { Sorter } from './sorter.ts'
import styles from './table.module.css'
import { changeTable, MIN_WIDTH, nextSorts, tableStateOf, useTableStates } from './table-state.ts'

interface HeaderCellProps {
  readonly tab: string
  readonly column: string
  readonly index: number
  readonly width: number
  readonly sorter: Sorter
  /** Distance from the left edge where a pinned column stays. */
  readonly sticky: number | undefined
}

/** px that a key press on the handle moves a column's edge. */
const KEY_STEP = 20

function Resizer({ tab, column, width }: Pick<HeaderCellProps, 'tab' | 'column' | 'width'>) {
  const t = useText()
  const resize = (to: number): void => {
    const { widths } = tableStateOf(useTableStates.getState(), tab)
    changeTable(tab, { widths: { ...widths, [column]: Math.max(MIN_WIDTH, Math.round(to)) } })
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
    // A separator that can be focused is a widget (WAI-ARIA window splitter); it has no native element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('query.table.resize', { column })}
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

/** A column's name: click sorts, the menu has the rest. */
export function HeaderCell({ tab, column, index, width, sorter, sticky }: HeaderCellProps) {
  const t = useText()
  const { sorts, filters, pinned, hidden, filtering } = useTableStates((states) => tableStateOf(states, tab))
  const [facts, setFacts] = useState(false)
  const factsWanted = useRef(false)
  const opener = useRef<HTMLButtonElement>(null)
  const sort = sorts.find((each) => each.column === column)
  const isPinned = pinned.includes(column)
  const setFilter = (text: string): void => {
    const others = filters.filter((filter) => filter.column !== column)
    changeTable(tab, { filters: text === '' ? others : [...others, { column, text }] })
  }
  const Arrow = sort?.descending ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className={styles['header']}
      data-pinned={sticky === undefined ? undefined : true}
      style={sticky === undefined ? undefined : { left: sticky }}
    >
      <div className={styles['name']}>
        <button
          type="button"
          title={t('query.table.sortHint', { column })}
          onClick={(event) => changeTable(tab, { sorts: nextSorts(sorts, column, event.shiftKey) })}
        >
          <span>{column}</span>
          {sort ? <Arrow size={12} aria-hidden /> : null}
          {sort && sorts.length > 1 ? <sub>{sorts.indexOf(sort) + 1}</sub> : null}
        </button>
        <Popover.Root open={facts} onOpenChange={setFacts}>
          <Popover.Anchor />
          <Popover.Portal>
            <Popover.Content
              className={styles['facts']}
              align="start"
              aria-label={t('query.facts.title', { column })}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                opener.current?.focus()
              }}
            >
              <ColumnFacts column={column} sorter={sorter} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger
            ref={opener}
            className={styles['menu']}
            aria-label={t('query.table.column', { column })}
          >
            <MoreVertical size={13} aria-hidden />
          </DropdownMenu.Trigger>
          <MenuPortal>
            <DropdownMenu.Content
              className={styles['items']}
              align="start"
              onCloseAutoFocus={(event) => {
                // Opened any sooner, the facts would close again when the menu hands the focus back.
                if (!factsWanted.current) return
                factsWanted.current = false
                event.preventDefault()
                setFacts(true)
              }}
            >
              <DropdownMenu.Item
                onSelect={() => changeTable(tab, { sorts: [{ column, descending: false }] })}
              >
                {t('query.table.ascending')}
              </DropdownMenu.Item>
              <DropdownMenu.Item onSelect={() => changeTable(tab, { sorts: [{ column, descending: true }] })}>
                {t('query.table.descending')}
              </DropdownMenu.Item>
              <DropdownMenu.Separator />
              <DropdownMenu.Item onSelect={() => (factsWanted.current = true)}>
                {t('query.table.statistics')}
              </DropdownMenu.Item>
              <DropdownMenu.Item onSelect={() => changeTable(tab, { filtering: !filtering })}>
                {t('query.table.filters')}
              </DropdownMenu.Item>
              <DropdownMenu.Separator />
              <DropdownMenu.Item
                onSelect={() =>
                  changeTable(tab, {
                    pinned: isPinned ? pinned.filter((each) => each !== column) : [...pinned, column],
                  })
                }
              >
                {t(isPinned ? 'query.table.unpin' : 'query.table.pin')}
              </DropdownMenu.Item>
              <DropdownMenu.Item onSelect={() => changeTable(tab, { hidden: [...hidden, column] })}>
                {t('query.table.hide')}
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </MenuPortal>
        </DropdownMenu.Root>
      </div>
      {filtering ? (
        <Input
          className={styles['filter'] ?? ''}
          value={filters.find((filter) => filter.column === column)?.text ?? ''}
          placeholder={t('query.table.filterPlaceholder')}
          aria-label={t('query.table.filter', { column })}
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      <Resizer tab={tab} column={column} width={width} />
    </div>
  )
}

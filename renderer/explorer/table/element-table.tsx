import { useCallback, useEffect, useMemo, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { useSliced } from '../../app/use-sliced.ts'
import { Select } from '../../ui/field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { goToNode } from '../view/go-to.ts'
import { select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { kindName } from '../view/words.ts'
import {
  commonFields,
  lineSteps,
  placeSteps,
  rowSteps,
  type Column,
  type ElementRow,
  type Line,
  type Order,
} from './rows.ts'
import { TableHead, TableRow } from './table-row.tsx'
import styles from './element-table.module.css'

const COLUMNS: readonly Column[] = ['label', 'kind', 'domain', 'fields', 'out', 'in']
/** Entity fields that get a column of their own; the details show the rest. */
const FIELD_COLUMNS = 5
const ROW = 28
const NO_ROWS: readonly ElementRow[] = []
const NO_LINES: readonly Line[] = []

/** The table twin: what the graph draws, as a list that can be sorted and grouped; both share the selection. */
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
    useCallback(() => rowSteps({ graph, projection, comparison }), [graph, projection, comparison]),
  )
  const { value: lines = NO_LINES, busy: sorting } = useSliced(
    useCallback(() => lineSteps(rows, order, groupBy || undefined), [rows, order, groupBy]),
  )
  const columns = useMemo(
    (): Column[] =>
      id === 'runtime'
        ? ['label', 'kind', ...commonFields(rows, FIELD_COLUMNS), 'out', 'in']
        : [...COLUMNS, ...(comparison ? (['change'] as const) : [])],
    [id, rows, comparison],
  )
  const selected = useMemo(() => new Set(selection), [selection])
  const { scroller, scrollTo, height, rows: drawn } = useVirtualRows({ count: lines.length, height: ROW })
  const { value: place = -1 } = useSliced(useCallback(() => placeSteps(lines, current), [lines, current]))
  useEffect(() => {
    if (place >= 0) scrollTo(place)
  }, [place, scrollTo])

  const move = (by: number): void => {
    for (let i = place + by; i >= 0 && i < lines.length; i += Math.sign(by)) {
      const line = lines[i]
      if (line?.type !== 'row') continue
      goToNode(surface, line.row.key)
      return
    }
  }
  const sort = (column: Column): void =>
    setOrder({ column, descending: order.column === column ? !order.descending : false })

  return (
    <Stack as="section" grow ground="surface" aria-label={t('explorer.table')}>
      <Stack row justify="space-between" fixed pad={[0.5, 2]} line="bottom" small className={styles['bar']}>
        <strong>{t('explorer.table.count', { count: rows.length })}</strong>
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
      <div
        ref={scroller}
        className={styles['scroller']}
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
          else goToNode(surface, key)
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
        <div role="rowgroup" style={{ height: height, position: 'relative' }}>
          {drawn.map((item) => {
            const line = lines[item.index]
            if (!line) return null
            const style = { transform: `translateY(${item.start}px)` }
            if (line.type === 'group')
              return (
                <Stack
                  key={item.key}
                  role="row"
                  row
                  pad={[0, 2]}
                  ground="sunken"
                  className={styles['group']}
                  style={style}
                >
                  <div role="gridcell" aria-colspan={columns.length}>
                    {kindName(line.name) || t('explorer.noDomain')} <small>{line.count}</small>
                  </div>
                </Stack>
              )
            return (
              <TableRow
                key={item.key}
                row={line.row}
                columns={columns}
                index={item.index}
                selected={selected.has(line.row.key)}
                top={item.start}
              />
            )
          })}
        </div>
      </div>
    </Stack>
  )
}

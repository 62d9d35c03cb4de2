import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../app/i18n/text.ts'
import { Select } from '../../ui/field.tsx'
import { KindIcon } from '../panels/kind-icon.tsx'
import { goToNode, select } from '../view/selection.ts'
import { useSurface, useSurfaceState } from '../view/surface-context.ts'
import { kindName } from '../view/words.ts'
import { linesOf, rowsOf, type Column, type Order } from './rows.ts'
import styles from './element-table.module.css'

const COLUMNS: readonly Column[] = ['label', 'kind', 'domain', 'fields', 'out', 'in']
const ROW = 28

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
  const lines = useMemo(
    () =>
      linesOf(rowsOf({ ...surface.getState(), graph, projection, comparison }), order, groupBy || undefined),
    [surface, graph, projection, comparison, order, groupBy],
  )
  const columns = comparison ? ([...COLUMNS, 'change'] as const) : COLUMNS
  const selected = useMemo(() => new Set(selection), [selection])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const place = lines.findIndex((line) => line.type === 'row' && line.row.key === current)
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])

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
    <section className={styles['twin']} aria-label={t('explorer.table')}>
      <div className={styles['bar']}>
        <strong>
          {t('explorer.table.count', { count: lines.filter((line) => line.type === 'row').length })}
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
      </div>
      <div
        ref={scroller}
        className={styles['scroller']}
        role="grid"
        tabIndex={0}
        aria-label={t('explorer.table')}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
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
        <div role="row" className={styles['head']} data-change={comparison !== undefined}>
          {columns.map((column) => (
            <div
              key={column}
              role="columnheader"
              aria-sort={order.column !== column ? 'none' : order.descending ? 'descending' : 'ascending'}
            >
              <button type="button" onClick={() => sort(column)}>
                {t(`explorer.column.${column}`)}
                {order.column === column ? (
                  order.descending ? (
                    <ArrowDown size={12} aria-hidden />
                  ) : (
                    <ArrowUp size={12} aria-hidden />
                  )
                ) : null}
              </button>
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index]
            if (!line) return null
            const style = { transform: `translateY(${item.start}px)` }
            if (line.type === 'group')
              return (
                <div key={item.key} role="row" className={styles['group']} style={style}>
                  <div role="gridcell" aria-colspan={columns.length}>
                    {kindName(line.name) || t('explorer.noDomain')} <small>{line.count}</small>
                  </div>
                </div>
              )
            const { row } = line
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={selected.has(row.key)}
                className={styles['row']}
                data-change={comparison !== undefined}
                style={style}
                data-key={row.key}
              >
                <div role="gridcell">
                  <KindIcon kind={row.kind} missing={row.missing} /> <span>{row.label}</span>
                </div>
                <div role="gridcell">{kindName(row.kind)}</div>
                <div role="gridcell">{row.domain}</div>
                <div role="gridcell">{row.fields || ''}</div>
                <div role="gridcell">{row.out}</div>
                <div role="gridcell">{row.in}</div>
                {comparison ? (
                  <div role="gridcell" data-tone={row.change}>
                    {row.change === '' ? '' : t(`explorer.compare.${row.change as 'added'}`)}
                  </div>
                ) : null}
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}

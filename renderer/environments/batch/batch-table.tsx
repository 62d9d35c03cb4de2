import { useMemo, useState } from 'react'
import type { Batch, BatchRow } from '#shared/environments/batch.ts'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import { formatLatency, formatReward } from '../parts/format.ts'
import { useAgentName } from './agent-name.ts'
import styles from './batch-view.module.css'
import type { RowFilter } from './histogram.tsx'
import { openRow } from './open-row.ts'
import { type BatchOrder, BY_SEED, COLUMNS, inOrder, orderedBy } from './order.ts'

const ROW = 26

interface BatchTableProps {
  readonly batch: Batch
  readonly filter: RowFilter | undefined
}

/** Every episode's result in the order of a column; choosing one opens it as it was recorded. */
export function BatchTable({ batch, filter }: BatchTableProps) {
  const t = useText()
  const [order, setOrder] = useState(BY_SEED)
  const nameOf = useAgentName(batch.plan)
  const rows = useMemo(
    () => inOrder(filter ? batch.rows.filter(filter.passes) : batch.rows, order),
    [batch.rows, filter, order],
  )
  const { scroller, rows: drawn, height } = useVirtualRows({ count: rows.length, height: ROW })
  return (
    <>
      <Header order={order} onChange={setOrder} />
      <div ref={scroller} className={styles['rows']}>
        <ul style={{ height: height }} aria-label={t('environments.batch.rows')}>
          {drawn.map(({ index, start }) => {
            const row = rows[index]!
            return (
              <li key={`${row.agent}-${row.seed}`} style={{ transform: `translateY(${start}px)` }}>
                <button type="button" className={styles['row']} onClick={() => void openRow(batch, row)}>
                  <Cells row={row} agent={nameOf(row.agent)} />
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

interface HeaderProps {
  readonly order: BatchOrder
  onChange(order: BatchOrder): void
}

function Header({ order, onChange }: HeaderProps) {
  const t = useText()
  return (
    <div className={styles['header']} role="group" aria-label={t('environments.batch.sort')}>
      {COLUMNS.map((column) => (
        <button
          key={column}
          type="button"
          aria-pressed={order.by === column}
          onClick={() => onChange(orderedBy(column, order))}
        >
          {t(`environments.batch.column.${column}`)}
          {order.by === column ? (order.down ? ' ↓' : ' ↑') : ''}
        </button>
      ))}
    </div>
  )
}

const toneOf = (end: BatchRow['end']) =>
  end === 'solved' ? 'good' : end === 'format-error' || end === 'failed' ? 'bad' : 'neutral'

function Cells({ row, agent }: { readonly row: BatchRow; readonly agent: string }) {
  const t = useText()
  const { seed, return: total, steps, end, milliseconds, problem } = row
  return (
    <>
      <span>{seed}</span>
      <span>{agent}</span>
      <span>{end === 'failed' ? '–' : formatReward(total)}</span>
      <span>{steps}</span>
      <span title={problem}>
        <Badge tone={toneOf(end)}>{t(`environments.batchEnd.${end}`)}</Badge> {problem ?? ''}
      </span>
      <span>{formatLatency(milliseconds)}</span>
    </>
  )
}

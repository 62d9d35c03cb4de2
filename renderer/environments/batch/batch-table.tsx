import { useMemo, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatLatency, formatReward } from '../parts/format.ts'
import { useVirtualRows } from '../../ui/virtual-rows.ts'
import type { Batch, BatchRow } from './batch.ts'
import styles from './batch-view.module.css'
import { openRow } from './open-row.ts'
import { type BatchOrder, BY_SEED, COLUMNS, inOrder, orderedBy } from './order.ts'

const ROW = 26

/** Every seed's result in the order of a column; choosing one opens it as an episode. */
export function BatchTable({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [order, setOrder] = useState(BY_SEED)
  const rows = useMemo(() => inOrder(batch.rows, order), [batch.rows, order])
  const { scroller, rows: drawn, height } = useVirtualRows({ count: rows.length, height: ROW })
  return (
    <>
      <Header order={order} onChange={setOrder} />
      <div ref={scroller} className={styles['rows']}>
        <ul style={{ height: height }} aria-label={t('gem.batch.rows')}>
          {drawn.map(({ index, start }) => {
            const row = rows[index]!
            return (
              <li key={row.seed} style={{ transform: `translateY(${start}px)` }}>
                <button type="button" className={styles['row']} onClick={() => void openRow(batch, row)}>
                  <Cells row={row} />
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
    <div className={styles['header']} role="group" aria-label={t('gem.batch.sort')}>
      {COLUMNS.map((column) => (
        <button
          key={column}
          type="button"
          aria-pressed={order.by === column}
          onClick={() => onChange(orderedBy(column, order))}
        >
          {t(`gem.batch.column.${column}`)}
          {order.by === column ? (order.down ? ' ↓' : ' ↑') : ''}
        </button>
      ))}
    </div>
  )
}

function Cells({
  row: { seed, return: total, steps, end, milliseconds, problem },
}: {
  readonly row: BatchRow
}) {
  const t = useText()
  return (
    <>
      <span>{seed}</span>
      <span>{formatReward(total)}</span>
      <span>{steps}</span>
      <span>
        <Badge tone={end === 'solved' ? 'good' : end === 'format-error' ? 'bad' : 'neutral'}>
          {t(`gem.end.${end}`)}
        </Badge>{' '}
        {problem ?? ''}
      </span>
      <span>{formatLatency(milliseconds)}</span>
    </>
  )
}

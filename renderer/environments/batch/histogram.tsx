import type { BatchRow } from '#shared/environments/batch.ts'
import { Text } from '../../ui/text.tsx'
import styles from './batch-view.module.css'

/** The rows a bar represents. */
export interface RowFilter {
  readonly label: string
  readonly passes: (row: BatchRow) => boolean
}

interface Bar {
  readonly label: string
  readonly count: number
  readonly filter: RowFilter
}

interface HistogramProps {
  readonly title: string
  readonly bars: readonly Bar[]
  /** Label of the active filter. */
  readonly chosen: string | undefined
  onFilter(filter: RowFilter | undefined): void
}

/** A table with bars for its counts; pressing a bar filters by its episodes. */
export function Histogram({ title, bars, chosen, onFilter }: HistogramProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <figure className={styles['chart']}>
      <figcaption>
        <Text tone="quiet" strong>
          {title}
        </Text>
      </figcaption>
      <table>
        <tbody>
          {bars.map(({ label, count, filter }) => (
            // The whole bar is clickable; its label is the button for the keyboard.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <tr key={label} onClick={() => onFilter(chosen === filter.label ? undefined : filter)}>
              <th scope="row">
                <button type="button" aria-pressed={chosen === filter.label}>
                  {label}
                </button>
              </th>
              <td className={styles['stick']} aria-label={String(count)}>
                <span style={{ width: `${(100 * count) / most}%` }} />
              </td>
              <Text as="td" tone="faint" small style={{ width: 44, paddingLeft: 6 }}>
                {count}
              </Text>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

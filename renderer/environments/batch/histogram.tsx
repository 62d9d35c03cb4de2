import styles from './batch-view.module.css'
import type { Bin } from './distribution.ts'
import { Text } from '../../ui/text.tsx'

interface HistogramProps {
  readonly title: string
  readonly bins: readonly Bin[]
}

/** A table whose bars are as long as its counts. */
export function Histogram({ title, bins }: HistogramProps) {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  return (
    <figure className={styles['chart']}>
      <figcaption>{title}</figcaption>
      <table>
        <tbody>
          {bins.map(({ label, count }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={styles['stick']} aria-label={String(count)}>
                <span style={{ width: `${(100 * count) / most}%` }} />
              </td>
              <Text as="td" tone="faint" small className={styles['number']}>
                {count}
              </Text>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import type { Sorter } from './sorter.ts'
import type { ColumnStatistics } from './statistics.ts'
import { textOf } from './order.ts'
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

const round = (value: number): string => value.toLocaleString(undefined, { maximumSignificantDigits: 6 })

/** What a column holds, counted over the rows that are shown. */
export function ColumnFacts({ column, sorter }: { readonly column: string; readonly sorter: Sorter }) {
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
    [t('query.facts.rows'), rows.toLocaleString()],
    [t('query.facts.empty'), empty.toLocaleString()],
    [t('query.facts.distinct'), distinct.toLocaleString()],
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
      <h2>{column}</h2>
      {numbers ? <Histogram bins={numbers.bins} /> : null}
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('query.facts.top', { shown: top.length, total: distinct })}</h2>
      <ul>
        {top.map(({ value, count }) => (
          <li key={value}>
            <span className={styles['share']} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
            <span>{value}</span>
            <span>{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

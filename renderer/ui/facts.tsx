import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { wordClasses, type Words } from './text.tsx'

interface FactsProps extends Words {
  /** What is known, and what it is called; what has no value is left out. */
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode])[]
  /** Side by side with the value below its name, instead of names in one column and values in the next. */
  readonly across?: boolean
  /** A thin line between one and the next. */
  readonly lined?: boolean
  readonly label?: string
}

/** What is known of a thing: names with their values. */
export function Facts({ facts, across, lined, label, ...words }: FactsProps) {
  return (
    <dl
      className={styles['facts']}
      data-across={across || undefined}
      data-lined={lined || undefined}
      aria-label={label}
    >
      {facts.map(([name, value], index) =>
        value === undefined || value === '' ? null : (
          <div key={index}>
            <dt>{name}</dt>
            <dd className={wordClasses(words)}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { textClasses, type TextStyle } from './text.tsx'

interface FactsProps extends TextStyle {
  /** Name and value pairs; those without a value are left out. */
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode])[]
  /** Lays the facts out side by side, each value below its name, instead of in two columns. */
  readonly across?: boolean
  /** Draws a thin line between facts. */
  readonly lined?: boolean
  readonly label?: string
}

/** A description list of names and values. */
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
            <dd className={textClasses(words)}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

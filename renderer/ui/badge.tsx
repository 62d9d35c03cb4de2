import type { ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  readonly tone?: 'neutral' | 'good' | 'warning' | 'bad' | 'accent'
  /** Explanation, if the text is not enough. */
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** A short state in a pill. The text carries the meaning; the colour only supports it. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span className={styles['badge']} data-tone={tone} title={title}>
      {children}
    </span>
  )
}

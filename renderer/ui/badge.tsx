import type { ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  readonly tone?: 'neutral' | 'good' | 'warning' | 'bad' | 'accent'
  /** What it means, where its text does not say. */
  readonly title?: string
  readonly children: ReactNode
}

/** A short state in a pill. Its text says it; the colour only helps. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span className={styles['badge']} data-tone={tone} title={title}>
      {children}
    </span>
  )
}

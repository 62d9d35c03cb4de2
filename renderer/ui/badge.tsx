import type { ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  readonly tone?: 'neutral' | 'good' | 'warning' | 'bad' | 'accent'
  readonly children: ReactNode
}

/** A short state in a pill. Its text says it; the colour only helps. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  )
}

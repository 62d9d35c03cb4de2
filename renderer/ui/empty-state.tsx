import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
}

/** What a view shows when it has nothing to show: why, and what to do. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      {action}
    </div>
  )
}

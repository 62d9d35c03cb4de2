import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** One sentence: why, and what to do. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
  /** What it could look like: a query, a command, a template. */
  readonly example?: ReactNode
}

/** What a view shows when it has nothing to show: why, and what to do. */
export function EmptyState({ icon: Icon, title, hint, action, example }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {Icon ? <Icon size={40} strokeWidth={1.25} aria-hidden /> : null}
      <h2>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      {action}
      {example}
    </div>
  )
}

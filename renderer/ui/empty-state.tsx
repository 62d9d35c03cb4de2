import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** One sentence: why it is empty, and what to do. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
  /** An example: a query, a command, a template. */
  readonly example?: ReactNode
}

/** Shown by a view without content: why it is empty, and what to do. */
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

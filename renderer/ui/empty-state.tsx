import { CircleAlert, Inbox, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

const ICONS = { empty: Inbox, busy: LoaderCircle, failed: CircleAlert } as const

interface EmptyStateProps {
  /** Why nothing is shown; decides on the icon unless one is given. */
  readonly reason?: keyof typeof ICONS
  readonly icon?: LucideIcon
  readonly title: string
  /** One sentence: why it is empty, and what to do. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
  /** An example: a query, a command, a template. */
  readonly example?: ReactNode
}

/** Shown by a view without content: why it is empty, and what to do. */
export function EmptyState({ reason = 'empty', icon, title, hint, action, example }: EmptyStateProps) {
  const Icon = icon ?? ICONS[reason]
  return (
    <div className={styles['empty']}>
      <Icon size={40} strokeWidth={1.25} aria-hidden />
      <h2>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      {action}
      {example}
    </div>
  )
}

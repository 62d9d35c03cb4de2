import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useTabStop } from './landmark.ts'
import styles from './row.module.css'
import { Truncate } from './truncate.tsx'

interface RowProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> {
  /** Before the text: an icon, a status dot, a check box. */
  readonly icon?: ReactNode
  readonly label: ReactNode
  /** A second, muted line. */
  readonly note?: ReactNode
  /** At the right end, muted: a count, a badge, a time. */
  readonly detail?: ReactNode
  /** Buttons after the row, outside its own press target. */
  readonly actions?: ReactNode
  /** The row shown beside the list. */
  readonly selected?: boolean
  readonly tooltip?: string | undefined
}

/** One row of a list, 28 px high, or 44 with a note; pressing it shows or runs what it names. */
export function Row({
  icon,
  label,
  note,
  detail,
  actions,
  selected,
  tooltip,
  className = '',
  ...props
}: RowProps) {
  const tabIndex = useTabStop()
  return (
    <div className={`${styles['row']} ${className}`} data-selected={selected || undefined}>
      <button
        type="button"
        tabIndex={tabIndex}
        {...props}
        className={styles['main']}
        aria-current={selected}
        title={tooltip}
      >
        {icon}
        <span className={styles['words']}>
          <Truncate>{label}</Truncate>
          {note === undefined ? null : <Truncate as="small">{note}</Truncate>}
        </span>
        {detail === undefined ? null : <small className={styles['detail']}>{detail}</small>}
      </button>
      {actions}
    </div>
  )
}

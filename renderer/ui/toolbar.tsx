import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

interface ToolbarProps {
  readonly label: string
  readonly children: ReactNode
}

/** The strip of controls at the top of a view or a panel, 36 px high. */
export function Toolbar({ label, children }: ToolbarProps) {
  return (
    <div role="toolbar" aria-label={label} className={styles['toolbar']}>
      {children}
    </div>
  )
}

/** Pushes what follows to the right end. */
export function ToolbarSpace() {
  return <span className={styles['space']} />
}

import type { KeyboardEvent, ReactNode } from 'react'
import { useNarrow } from './narrow.ts'
import styles from './toolbar.module.css'

/** Page width in px below which a `small` toolbar wraps. */
const WRAPS_BELOW_PX = 560

interface ToolbarProps {
  readonly label: string
  /** A 32 px strip inside a view, instead of the bench's header. */
  readonly dense?: boolean
  /** Wraps in a column that is too narrow for one line; `small` only where the window is. */
  readonly wrap?: boolean | 'small'
  readonly children: ReactNode
}

/** Left and Right move between buttons; in a field they move the caret. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return
  // A tab list or segmented control in the bar handles its own arrow keys.
  if (event.defaultPrevented || event.target.closest('[role="tablist"], [role="radiogroup"]')) return
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button, input, select, [tabindex="0"]'),
  ].filter((control) => control.tabIndex >= 0 && !control.matches(':disabled'))
  const next = controls[controls.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The toolbar at the top of a view, 40 px high. */
export function Toolbar({ label, dense, wrap, children }: ToolbarProps) {
  const narrow = useNarrow(WRAPS_BELOW_PX)
  return (
    // The arrow keys are an addition: every control is also a tab stop.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="toolbar"
      aria-label={label}
      className={styles['toolbar']}
      data-dense={dense || undefined}
      data-wrap={(wrap === 'small' ? narrow : wrap) || undefined}
      onKeyDown={walk}
    >
      {children}
    </div>
  )
}

/** Flexible space that pushes what follows to the right end. */
export function ToolbarSpace() {
  return <span className={styles['space']} />
}

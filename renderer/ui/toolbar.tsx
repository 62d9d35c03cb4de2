import type { KeyboardEvent, ReactNode } from 'react'
import styles from './toolbar.module.css'

interface ToolbarProps {
  readonly label: string
  /** A strip inside a view, 32 px high, instead of the bench's header. */
  readonly dense?: boolean
  /** Takes more lines where it stands in a column too narrow for one. */
  readonly wrap?: boolean
  readonly children: ReactNode
}

/** Left and Right walk from a button to the control beside it; in a field they are the field's. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return
  // A tab list or segment in the bar has the arrows for itself.
  if (event.defaultPrevented || event.target.closest('[role="tablist"], [role="radiogroup"]')) return
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button, input, select, [tabindex="0"]'),
  ].filter((control) => control.tabIndex >= 0 && !control.matches(':disabled'))
  const next = controls[controls.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The strip of controls at the top of a view, 40 px high. */
export function Toolbar({ label, dense, wrap, children }: ToolbarProps) {
  return (
    // The keys are an addition: every control is a stop of the Tab key as well.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="toolbar"
      aria-label={label}
      className={styles['toolbar']}
      data-dense={dense || undefined}
      data-wrap={wrap || undefined}
      onKeyDown={walk}
    >
      {children}
    </div>
  )
}

/** Pushes what follows to the right end. */
export function ToolbarSpace() {
  return <span className={styles['space']} />
}

import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react'
import { useTabStop } from './landmark.ts'
import { Tip } from './tip.tsx'
import styles from './button.module.css'

/** A button that cannot be used says why (`reason`): there is no `disabled`. */
interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title' | 'disabled'> {
  /** `primary` is the one thing a view is about; `danger` destroys; `link` stands inside a sentence. */
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet' | 'link'
  /** Why it cannot be used: greyed, still reached by the keyboard, and says so. */
  readonly reason?: string | undefined
  /** More than the label says, as a tooltip. */
  readonly tip?: string | undefined
  /** The keys that do the same, as they are shown. */
  readonly keys?: string | undefined
}

const doNothing = (event: MouseEvent): void => event.preventDefault()

interface Reason {
  /** What greys the button and describes it. */
  readonly greyed: ButtonHTMLAttributes<HTMLButtonElement>
  /** The reason as a text of its own, inside the button: every reader of screens knows that, not all know `aria-description`. */
  readonly words: ReactNode
}

/** What greys a button that says why. */
export function useReason(reason: string | undefined): Reason {
  const id = useId()
  if (reason === undefined) return { greyed: {}, words: null }
  return {
    greyed: { 'aria-disabled': true, 'aria-describedby': id, onClick: doNothing },
    words: (
      <span id={id} hidden>
        {reason}
      </span>
    ),
  }
}

/** A labelled button, 28 px high. */
export function Button({
  tone = 'plain',
  className = '',
  reason,
  tip,
  keys,
  children,
  ...props
}: ButtonProps) {
  const tabIndex = useTabStop()
  const { greyed, words } = useReason(reason)
  return (
    <Tip text={tip} reason={reason} keys={keys}>
      <button
        type="button"
        tabIndex={tabIndex}
        {...props}
        {...greyed}
        data-tone={tone}
        className={`${styles['button']} ${className}`}
      >
        {children}
        {words}
      </button>
    </Tip>
  )
}

import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react'
import { useTabStop } from './landmark.ts'
import { Tip } from './tip.tsx'
import styles from './button.module.css'

/** A disabled button must give a `reason`, so there is no `disabled` prop. */
interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title' | 'disabled'> {
  /** `primary`: the view's main action; `danger`: destructive; `link`: inline in a sentence. */
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet' | 'link'
  /** Why it is disabled: greyed, but still focusable and with the reason announced. */
  readonly reason?: string | undefined
  /** Tooltip with more than the label says. */
  readonly tip?: string | undefined
  /** Equivalent shortcut, formatted for display. */
  readonly keys?: string | undefined
}

const doNothing = (event: MouseEvent): void => event.preventDefault()

interface Reason {
  /** Props that grey and describe the button. */
  readonly greyed: ButtonHTMLAttributes<HTMLButtonElement>
  /**
   * The reason as hidden text inside the button: all screen readers read that, not all support
   * `aria-description`.
   */
  readonly words: ReactNode
}

/** Returns the props and text of a button that is disabled with a reason. */
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

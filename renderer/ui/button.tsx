import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import { useTabStop } from './landmark.ts'
import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one thing a view is about; `danger` destroys; `link` stands inside a sentence. */
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet' | 'link'
  /** Why it cannot be used: greyed, still reached by the keyboard, and says so. */
  readonly reason?: string | undefined
}

const doNothing = (event: MouseEvent): void => event.preventDefault()

/** What greys a button that tells why. */
export const greyed = (reason: string | undefined) =>
  reason === undefined ? {} : ({ 'aria-disabled': true, onClick: doNothing } as const)

/** A labelled button, 28 px high. */
export function Button({ tone = 'plain', className = '', reason, ...props }: ButtonProps) {
  const tabIndex = useTabStop()
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      {...(reason === undefined ? {} : { title: reason })}
      {...props}
      {...greyed(reason)}
      data-tone={tone}
      className={`${styles['button']} ${className}`}
    />
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { useReason } from './button.tsx'
import { useTabStop } from './landmark.ts'
import { Tip } from './tip.tsx'
import styles from './button.module.css'

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'children' | 'disabled'
> {
  /** The accessible name, shown as a tooltip as well. */
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  readonly tone?: 'plain' | 'quiet' | 'danger' | 'primary'
  /** Why it cannot be used: greyed, still reached by the keyboard, and says so. */
  readonly reason?: string | undefined
}

/** A square button with an icon; its label is its tooltip and its accessible name. */
export function IconButton({
  label,
  icon: Icon,
  keys,
  tone = 'quiet',
  className = '',
  reason,
  ...props
}: IconButtonProps) {
  const tabIndex = useTabStop()
  const { greyed, words } = useReason(reason)
  return (
    <Tip text={label} reason={reason} keys={keys}>
      <button
        type="button"
        tabIndex={tabIndex}
        {...props}
        {...greyed}
        aria-label={label}
        data-tone={tone}
        className={`${styles['button']} ${styles['icon']} ${className}`}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden />
        {words}
      </button>
    </Tip>
  )
}

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
  /** Accessible name and tooltip. */
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  readonly tone?: 'plain' | 'quiet' | 'danger' | 'primary'
  /** Why it is disabled: greyed, but still focusable and with the reason announced. */
  readonly reason?: string | undefined
}

/** A square icon button; its label is both tooltip and accessible name. */
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
    <Tip text={label} named reason={reason} keys={keys}>
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

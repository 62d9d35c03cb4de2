import type { LucideIcon } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type ButtonHTMLAttributes, useId } from 'react'
import { greyed } from './button.tsx'
import { useTabStop, useTipPlace } from './landmark.ts'
import styles from './button.module.css'
import tooltipStyles from './tooltip.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
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
  const place = useTipPlace()
  const tabIndex = useTabStop()
  const reasonId = useId()
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          tabIndex={tabIndex}
          {...props}
          {...greyed(reason)}
          aria-label={label}
          aria-describedby={reason === undefined ? undefined : reasonId}
          data-tone={tone}
          className={`${styles['button']} ${styles['icon']} ${className}`}
        >
          <Icon size={15} strokeWidth={1.75} aria-hidden />
          {reason === undefined ? null : (
            <span id={reasonId} hidden>
              {reason}
            </span>
          )}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal container={place}>
        <Tooltip.Content className={tooltipStyles['tooltip']} sideOffset={5}>
          <span>
            {label}
            {reason === undefined ? null : <small>{reason}</small>}
          </span>
          {keys ? <kbd>{keys}</kbd> : null}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

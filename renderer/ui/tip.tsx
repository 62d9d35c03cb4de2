import { Tooltip } from 'radix-ui'
import { use, useState, type ReactElement, type ReactNode } from 'react'
import { FrontContext, isFocusRestored, useTipPlace } from './landmark.ts'
import styles from './tip.module.css'

interface TipProps {
  /** What the control does beyond its label; without text there is no tooltip. */
  readonly text?: ReactNode
  /** Why it is disabled. */
  readonly reason?: string | undefined
  /** Equivalent shortcut, formatted for display. */
  readonly keys?: string | undefined
  readonly side?: 'top' | 'right'
  /** The control; hovering or focusing it shows the tooltip. */
  readonly children: ReactElement
}

/** The one tooltip component: text, with the shortcut beside it. */
export function Tip({ text, reason, keys, side = 'top', children }: TipProps) {
  const place = useTipPlace()
  const front = use(FrontContext)
  const [open, setOpen] = useState(false)
  // A key can hide the bench while the pointer rests on its control.
  if (open && !front) setOpen(false)
  return (
    <Tooltip.Root open={open && front} onOpenChange={setOpen}>
      {/* The control may have its own `data-state`, which Radix must not overwrite. */}
      <Tooltip.Trigger
        asChild
        data-state={undefined}
        onFocus={(event) => {
          if (isFocusRestored()) event.preventDefault()
        }}
      >
        {children}
      </Tooltip.Trigger>
      {text || reason || keys ? (
        <Tooltip.Portal container={place}>
          <Tooltip.Content className={styles['tooltip']} side={side} sideOffset={5} hideWhenDetached>
            <span>
              {text}
              {reason ? <small>{reason}</small> : null}
            </span>
            {keys ? <kbd>{keys}</kbd> : null}
          </Tooltip.Content>
        </Tooltip.Portal>
      ) : null}
    </Tooltip.Root>
  )
}

import { Slot, Tooltip } from 'radix-ui'
import { use, useState, type ComponentProps, type ReactElement } from 'react'
import { FrontContext, isFocusRestored, useTipPlace } from './landmark.ts'
import styles from './tip.module.css'

interface TipProps {
  /** What the control does beyond its label; without text there is no tooltip. */
  readonly text?: string | undefined
  /** Whether `text` is the control's accessible name, which is not announced a second time. */
  readonly named?: boolean
  /** Why it is disabled. */
  readonly reason?: string | undefined
  /** Equivalent shortcut, formatted for display. */
  readonly keys?: string | undefined
  readonly side?: 'bottom' | 'right'
  /** The control; hovering or focusing it shows the tooltip. */
  readonly children: ReactElement
}

/**
 * Passes the trigger's props to the control, but not the tooltip as its description: that would repeat the
 * name and the reason, and be announced again whenever the tooltip opens. `aria-description` is there before.
 */
function Described({ 'aria-describedby': _tooltip, ...props }: ComponentProps<typeof Slot.Root>) {
  return <Slot.Root {...props} />
}

/** The one tooltip component: text, with the shortcut beside it. */
export function Tip({ text, named = false, reason, keys, side = 'bottom', children }: TipProps) {
  const place = useTipPlace()
  const front = use(FrontContext)
  const [open, setOpen] = useState(false)
  // A key can hide the bench while the pointer rests on its control.
  if (open && !front) setOpen(false)
  const more = [named ? undefined : text, keys].filter(Boolean).join(' ')
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
        <Described aria-description={more || undefined}>{children}</Described>
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

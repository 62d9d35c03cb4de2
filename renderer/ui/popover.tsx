import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useLandmark } from './landmark.ts'
import styles from './popover.module.css'

interface PopoverProps {
  /** Accessible name of what opens. */
  readonly label: string
  /** The button that opens it; without one, `open` says whether it is. */
  readonly trigger?: ReactElement
  readonly open?: boolean
  onOpenChange?(open: boolean): void
  /** Which way it opens from its trigger, and along which edge. */
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  /** Where the focus goes when it closes; to the trigger unless told. */
  onClosed?(): void
  readonly children: ReactNode
}

/** A panel beside its button, for what is set or read without leaving the view; Escape and a press elsewhere close it. */
export function Popover(props: PopoverProps) {
  const { label, trigger, open, onOpenChange, side = 'bottom', align = 'start', onClosed, children } = props
  const place = useLandmark()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : <Radix.Anchor />}
      <Radix.Portal container={place}>
        <Radix.Content
          className={styles['popover']}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            if (!onClosed) return
            event.preventDefault()
            onClosed()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

import { Popover as Radix } from 'radix-ui'
import { useMemo, type ReactElement, type ReactNode } from 'react'
import { isFocusFree, useFocusBack, useLandmark } from './landmark.ts'
import styles from './popover.module.css'

interface PopoverProps {
  /** Accessible name of the panel. */
  readonly label: string
  /** The button that opens it; without one, it is controlled by `open`. */
  readonly trigger?: ReactElement
  /** The element it points at, if it has no trigger; it stays open while the user works there. */
  readonly target?: Element | undefined
  /** It stands in the target's lower right corner and covers none of what begins at its upper left. */
  readonly inside?: boolean
  readonly open?: boolean
  onOpenChange?(open: boolean): void
  /** Side and edge of the trigger it aligns to. */
  readonly side?: 'top' | 'bottom' | 'left' | undefined
  readonly align?: 'start' | 'center' | 'end'
  /** Sets the focus on close; by default it returns to the trigger. */
  onClosed?(): void
  readonly children: ReactNode
}

/** Maximum height in px of the anchor rectangle; below a whole canvas there would be no room. */
const MAX_POINTED_PX = 96

/** Distance in px from the corner of the target that it stands in. */
const CORNER_GAP_PX = 16

function edgeOf(target: Element, inside: boolean): DOMRect {
  const { x, y, width, height, right, bottom } = target.getBoundingClientRect()
  if (inside) return new DOMRect(right - CORNER_GAP_PX, bottom - CORNER_GAP_PX, 0, 0)
  return new DOMRect(x, y, width, Math.min(height, MAX_POINTED_PX))
}

/** A panel beside its button, for settings and details; Escape and a press outside close it. */
export function Popover(props: PopoverProps) {
  const {
    label,
    trigger,
    target,
    inside = false,
    open,
    onOpenChange,
    side = inside ? 'top' : 'bottom',
    align = inside ? 'end' : 'start',
    onClosed,
    children,
  } = props
  const place = useLandmark()
  const giveBack = useFocusBack(target !== undefined)
  const anchor = useMemo(
    () => (target ? { current: { getBoundingClientRect: () => edgeOf(target, inside) } } : undefined),
    [target, inside],
  )
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : <Radix.Anchor virtualRef={anchor} />}
      <Radix.Portal container={place}>
        <Radix.Content
          className={styles['popover']}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          // The user keeps working beside it: it does not trap keys, and typed text does not press its
          // buttons.
          data-beside={target ? '' : undefined}
          onInteractOutside={(event) => target && event.preventDefault()}
          // Enter goes on, whatever stands before the main action.
          onOpenAutoFocus={(event) => {
            const main = (event.currentTarget as Element).querySelector<HTMLElement>('[data-tone="primary"]')
            if (!target || !main) return
            event.preventDefault()
            main.focus()
          }}
          onCloseAutoFocus={(event) => {
            // One that points elsewhere may have been followed by the next, which has the focus.
            if (target && isFocusFree()) return giveBack(event)
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

import { Popover as Radix } from 'radix-ui'
import { useEffect, useMemo, type ReactElement, type ReactNode } from 'react'
import { isFocusFree, useLandmark } from './landmark.ts'
import styles from './popover.module.css'

interface PopoverProps {
  /** Accessible name of the panel. */
  readonly label: string
  /** The button that opens it; without one, it is controlled by `open`. */
  readonly trigger?: ReactElement
  /** The element it points at, if it has no trigger; it stays open while the user works there. */
  readonly target?: Element
  /** Anchor (above its end), if not the target; Escape closes it there, and is ignored elsewhere. */
  readonly place?: Element | undefined
  readonly open?: boolean
  onOpenChange?(open: boolean): void
  /** Side and edge of the trigger it aligns to. */
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  /** Sets the focus on close; by default it returns to the trigger. */
  onClosed?(): void
  readonly children: ReactNode
}

/** Maximum height in px of the anchor rectangle; below a whole canvas there would be no room. */
const MAX_POINTED_PX = 96

function edgeOf(target: Element): DOMRect {
  const { x, y, width, height } = target.getBoundingClientRect()
  return new DOMRect(x, y, width, Math.min(height, MAX_POINTED_PX))
}

/** A panel beside its button, for settings and details; Escape and a press outside close it. */
export function Popover(props: PopoverProps) {
  const {
    label,
    trigger,
    target,
    place: corner,
    open,
    onOpenChange,
    side = corner ? 'top' : 'bottom',
    align = corner ? 'end' : 'start',
    onClosed,
    children,
  } = props
  const place = useLandmark()
  const beside = corner ?? target
  const anchor = useMemo(
    () => (beside ? { current: { getBoundingClientRect: () => edgeOf(beside) } } : undefined),
    [beside],
  )
  useEffect(() => {
    target?.setAttribute('data-pointed', '')
    return () => target?.removeAttribute('data-pointed')
  }, [target])
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
          // At the left edge it is beside the activity bar.
          style={
            corner ? { maxWidth: '24rem', marginInlineStart: align === 'start' ? '5.5rem' : 0 } : undefined
          }
          aria-label={label}
          // The user keeps working beside it: it does not trap keys, and typed text does not press its
          // buttons.
          data-beside={target ? '' : undefined}
          onOpenAutoFocus={(event) => {
            if (!corner) return
            event.preventDefault()
            const content = event.currentTarget
            if (isFocusFree() && content instanceof HTMLElement) content.focus()
          }}
          onInteractOutside={(event) => target && event.preventDefault()}
          onEscapeKeyDown={(event) => {
            const inside = event.target instanceof Element && event.target.closest('[role="dialog"]')
            if (corner && !inside) event.preventDefault()
          }}
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

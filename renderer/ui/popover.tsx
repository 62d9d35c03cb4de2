import { Popover as Radix } from 'radix-ui'
import { useEffect, useMemo, type ReactElement, type ReactNode } from 'react'
import { useLandmark } from './landmark.ts'
import styles from './popover.module.css'

interface PopoverProps {
  /** Accessible name of what opens. */
  readonly label: string
  /** The button that opens it; without one, `open` says whether it is. */
  readonly trigger?: ReactElement
  /** What it points at, where no button of its own opens it: it stays while one works there. */
  readonly target?: Element
  /** Where it stands, above its end, where that is not beside the target; Escape there closes it, elsewhere it is not meant. */
  readonly place?: Element | undefined
  readonly open?: boolean
  onOpenChange?(open: boolean): void
  /** Which way it opens from its trigger, and along which edge. */
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  /** Where the focus goes when it closes; to the trigger by default. */
  onClosed?(): void
  readonly children: ReactNode
}

/** Px of the upper edge of what is pointed at; below a whole canvas there would be no room. */
const MAX_POINTED_PX = 96

function edgeOf(target: Element): DOMRect {
  const { x, y, width, height } = target.getBoundingClientRect()
  return new DOMRect(x, y, width, Math.min(height, MAX_POINTED_PX))
}

/** A panel beside its button, for what is set or read without leaving the view; Escape and a press elsewhere close it. */
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
          // At the left it stands beside the activity bar.
          style={
            corner ? { maxWidth: '24rem', marginInlineStart: align === 'start' ? '5.5rem' : 0 } : undefined
          }
          aria-label={label}
          // One works on beside it: keys are not its own, and a text that is typed at once presses none of its buttons.
          data-beside={target ? '' : undefined}
          onOpenAutoFocus={(event) => {
            if (!corner) return
            event.preventDefault()
            const content = event.currentTarget
            if (document.activeElement === document.body && content instanceof HTMLElement) content.focus()
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

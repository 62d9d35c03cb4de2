import { Tooltip } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { isFocusGivenBack, useTipPlace } from './landmark.ts'
import styles from './tip.module.css'

interface TipProps {
  /** What the control does, more than its label says; nothing is shown where there is nothing to say. */
  readonly text?: ReactNode
  /** Why it cannot do that now. */
  readonly reason?: string | undefined
  /** The keys that do the same, as they are shown. */
  readonly keys?: string | undefined
  readonly side?: 'top' | 'right'
  /** The control: pointing at it or reaching it by the keyboard shows the tip. */
  readonly children: ReactElement
}

/** The one tooltip: the words, and the keys beside them. */
export function Tip({ text, reason, keys, side = 'top', children }: TipProps) {
  const place = useTipPlace()
  return (
    <Tooltip.Root>
      {/* A control keeps states of its own in `data-state`. */}
      <Tooltip.Trigger
        asChild
        data-state={undefined}
        onFocus={(event) => {
          if (isFocusGivenBack()) event.preventDefault()
        }}
      >
        {children}
      </Tooltip.Trigger>
      {text || reason || keys ? (
        <Tooltip.Portal container={place}>
          <Tooltip.Content className={styles['tooltip']} side={side} sideOffset={5}>
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

import { Tooltip } from 'radix-ui'
import { useEffect, useState } from 'react'
import styles from './tip.module.css'

/** Elements whose `title` means something else, or that show it themselves. */
const NOT_OURS = 'iframe, svg *, object, embed'

interface Shown {
  readonly words: string
  readonly box: DOMRect
  /** Portal container; a modal dialog hides everything outside it. */
  readonly place: Element | null
}

/** Hover delay in milliseconds, as for all tooltips. */
const DELAY_MS = 400

const placeOf = ({ clientX, clientY }: MouseEvent): string => `${clientX} ${clientY}`

/**
 * Shows the `title` of the hovered element in our tooltip instead of the browser's: many rows and cells carry
 * their full text there, and a single tooltip costs the lists nothing. The attribute is removed only while
 * hovered.
 */
export function TitleTip() {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let target: Element | undefined
    let words = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = (): void => {
      clearTimeout(timer)
      setShown(undefined)
      if (target && !target.hasAttribute('title')) target.setAttribute('title', words)
      target = undefined
    }
    // Where the pointer was last: what comes under a resting pointer was not pointed at.
    let rest = ''
    const enter = (event: MouseEvent): void => {
      const { target: below } = event
      const isResting = rest === placeOf(event)
      rest = placeOf(event)
      const next = below instanceof Element ? below.closest('[title]') : null
      if (target && below instanceof Node && target.contains(below) && (!next || next.contains(target)))
        return
      leave()
      if (isResting) return document.addEventListener('pointermove', enter, { once: true })
      if (!next || next.matches(NOT_OURS) || !next.getAttribute('title')) return
      const found = next
      words = found.getAttribute('title') ?? ''
      // Only if the text is clipped.
      const isShownAlready = found.textContent === words && found.scrollWidth <= found.clientWidth
      target = found
      found.removeAttribute('title')
      if (isShownAlready) return
      timer = setTimeout(() => {
        const place = found.closest('[role="dialog"]')?.parentElement ?? document.querySelector('main')
        if (found.isConnected) setShown({ words, box: found.getBoundingClientRect(), place })
      }, DELAY_MS)
    }
    const press = (event: MouseEvent): void => {
      rest = placeOf(event)
      leave()
    }
    const events = ['keydown', 'wheel', 'blur'] as const
    document.addEventListener('pointerover', enter)
    window.addEventListener('pointerdown', press, true)
    document.documentElement.addEventListener('pointerleave', leave)
    for (const event of events) window.addEventListener(event, leave, { capture: true, passive: true })
    return () => {
      leave()
      document.removeEventListener('pointerover', enter)
      document.removeEventListener('pointermove', enter)
      window.removeEventListener('pointerdown', press, true)
      document.documentElement.removeEventListener('pointerleave', leave)
      for (const event of events) window.removeEventListener(event, leave, { capture: true })
    }
  }, [])
  if (!shown) return null
  const { left, top, width, height } = shown.box
  return (
    <Tooltip.Root open>
      <Tooltip.Trigger asChild>
        <span aria-hidden className={styles['under']} style={{ left, top, width, height }} />
      </Tooltip.Trigger>
      <Tooltip.Portal container={shown.place}>
        <Tooltip.Content className={styles['tooltip']} side="bottom" sideOffset={5} collisionPadding={8}>
          <span className={styles['words']}>{shown.words}</span>
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'

interface VirtualRows {
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  /** Goes to the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** Of a long list only the rows in sight; `height` is one row's, in pixels, `overscan` how many more are drawn around. */
export function useVirtualRows(count: number, height: number, overscan: number): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
  })
  return { virtual, scroller }
}

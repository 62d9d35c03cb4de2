import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type CSSProperties, type RefObject } from 'react'
import { useTextScale } from './text-scale.ts'

interface VirtualOptions {
  readonly count: number
  /** Height of a row in px at the usual text size; a guess when `measured`. */
  readonly height: number | ((index: number) => number)
  /** Rows drawn beyond those in sight, on either side. */
  readonly overscan?: number
  /** Px above the first row inside the scroller, such as a header that scrolls along. */
  readonly above?: number
  /** What distinguishes rows when they move; their place by default. */
  readonly keyOf?: (index: number) => string | number
}

export interface VirtualRow {
  readonly index: number
  /** Its height in px, or the guess of it. */
  readonly size: number
  /** Goes as `style` to what is drawn for it. */
  readonly place: CSSProperties
}

interface VirtualRows {
  /** Goes to the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The rows to draw. */
  readonly rows: readonly VirtualRow[]
  /** Goes as `style` to what the rows stand in: as high as all of them. */
  readonly frame: CSSProperties
  /** Brings a row into sight, and no farther. */
  readonly scrollTo: (index: number, align?: 'auto' | 'start' | 'center' | 'end') => void
  /** Goes as `ref` to rows whose height is their content's; they carry `data-index`. */
  readonly measure: (row: Element | null) => void
}

/** Of a long list, the rows in sight. What is drawn with it: `List`, `Tree`, and the grids that lay out their own cells. */
export function useVirtualRows({ count, height, overscan = 12, above, keyOf }: VirtualOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const scale = useTextScale()
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (typeof height === 'number' ? height : height(index)) * scale,
    overscan,
    paddingStart: above,
    ...(keyOf && { getItemKey: keyOf }),
  })
  useEffect(() => virtual.measure(), [scale, virtual])
  // What was hidden may have lost its place, or been told to scroll while it had no height: both agree again once it is seen. A list
  // that shows its end goes on showing it when it gets lower.
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let before = element.clientHeight
    const observer = new ResizeObserver(() => {
      const { clientHeight, scrollHeight, scrollTop } = element
      if (before === 0 && clientHeight > 0) {
        element.scrollTop = virtual.scrollOffset ?? 0
        element.dispatchEvent(new Event('scroll'))
      } else if (clientHeight < before && scrollTop + before >= scrollHeight - 1) {
        element.scrollTop = scrollHeight
      }
      before = clientHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [virtual, count])
  const scrollTo = useCallback<VirtualRows['scrollTo']>(
    (index, align = 'auto') => virtual.scrollToIndex(index, { align }),
    [virtual],
  )
  return {
    scroller,
    rows: virtual.getVirtualItems().map(({ index, start, size }) => ({
      index,
      size,
      place: { position: 'absolute', inset: '0 0 auto', transform: `translateY(${start}px)` },
    })),
    frame: { position: 'relative', flex: 'none', height: virtual.getTotalSize() },
    scrollTo,
    measure: virtual.measureElement,
  }
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type CSSProperties, type RefObject } from 'react'
import { useTextScale } from './text-scale.ts'
import { useTouch } from './touch.ts'

interface VirtualOptions {
  readonly count: number
  /** Row height in px at the default text size; an estimate if rows are measured. */
  readonly height: number | ((index: number) => number)
  /** Rows rendered beyond the visible ones, on either side. */
  readonly overscan?: number
  /** Px above the first row inside the scroller, such as a header that scrolls along. */
  readonly above?: number
  /** Height in px, at the default text size, of a header inside the scroller that stays at its top. */
  readonly head?: number
  /** The rows are lines of a text, not targets of a finger. */
  readonly isText?: boolean
  /** Stable key of a row; its index by default. */
  readonly keyOf?: (index: number) => string | number
}

export interface VirtualRow {
  readonly index: number
  /** Height in px, possibly estimated. */
  readonly size: number
  /** `style` of the rendered row. */
  readonly place: CSSProperties
}

interface VirtualRows {
  /** `ref` of the scrolling element. */
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The rows to render. */
  readonly rows: readonly VirtualRow[]
  /** `style` of the rows' container: the height of all rows. */
  readonly frame: CSSProperties
  /** Scrolls a row into view, no further than needed. */
  readonly scrollTo: (index: number, align?: 'auto' | 'start' | 'center' | 'end') => void
  /** `ref` for rows sized by their content; they carry `data-index`. */
  readonly measure: (row: Element | null) => void
}

/** Least height in px of a row where a finger is the pointer: `--touch` of tokens.css. */
const TOUCH_PX = 44

/** Virtualises a list. Used by `List`, `Tree`, and grids that lay out their own cells. */
export function useVirtualRows({
  count,
  height,
  overscan = 12,
  above,
  head = 0,
  isText = false,
  keyOf,
}: VirtualOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const scale = useTextScale()
  const isTouched = useTouch()
  const least = isTouched && !isText ? TOUCH_PX : 0
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.max(least, typeof height === 'number' ? height : height(index)) * scale,
    overscan,
    paddingStart: above,
    // Rows are counted from below the header, so the last one in view ends that much above the edge.
    scrollPaddingEnd: Math.max(head && least, head) * scale,
    ...(keyOf && { getItemKey: keyOf }),
  })
  useEffect(() => virtual.measure(), [scale, least, virtual])
  // A hidden scroller may lose its position, or be scrolled while it has no height: resync once it is
  // visible. A list scrolled to its end stays there when it gets shorter.
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

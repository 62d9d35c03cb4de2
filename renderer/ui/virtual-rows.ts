import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useTextScale } from './text-scale.ts'

interface VirtualOptions {
  readonly count: number
  /** Height of a row in px at the usual text size; a guess when `measured`. */
  readonly height: number | ((index: number) => number)
  /** Rows drawn beyond those in sight, on either side. */
  readonly overscan?: number
  /** Px above the first row inside the scroller, such as a header that scrolls along. */
  readonly above?: number
  /** What tells rows apart when they move; their place unless told. */
  readonly keyOf?: (index: number) => string | number
}

interface VirtualRows {
  /** Goes to the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The rows to draw, each with its place and its top in px. */
  readonly rows: readonly VirtualItem[]
  /** Height of all rows, in px. */
  readonly height: number
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
    ...(keyOf ? { getItemKey: keyOf } : {}),
  })
  useEffect(() => virtual.measure(), [scale, virtual])
  const scrollTo = useCallback<VirtualRows['scrollTo']>(
    (index, align = 'auto') => virtual.scrollToIndex(index, { align }),
    [virtual],
  )
  return {
    scroller,
    rows: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    scrollTo,
    measure: virtual.measureElement,
  }
}

import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { TabStop } from './landmark.ts'
import styles from './list.module.css'
import { Stack } from './stack.tsx'
import { useVirtualRows } from './virtual-rows.ts'

interface ListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** Stable key of an item. */
  keyOf(item: Item): string | number
  /** Row height in px. With it the list scrolls and is virtualised; without it all rows are rendered. */
  readonly rowHeight?: number
  /** Key of the item shown beside the list: scrolled into view when it changes, and the list's tab stop. */
  readonly current?: string | number | undefined
  /** More items are loading. */
  readonly busy?: boolean
  readonly className?: string
  /** Called when the last rows become visible: more can be loaded. */
  onEnd?(): void
  /** Renders one row, usually a `Row`; focusing the row focuses its first button. */
  children(item: Item, index: number): ReactNode
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Room in px above the first row, as much as beside it. */
const ABOVE_PX = 4

/**
 * A list of rows of any length, with a roving tabindex: one tab stop, at the current or last focused row;
 * arrows, Page keys, Home and End move between rows.
 */
export function List<Item>(props: ListProps<Item>) {
  const { label, items, keyOf, rowHeight, current, busy, className = '', onEnd, children } = props
  const list = useRef<HTMLUListElement>(null)
  const virtual = useVirtualRows({
    count: rowHeight === undefined ? 0 : items.length,
    height: rowHeight ?? 0,
    above: ABOVE_PX,
  })
  const currentIndex = current === undefined ? -1 : items.findIndex((item) => keyOf(item) === current)
  const [visited, setVisited] = useState(-1)
  const stop = visited >= 0 && visited < items.length ? visited : Math.max(0, currentIndex)
  /** The row to focus once it is rendered. */
  const wanted = useRef(-1)
  const { scrollTo } = virtual

  useEffect(() => {
    if (wanted.current < 0) return
    const row = list.current?.querySelector<HTMLElement>(`:scope > [data-index="${wanted.current}"]`)
    const first = row?.querySelector<HTMLElement>('button, a[href], input, [tabindex]')
    if (!first) return
    wanted.current = -1
    first.focus({ preventScroll: rowHeight !== undefined })
  })
  useEffect(() => {
    setVisited(-1)
    if (currentIndex >= 0 && rowHeight !== undefined) scrollTo(currentIndex)
  }, [currentIndex, rowHeight, scrollTo])
  const last = virtual.rows.at(-1)?.index
  useEffect(() => {
    if (last !== undefined && last === items.length - 1) onEnd?.()
    // Only once per end, also if the callback changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [last, items.length])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key]
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-index]')
    const typing = target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
    if (step === undefined || !row || typing || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = Math.max(0, Math.min(items.length - 1, Number(row.dataset['index']) + step))
    wanted.current = next
    setVisited(next)
    if (rowHeight !== undefined) scrollTo(next)
  }
  const draw = (item: Item, index: number, place?: CSSProperties): ReactNode => (
    <li
      key={keyOf(item)}
      data-index={index}
      style={place}
      // Of a virtual list, a screen reader would count only the rendered rows.
      aria-setsize={place && items.length}
      aria-posinset={place && index + 1}
    >
      <TabStop value={index === stop ? undefined : -1}>{children(item, index)}</TabStop>
    </li>
  )
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (row) setVisited(Number(row.dataset['index']))
  }
  const common = { ref: list, 'aria-label': label, 'aria-busy': busy, onKeyDown, onFocus }
  if (rowHeight === undefined) {
    return (
      <ul {...common} className={`${styles['list']} ${className}`}>
        {items.map((item, index) => draw(item, index))}
      </ul>
    )
  }
  return (
    <Stack grow scroll ref={virtual.scroller} className={className}>
      <ul {...common} className={styles['rows']} style={virtual.frame}>
        {virtual.rows.map(({ index, place, size }) => {
          const item = items[index]
          return item === undefined ? null : draw(item, index, { ...place, height: size })
        })}
      </ul>
    </Stack>
  )
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import styles from './results.module.css'

const LINE = 20
/** A line longer than this is drawn up to here; the copy has all of it. Characters. */
const MAX_DRAWN = 4000

/** A long text, of which only the lines in sight are drawn. */
export function VirtualLines({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = useMemo(() => text.split('\n'), [text])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  })
  return (
    // Scrollable text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles['lines']} role="region" aria-label={label} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div key={key} className={styles['line']} style={{ transform: `translateY(${start}px)` }}>
            <span>{index + 1}</span>
            <code>{(lines[index] ?? '').slice(0, MAX_DRAWN)}</code>
          </div>
        ))}
      </div>
    </div>
  )
}

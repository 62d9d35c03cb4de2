/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys (aria-activedescendant) */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { Stack } from './stack.tsx'
import styles from './tree.module.css'
import { useVirtualRows } from './virtual-rows.ts'

/** Indentation per level in px. */
const INDENT = 16
/** Row height in px. */
const ROW = 24

interface TreeProps<Row extends { readonly depth: number }> {
  readonly label: string
  /** The visible rows, parents before children; `depth` is 0 at the top. */
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  /** Whether a row is expanded; undefined for leaves. */
  isOpen(index: number): boolean | undefined
  /** Index of the row with keyboard focus, -1 for none yet. */
  readonly active: number
  onActive(index: number): void
  onToggle(index: number): void
  /** Whether a row is selected in a multi-selection; otherwise the active row is. */
  isMarked?(index: number): boolean
  /** Ctrl+click, Shift+click, or Shift with the arrow keys. */
  onMark?(index: number, how: 'toggle' | 'range'): void
  /** Enter, Space or a press; toggles by default. */
  onAct?(index: number): void
  tooltipOf?(row: Row): string | undefined
  readonly busy?: boolean
  readonly className?: string
  /** Content of a row, after its chevron. */
  children(row: Row, index: number): ReactNode
}

/**
 * A virtualised tree. Up, Down, Home and End move; Right expands or moves to the first child, Left collapses
 * or moves to the parent. With multi-selection, Ctrl toggles a row and Shift selects a range.
 */
export function Tree<Row extends { readonly depth: number }>(props: TreeProps<Row>) {
  const {
    label,
    rows,
    keyOf,
    isOpen,
    active,
    onActive,
    onToggle,
    onAct = onToggle,
    onMark,
    tooltipOf,
    busy,
  } = props
  const id = useId()
  const {
    scroller,
    scrollTo,
    frame,
    rows: drawn,
  } = useVirtualRows({
    count: rows.length,
    height: ROW,
    overscan: 20,
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const go = (index: number): void => {
      const next = Math.max(0, Math.min(rows.length - 1, index))
      if (onMark && event.shiftKey) onMark(next, 'range')
      else onActive(next)
      scrollTo(next)
    }
    const row = rows[active]
    const open = isOpen(active)
    if (event.key === 'ArrowDown') go(active + 1)
    else if (event.key === 'ArrowUp') go(active - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(rows.length - 1)
    else if (!row) return
    else if (event.key === 'Enter' || event.key === ' ') onAct(active)
    else if (event.key === 'ArrowRight') {
      if (open === false) onToggle(active)
      else if (open && (rows[active + 1]?.depth ?? 0) > row.depth) go(active + 1)
    } else if (event.key === 'ArrowLeft') {
      const parent = rows.findLastIndex(({ depth }, index) => index < active && depth < row.depth)
      if (open) onToggle(active)
      else if (parent >= 0) go(parent)
    } else return
    event.preventDefault()
  }
  return (
    <Stack
      grow
      scroll
      ref={scroller}
      className={props.className}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-busy={busy}
      aria-multiselectable={onMark ? true : undefined}
      aria-activedescendant={rows[active] ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={frame} role="presentation">
        {drawn.map(({ index, place }) => {
          const row = rows[index]
          if (!row) return null
          const open = isOpen(index)
          const Chevron = open ? ChevronDown : ChevronRight
          return (
            <div
              key={keyOf(row)}
              id={`${id}-${index}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={props.isMarked?.(index) ?? index === active}
              aria-expanded={open}
              className={styles['row']}
              style={{ ...place, paddingLeft: 8 + row.depth * INDENT }}
              title={tooltipOf?.(row)}
              onClick={({ shiftKey, ctrlKey, metaKey }) => {
                if (onMark && (shiftKey || ctrlKey || metaKey)) {
                  return onMark(index, shiftKey ? 'range' : 'toggle')
                }
                onActive(index)
                onAct(index)
              }}
            >
              {open === undefined ? <span className={styles['leaf']} /> : <Chevron size={13} aria-hidden />}
              {props.children(row, index)}
            </div>
          )
        })}
      </div>
    </Stack>
  )
}

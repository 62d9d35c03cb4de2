import { PanelLeft, PanelRight } from 'lucide-react'
import { useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react'
import { Drawer } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { Split } from './split.tsx'
import { onResize, useNarrow } from './narrow.ts'
import { useTextScale } from './text-scale.ts'

/** Maximum initial width in px of a column that has no other. */
const MAX_FIRST_WIDTH_PX = 460

interface ColumnsProps {
  /** Stable name, unique on the page. */
  readonly id: string
  /** Title of the drawer. */
  readonly label: string
  /** Side of the column. */
  readonly side: 'left' | 'right'
  readonly open: boolean
  onOpenChange(open: boolean): void
  /** Column width in percent, capped at `most` px, both at the default text size; dragging can exceed it. */
  readonly share?: number
  readonly most?: number
  /** Minimum width of either pane in px at the default text size. */
  readonly minimum?: number
  readonly column: ReactNode
  /** The main content; stays mounted when the column opens and closes. */
  readonly children: ReactNode
}

/** Ids of the columns that were open when the page became too narrow; they reopen with the room, even if mounted anew. */
const reopening = new Set<string>()

/**
 * Main content with a side column. If there is no room for both, the column becomes a drawer over the
 * content, initially closed.
 */
export function Columns(props: ColumnsProps) {
  const { id, label, side, open, onOpenChange, minimum, column, children } = props
  const { share = 25, most = MAX_FIRST_WIDTH_PX } = props
  const narrow = useNarrow()
  const width = useSyncExternalStore(onResize, () => window.innerWidth)
  const wanted = Math.min(share, (100 * most) / width) * useTextScale()
  useLayoutEffect(() => {
    if (narrow && open) reopening.add(id)
    if (narrow ? open : reopening.delete(id)) onOpenChange(!narrow)
    // Only a change of `narrow` opens or closes it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [narrow])
  const beside = open && !narrow ? column : null
  return (
    <>
      <Split id={id} direction="horizontal" first={side === 'left' ? wanted : 100 - wanted} minimum={minimum}>
        {side === 'left' ? [beside, children] : [children, beside]}
      </Split>
      <Drawer open={open && narrow} onOpenChange={onOpenChange} title={label} side={side}>
        {column}
      </Drawer>
    </>
  )
}

interface ColumnToggleProps extends Pick<ColumnsProps, 'label' | 'side' | 'open'> {
  readonly keys?: string | undefined
  /** Why there is nothing to open. */
  readonly reason?: string | undefined
  onToggle(): void
}

/** Finds the button that opens a bench's side column. */
export const COLUMN_TOGGLE = '[data-column-toggle]'

/** The button that opens and closes a side column. */
export function ColumnToggle({ side, open, onToggle, ...button }: ColumnToggleProps) {
  return (
    <IconButton
      {...button}
      data-column-toggle
      data-side={side}
      icon={side === 'left' ? PanelLeft : PanelRight}
      aria-pressed={open}
      onClick={onToggle}
    />
  )
}

import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Drawer } from './dialog.tsx'
import { Split } from './split.tsx'
import { useTextScale } from './text-scale.ts'

/** Px of the page, at the usual text size, below which a side column has no room of its own. */
const MIN_WIDTH_PX = 900

function onResize(tell: () => void): () => void {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}

/** Whether the page is too narrow for side columns: a small window, large text, or much zoom. A second column needs more `width`. */
export function useNarrow(width = MIN_WIDTH_PX): boolean {
  const scale = useTextScale()
  return useSyncExternalStore(onResize, () => window.innerWidth < width * scale)
}

/** Px at the usual text size beyond which a column gains nothing by more room, until somebody drags it there. */
const MAX_FIRST_WIDTH_PX = 460

interface ColumnsProps {
  /** Stable name; sizes are remembered under it by the browser. */
  readonly id: string
  /** What the column is called where it is a drawer. */
  readonly label: string
  /** Where the column stands. */
  readonly side: 'left' | 'right'
  readonly open: boolean
  onOpenChange(open: boolean): void
  /** Share of the column in percent, where that is not wider than a column has use for. */
  readonly share?: number
  /** Smallest width of either in px. */
  readonly minimum?: number
  readonly column: ReactNode
  /** The work beside it, which stays as it is when the column comes and goes. */
  readonly children: ReactNode
}

/** The work with a column beside it. Where there is no room for both the column is a drawer over the work, closed until it is asked for. */
export function Columns(props: ColumnsProps) {
  const { id, label, side, open, onOpenChange, share = 25, minimum, column, children } = props
  const narrow = useNarrow()
  const wanted = Math.min(share, (100 * MAX_FIRST_WIDTH_PX * useTextScale()) / window.innerWidth)
  /** It was open when the room went, and comes back with it. */
  const comesBack = useRef(false)
  useLayoutEffect(() => {
    if (narrow) comesBack.current = open
    if (narrow ? open : comesBack.current) onOpenChange(!narrow)
    // Only the change of the room opens or closes it.
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

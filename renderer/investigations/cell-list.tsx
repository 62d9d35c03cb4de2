import { type KeyboardEvent, useEffect } from 'react'
import type { Investigation } from '#shared/documents/investigations.ts'
import { useText } from '../i18n/text.ts'
import { Stack } from '../ui/stack.tsx'
import { useVirtualRows } from '../ui/virtual-rows.ts'
import { CellView } from './cell-view.tsx'
import { useBench } from './store.ts'

/** Estimated height in px of an unmeasured cell. */
const GUESS = 120

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The cells in order, virtualised. */
export function CellList({ id, cells }: { readonly id: string; readonly cells: Investigation['cells'] }) {
  const t = useText()
  const current = useBench((state) => state.current)
  const editing = useBench((state) => state.editing)
  const { scroller, rows, frame, measure, scrollTo } = useVirtualRows({
    count: cells.length,
    height: GUESS,
    overscan: 3,
    keyOf: (index) => cells[index]?.id ?? index,
  })
  const place = cells.findIndex((cell) => cell.id === current)
  useEffect(() => {
    if (place >= 0) scrollTo(place)
  }, [place, scrollTo])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    const isCell = (event.target as HTMLElement).matches('[data-cell]')
    if (step === undefined || !isCell || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = cells[Math.max(0, Math.min(cells.length - 1, place + step))]
    if (next) useBench.setState({ current: next.id, editing: undefined })
  }
  return (
    <Stack grow scroll ref={scroller} ground="surface">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys walk from cell to cell */}
      <ol style={frame} aria-label={t('investigations.cells')} onKeyDown={onKeyDown}>
        {rows.map(({ index, place: at }) => {
          const cell = cells[index]
          return cell === undefined ? null : (
            <li key={cell.id} ref={measure} data-index={index} style={at}>
              <CellView
                investigation={id}
                cell={cell}
                index={index}
                // Without a current cell the first one is the tab stop.
                isCurrent={place < 0 ? index === 0 : cell.id === current}
                isEditing={cell.id === editing}
              />
            </li>
          )
        })}
      </ol>
    </Stack>
  )
}

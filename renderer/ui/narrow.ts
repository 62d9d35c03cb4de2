import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { useTextScale } from './text-scale.ts'

/** Page width in px, at the default text size, below which a side column becomes a drawer. */
const MIN_WIDTH_PX = 900

/** Page width in px from which a panel of the page, the help, stands beside the benches (app.module.css). */
const BESIDE_FROM_PX = 1100
/** Width of that panel in px at the default text size. */
const PANEL_PX = 416

const usePanel = create(() => ({ open: false }))

/** Says whether a panel of the page takes room from the benches. */
export const setPanelOpen = (open: boolean): void => usePanel.setState({ open })

/** Calls the listener when the window gets another size; returns what ends that. */
export function onResize(tell: () => void): () => void {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}

/**
 * Whether the page is too narrow for side columns: a small window, large text, high zoom, or an open panel. A
 * second column needs more `width`.
 */
export function useNarrow(width = MIN_WIDTH_PX): boolean {
  const scale = useTextScale()
  const panel = usePanel(({ open }) => open)
  return useSyncExternalStore(onResize, () => {
    const taken = panel && window.innerWidth >= BESIDE_FROM_PX ? PANEL_PX * scale : 0
    return window.innerWidth - taken < width * scale
  })
}

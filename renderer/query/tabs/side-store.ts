import { create } from 'zustand'

export const PANELS = ['history', 'saved', 'templates', 'inspector'] as const
export type Panel = (typeof PANELS)[number]

/** The open panel beside the editor; `last` is reopened. */
export const useSide = create<{ readonly open: Panel | undefined; readonly last: Panel }>(() => ({
  open: undefined,
  last: 'history',
}))

export function openPanel(panel: Panel): void {
  useSide.setState({ open: panel, last: panel })
}

export function toggleSide(): void {
  useSide.setState(({ open, last }) => ({ open: open === undefined ? last : undefined }))
}

/** Opens a panel, or closes it if it is open. */
export function togglePanel(panel: Panel): void {
  if (useSide.getState().open === panel) useSide.setState({ open: undefined })
  else openPanel(panel)
}

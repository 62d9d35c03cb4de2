import { create } from 'zustand'

/** Whether the command palette is open. */
export const usePalette = create<{ readonly open: boolean }>(() => ({ open: false }))

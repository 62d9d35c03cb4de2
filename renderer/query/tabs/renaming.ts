import { create } from 'zustand'

/** The tab whose title is being edited. */
export const useRenaming = create<{ readonly tab: string | undefined }>(() => ({ tab: undefined }))

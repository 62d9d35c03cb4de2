import { create } from 'zustand'

/** The terminal whose scrollback is searched. */
export const useFinding = create<{ readonly terminal: string | undefined }>(() => ({ terminal: undefined }))

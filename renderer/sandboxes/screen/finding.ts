import { create } from 'zustand'

/** The terminal being searched. */
export const useFinding = create<{ readonly terminal: string | undefined }>(() => ({ terminal: undefined }))

import { create } from 'zustand'

/** The outcome of an action that happened elsewhere, shown on the current bench. */
export interface Remark {
  readonly tone: 'good' | 'bad' | 'info'
  /** A function if it is said before the language is known. */
  readonly text: string | (() => string)
  /** Link to the subject of the remark. */
  readonly action?: { readonly label: string; act(): void }
}

export const useRemark = create<{ readonly remark: Remark | undefined }>(() => ({ remark: undefined }))

/** Shows a remark until it is dismissed, replaced, or another bench is opened. */
export const showRemark = (remark: Remark | undefined): void => useRemark.setState({ remark })

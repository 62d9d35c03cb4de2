import { create } from 'zustand'

/** What came of something that was done elsewhere, shown where one is. */
interface Remark {
  readonly tone: 'good' | 'bad'
  readonly text: string
  /** The way to what it is about. */
  readonly action?: { readonly label: string; act(): void }
}

export const useRemark = create<{ readonly remark: Remark | undefined }>(() => ({ remark: undefined }))

/** Shows a remark until it is put away, another one comes, or another bench is opened. */
export const tell = (remark: Remark | undefined): void => useRemark.setState({ remark })

import { create } from 'zustand'

export type SideView = 'catalogue' | 'library'

/** The closer looks at a record, in the order of their tabs and keys. */
export const RECORD_VIEWS = ['agent', 'request', 'branches', 'remarks', 'autoplay', 'rules'] as const
type RecordView = (typeof RECORD_VIEWS)[number]

interface GemView {
  readonly sideOpen: boolean
  readonly side: SideView
  readonly record: RecordView
  /** The drawn board, or its text. */
  readonly drawn: boolean
  /** The platform that new tabs use. */
  readonly platform: string | undefined
  readonly dialog: 'batch' | 'endpoint' | 'report' | 'compare' | undefined
}

/** What the bench shows where; the same for all tabs. */
export const useGemView = create<GemView>(() => ({
  sideOpen: true,
  side: 'catalogue',
  record: 'agent',
  drawn: true,
  platform: undefined,
  dialog: undefined,
}))

export const setView = (change: Partial<GemView>): void => useGemView.setState(change)

import { create } from 'zustand'

export type SideView = 'catalogue' | 'library'

/** The closer looks at a record, in the order of their tabs and keys. */
export const RECORD_VIEWS = ['agent', 'request', 'branches', 'remarks', 'autoplay', 'rules', 'model'] as const
type RecordView = (typeof RECORD_VIEWS)[number]

interface BenchView {
  readonly sideOpen: boolean
  /** The record alone, without the game beside it. */
  readonly wide: boolean
  readonly side: SideView
  readonly record: RecordView
  /** The drawn board, or its text. */
  readonly drawn: boolean
  /** The platform that new tabs use. */
  readonly platform: string | undefined
  readonly dialog: 'batch' | 'endpoint' | 'report' | 'compare' | undefined
}

/** What the bench shows where; the same for all tabs. */
export const useBenchView = create<BenchView>(() => ({
  sideOpen: true,
  wide: false,
  side: 'catalogue',
  record: 'agent',
  drawn: true,
  platform: undefined,
  dialog: undefined,
}))

export const setView = (change: Partial<BenchView>): void => useBenchView.setState(change)

import { create } from 'zustand'
import type { Source } from '#shared/environments/recordings.ts'

export type SideView = 'catalogue' | 'library'

/** The detail views of a record, in the order of tabs and keys. */
export const RECORD_VIEWS = ['agent', 'request', 'branches', 'remarks', 'autoplay', 'rules', 'model'] as const
type RecordView = (typeof RECORD_VIEWS)[number]

interface BenchView {
  readonly sideOpen: boolean
  readonly recordOpen: boolean
  /** The record without the game beside it. */
  readonly wide: boolean
  readonly side: SideView
  /** The catalogue as cards instead of rows. */
  readonly cards: boolean
  /** Undefined until the user chooses one. */
  readonly record: RecordView | undefined
  /** The drawn board instead of its text. */
  readonly drawn: boolean
  /** The platform for new tabs. */
  readonly platform: string | undefined
  readonly dialog: 'batch' | 'report' | 'compare' | 'write' | undefined
  /** The environment of a requested batch, if not the active one. */
  readonly batchOf: string | undefined
  /** The endpoint dialog is open, possibly on top of another. */
  readonly editsEndpoints: boolean
  /** What to export, and the file name without extension. */
  readonly writing: { readonly source: Source; readonly name: string } | undefined
  /** The user's name for other reviewers. */
  readonly reviewer: string
}

/** View state of the bench, shared by all tabs. */
export const useBenchView = create<BenchView>(() => ({
  sideOpen: true,
  recordOpen: true,
  wide: false,
  side: 'catalogue',
  cards: false,
  record: undefined,
  drawn: true,
  platform: undefined,
  dialog: undefined,
  batchOf: undefined,
  editsEndpoints: false,
  writing: undefined,
  reviewer: '',
}))

/** Opens the batch dialog for the active or a given environment. */
export const offerBatch = (batchOf?: string): void => setView({ dialog: 'batch', batchOf })

/** Opens the export dialog for episodes. */
export const offerFile = (source: Source, name: string): void =>
  setView({ dialog: 'write', writing: { source, name } })

export const setView = (change: Partial<BenchView>): void => useBenchView.setState(change)

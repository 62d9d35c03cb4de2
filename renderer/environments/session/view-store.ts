import { create } from 'zustand'
import type { Source } from '#shared/environments/recordings.ts'

export type SideView = 'catalogue' | 'library'

/** The closer looks at a record, in the order of their tabs and keys. */
export const RECORD_VIEWS = ['agent', 'request', 'branches', 'remarks', 'autoplay', 'rules', 'model'] as const
type RecordView = (typeof RECORD_VIEWS)[number]

interface BenchView {
  readonly sideOpen: boolean
  /** The record alone, without the game beside it. */
  readonly wide: boolean
  readonly side: SideView
  /** The catalogue as cards, or as rows. */
  readonly cards: boolean
  readonly record: RecordView
  /** The drawn board, or its text. */
  readonly drawn: boolean
  /** The platform that new tabs use. */
  readonly platform: string | undefined
  readonly dialog: 'batch' | 'report' | 'compare' | 'write' | undefined
  /** What a batch is asked for, where it is not of the environment in front. */
  readonly batchOf: string | undefined
  /** The endpoints are being edited: over a dialog, where one is open. */
  readonly editsEndpoints: boolean
  /** What to write to a file, and what the file is called but for its ending. */
  readonly writing: { readonly source: Source; readonly name: string } | undefined
  /** How other reviewers know the person here. */
  readonly reviewer: string
}

/** What the bench shows where; the same for all tabs. */
export const useBenchView = create<BenchView>(() => ({
  sideOpen: true,
  wide: false,
  side: 'catalogue',
  cards: false,
  record: 'agent',
  drawn: true,
  platform: undefined,
  dialog: undefined,
  batchOf: undefined,
  editsEndpoints: false,
  writing: undefined,
  reviewer: '',
}))

/** Asks for a batch: of the environment in front, or of one that is named. */
export const offerBatch = (batchOf?: string): void => setView({ dialog: 'batch', batchOf })

/** Asks in which format to write episodes. */
export const offerFile = (source: Source, name: string): void =>
  setView({ dialog: 'write', writing: { source, name } })

export const setView = (change: Partial<BenchView>): void => useBenchView.setState(change)

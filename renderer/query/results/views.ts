import { create } from 'zustand'

/** The result views, in tab order. */
export const VIEWS = [
  'series',
  'logs',
  'plan',
  'request',
  'table',
  'graph',
  'chart',
  'json',
  'toon',
  'explain',
] as const
export type ViewId = (typeof VIEWS)[number]

/** Formats for saving and copying rows. */
export const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const
export type Format = (typeof FORMATS)[number]

/** The view chosen last, by query tab. */
export const useChosenView = create<Readonly<Record<string, ViewId>>>(() => ({}))

export function chooseView(tab: string, view: ViewId): void {
  useChosenView.setState({ [tab]: view })
}

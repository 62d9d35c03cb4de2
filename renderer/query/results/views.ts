import { create } from 'zustand'

/** Ways to look at a result, in the order of their tabs. */
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

/** The formats in which rows are saved and copied. */
export const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const
export type Format = (typeof FORMATS)[number]

/** The view that was chosen last, by query tab. */
export const useChosenView = create<Readonly<Record<string, ViewId>>>(() => ({}))

export function chooseView(tab: string, view: ViewId): void {
  useChosenView.setState({ [tab]: view })
}

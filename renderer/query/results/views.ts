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

/** A chosen view, and the result that it was chosen in; without one it is for the next result. */
export interface ChosenView {
  readonly view: ViewId
  readonly run?: string
  /** Whether that was a plan of telemetry rather than rows. */
  readonly isPlan?: boolean
}

/** The view chosen last, by query tab. */
export const useChosenView = create<Readonly<Record<string, ChosenView>>>(() => ({}))

export function chooseView(tab: string, view: ViewId, result: Omit<ChosenView, 'view'> = {}): void {
  useChosenView.setState({ [tab]: { view, ...result } })
}

/**
 * The view that a result opens on. A choice is for results of its kind: what was chosen for rows hides no plan.
 * The explanation of one run is not the answer of the next.
 */
export function viewOf(run: string, views: readonly ViewId[], chosen?: ChosenView): ViewId {
  const first = views[0] ?? 'table'
  if (!chosen || !views.includes(chosen.view)) return first
  if (chosen.run === undefined || chosen.run === run) return chosen.view
  const isOther = chosen.isPlan !== views.includes('plan')
  return isOther || chosen.view === 'explain' ? first : chosen.view
}

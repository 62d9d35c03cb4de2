import { NODE_LIMIT } from '#shared/documents/explorer.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { sameFilter, type Filter } from './filter.ts'
import type { Heat } from './heat.ts'
import type { StyleRule } from './style-rule.ts'

export const LAYOUTS = ['layered', 'force', 'radial', 'grid'] as const
export type LayoutKind = (typeof LAYOUTS)[number]

/** How a graph is looked at. Everything in it can be undone and saved; selection and camera are not part of it. */
export interface ViewState {
  readonly filters: readonly Filter[]
  /** Nodes taken out of sight one by one. */
  readonly hidden: ReadonlySet<string>
  /** When set, only these nodes are shown. */
  readonly isolated: ReadonlySet<string> | undefined
  /** Groups drawn as one node. */
  readonly collapsed: ReadonlySet<string>
  readonly layout: LayoutKind
  /** The node in the middle of the radial layout. */
  readonly root: string | undefined
  /** Nodes that the person put somewhere; no layout moves them. World coordinates of the centre. */
  readonly pins: ReadonlyMap<string, Point>
  readonly notes: ReadonlyMap<string, string>
  /** How nodes look; later rules win. */
  readonly rules: readonly StyleRule[]
  /** Unix seconds: only what was there then is shown. */
  readonly moment: number | undefined
  /** A metric that is laid over the entities, and the time that it was measured in (Unix seconds). */
  readonly heat?: (Heat & { readonly from: number; readonly to: number }) | undefined
  /** Most nodes that are drawn before groups start collapsed. */
  readonly nodeLimit: number
}

export const initialView: ViewState = {
  filters: [],
  hidden: new Set(),
  isolated: undefined,
  collapsed: new Set(),
  layout: 'layered',
  root: undefined,
  pins: new Map(),
  notes: new Map(),
  rules: [],
  moment: undefined,
  nodeLimit: NODE_LIMIT,
}

/** The styles that ask for other places: cards of another size need other room. */
export const sizesOf = ({ rules, heat }: ViewState): string =>
  JSON.stringify([...(heat?.values ?? []), ...rules.filter(({ size = 1 }) => size !== 1)])

const plus = <T>(set: ReadonlySet<T>, items: Iterable<T>): ReadonlySet<T> => new Set([...set, ...items])
const minus = <T>(set: ReadonlySet<T>, items: Iterable<T>): ReadonlySet<T> => {
  const left = new Set(set)
  for (const item of items) left.delete(item)
  return left
}

/** The filter added; its opposite, if there, goes. */
export function addFilter(view: ViewState, filter: Filter): ViewState {
  const others = view.filters.filter(
    (known) => !sameFilter(known, filter) && !sameFilter(known, { ...filter, exclude: !filter.exclude }),
  )
  return { ...view, filters: [...others, filter] }
}

export function removeFilter(view: ViewState, filter: Filter): ViewState {
  return { ...view, filters: view.filters.filter((known) => !sameFilter(known, filter)) }
}

export function hide(view: ViewState, keys: Iterable<string>): ViewState {
  return { ...view, hidden: plus(view.hidden, keys) }
}

export function showHidden(view: ViewState): ViewState {
  return { ...view, hidden: new Set() }
}

export function isolate(view: ViewState, keys: Iterable<string>): ViewState {
  return { ...view, isolated: new Set(keys) }
}

export function endIsolation(view: ViewState): ViewState {
  return { ...view, isolated: undefined }
}

/** Brings nodes (back) into sight: out of the hidden ones, into the isolated ones. */
export function reveal(view: ViewState, keys: readonly string[]): ViewState {
  return {
    ...view,
    hidden: minus(view.hidden, keys),
    isolated: view.isolated && plus(view.isolated, keys),
  }
}

/** Takes nodes out of an isolation, or hides them when there is none: the opposite of {@link reveal}. */
export function dismiss(view: ViewState, keys: readonly string[]): ViewState {
  return view.isolated ? { ...view, isolated: minus(view.isolated, keys) } : hide(view, keys)
}

export function collapse(view: ViewState, groups: Iterable<string>): ViewState {
  return { ...view, collapsed: plus(view.collapsed, groups) }
}

export function expand(view: ViewState, groups: Iterable<string>): ViewState {
  return { ...view, collapsed: minus(view.collapsed, groups) }
}

export function pin(view: ViewState, places: Iterable<readonly [string, Point]>): ViewState {
  return { ...view, pins: new Map([...view.pins, ...places]) }
}

export function unpin(view: ViewState, keys: Iterable<string>): ViewState {
  const pins = new Map(view.pins)
  for (const key of keys) pins.delete(key)
  return { ...view, pins }
}

/** Sets the note on a node; an empty one is removed. */
export function annotate(view: ViewState, key: string, note: string): ViewState {
  const notes = new Map(view.notes)
  if (note.trim() === '') notes.delete(key)
  else notes.set(key, note)
  return { ...view, notes }
}

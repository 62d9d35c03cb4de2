import { NODE_LIMIT } from '#shared/documents/explorer.ts'
import type { Point } from '../../graph/scene/camera.ts'
import type { TimeRange } from '../graph/lifetime.ts'
import { sameFilter, type Filter } from './filter.ts'
import type { Heat } from './heat.ts'
import type { StyleRule } from './style-rule.ts'

export const LAYOUTS = ['layered', 'force', 'radial', 'grid'] as const
export type LayoutKind = (typeof LAYOUTS)[number]

/** How a graph is viewed. Everything here can be undone and saved; selection and camera are separate. */
export interface ViewState {
  readonly filters: readonly Filter[]
  /** Nodes hidden individually. */
  readonly hidden: ReadonlySet<string>
  /** If set, only these nodes are shown. */
  readonly isolated: ReadonlySet<string> | undefined
  /** Groups drawn as one node. */
  readonly collapsed: ReadonlySet<string>
  /** What was collapsed before only some nodes were shown, and is again when all are. */
  readonly collapsedBefore?: ReadonlySet<string> | undefined
  readonly layout: LayoutKind
  /** Centre of the radial layout. */
  readonly root: string | undefined
  /** Nodes positioned by the user, which no layout moves. World coordinates of the centre. */
  readonly pins: ReadonlyMap<string, Point>
  readonly notes: ReadonlyMap<string, string>
  /** Style rules; later ones win. */
  readonly rules: readonly StyleRule[]
  /** Unix seconds: only what existed then is shown. */
  readonly moment: number | undefined
  /** Only what was observed within it is shown, and asked of the server. */
  readonly range: TimeRange | undefined
  /** The heat map, with the time range of its values (Unix seconds). */
  readonly heat?: (Heat & { readonly from: number; readonly to: number }) | undefined
  /** Maximum nodes drawn before groups start collapsed. */
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
  range: undefined,
  nodeLimit: NODE_LIMIT,
}

/** Cache key of the styles that affect card sizes and thus the layout. */
export const sizesOf = ({ rules, heat }: ViewState): string =>
  JSON.stringify([...(heat?.values ?? []), ...rules.filter(({ size = 1 }) => size !== 1)])

const plus = <T>(set: ReadonlySet<T>, items: Iterable<T>): ReadonlySet<T> => new Set([...set, ...items])
const minus = <T>(set: ReadonlySet<T>, items: Iterable<T>): ReadonlySet<T> => {
  const left = new Set(set)
  for (const item of items) left.delete(item)
  return left
}

/** Adds a filter and removes its opposite. */
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

/** Shows only some nodes, with other groups collapsed if that suits them better. */
export function isolate(view: ViewState, keys: Iterable<string>, collapsed = view.collapsed): ViewState {
  const { collapsedBefore = view.collapsed } = view
  return { ...view, isolated: new Set(keys), collapsed, collapsedBefore }
}

export function endIsolation(view: ViewState): ViewState {
  const { collapsedBefore = view.collapsed } = view
  return { ...view, isolated: undefined, collapsed: collapsedBefore, collapsedBefore: undefined }
}

/** Shows nodes: removes them from the hidden ones, adds them to the isolated ones. */
export function reveal(view: ViewState, keys: readonly string[]): ViewState {
  return {
    ...view,
    hidden: minus(view.hidden, keys),
    isolated: view.isolated && plus(view.isolated, keys),
  }
}

/** The opposite of {@link reveal}: removes nodes from the isolation, or hides them without one. */
export function dismiss(view: ViewState, keys: readonly string[]): ViewState {
  return view.isolated ? { ...view, isolated: minus(view.isolated, keys) } : hide(view, keys)
}

export function collapse(view: ViewState, groups: Iterable<string>): ViewState {
  const names = [...groups]
  return {
    ...view,
    collapsed: plus(view.collapsed, names),
    collapsedBefore: view.collapsedBefore && plus(view.collapsedBefore, names),
  }
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

/** Sets a node's note; an empty one is removed. */
export function annotate(view: ViewState, key: string, note: string): ViewState {
  const notes = new Map(view.notes)
  if (note.trim() === '') notes.delete(key)
  else notes.set(key, note)
  return { ...view, notes }
}

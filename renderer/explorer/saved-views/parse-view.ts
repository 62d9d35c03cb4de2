import { type StoredViewSnapshot, viewSnapshotSchema } from '#shared/documents/explorer.ts'
import type { Point } from '../../graph/scene/camera.ts'
import { ICONS } from '../../graph/scene/icons.ts'
import type { Places } from '../view/positions.ts'
import type { SurfaceState } from '../view/surface.ts'
import type { ViewState } from '../view/view-state.ts'

const toRecord = (points: ReadonlyMap<string, Point>): Record<string, [number, number]> =>
  Object.fromEntries([...points].map(([key, { x, y }]) => [key, [Math.round(x), Math.round(y)]]))
const toMap = (record: StoredViewSnapshot['pins']): Map<string, Point> =>
  new Map(Object.entries(record).map(([key, [x, y]]) => [key, { x, y }]))

/** Keys of a topology's entities; a model is always loaded whole. */
export const entitiesOf = ({ id, graph }: SurfaceState): string[] =>
  id === 'runtime' ? graph.nodes.map(({ key }) => key) : []

export function storedSnapshotOf(
  view: ViewState,
  { positions, ways }: Places,
  entities: readonly string[] = [],
): StoredViewSnapshot {
  return {
    filters: [...view.filters],
    hidden: [...view.hidden],
    isolated: view.isolated && [...view.isolated],
    collapsed: [...view.collapsed],
    collapsedBefore: view.collapsedBefore && [...view.collapsedBefore],
    layout: view.layout,
    root: view.root,
    pins: toRecord(view.pins),
    notes: Object.fromEntries(view.notes),
    nodeLimit: view.nodeLimit,
    moment: view.moment,
    ...(entities.length > 0 ? { entities: [...entities] } : {}),
    positions: [...positions].map(([key, { x, y }]) => [key, Math.round(x), Math.round(y)]),
    ...(ways.size > 0 ? { ways: [...ways].map(([key, way]) => [key, ...way] as const) } : {}),
    rules: view.rules.map((rule) => ({ ...rule })),
  }
}

interface ParsedView extends Places {
  readonly view: ViewState
  readonly entities: readonly string[]
  /** Hues of the model's domains. */
  readonly hues?: ReadonlyMap<string, number>
  readonly isUntouched: boolean
  readonly machine?: StoredViewSnapshot['machine']
}

/** Parses a saved view; returns undefined if the value is invalid. */
export function parseView(value: unknown): ParsedView | undefined {
  const parsed = viewSnapshotSchema.safeParse(value)
  if (!parsed.success) return undefined
  const snapshot = parsed.data
  return {
    view: {
      filters: snapshot.filters,
      hidden: new Set(snapshot.hidden),
      isolated: snapshot.isolated && new Set(snapshot.isolated),
      collapsed: new Set(snapshot.collapsed),
      collapsedBefore: snapshot.collapsedBefore && new Set(snapshot.collapsedBefore),
      layout: snapshot.layout,
      root: snapshot.root,
      pins: toMap(snapshot.pins),
      notes: new Map(Object.entries(snapshot.notes)),
      nodeLimit: snapshot.nodeLimit,
      moment: snapshot.moment,
      range: snapshot.range,
      // Icons unknown to this version are dropped.
      rules: snapshot.rules.map((rule) => ({ ...rule, icon: ICONS.find((icon) => icon === rule.icon) })),
    },
    positions: new Map(snapshot.positions.map(([key, x, y]) => [key, { x, y }])),
    ways: new Map(snapshot.ways?.map(([key, ...way]) => [key, way])),
    entities: snapshot.entities ?? [],
    isUntouched: snapshot.untouched ?? false,
    machine: snapshot.machine,
    ...(snapshot.hues ? { hues: new Map(Object.entries(snapshot.hues)) } : {}),
  }
}

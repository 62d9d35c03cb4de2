import { z } from 'zod'
import type { StyleRule } from '../view/style-rule.ts'
import { initialView, type Point, type ViewState } from '../view/view-state.ts'

const place = z.tuple([z.number(), z.number()])

/** A look as it is kept on disk: plain JSON, readable by hand. */
export const savedLookSchema = z.object({
  filters: z
    .array(
      z.object({
        by: z.enum(['kind', 'domain', 'text', 'relation']),
        value: z.string(),
        exclude: z.boolean(),
      }),
    )
    .default([]),
  hidden: z.array(z.string()).default([]),
  isolated: z.array(z.string()).optional(),
  collapsed: z.array(z.string()).default([]),
  layout: z.enum(['layered', 'force', 'radial', 'grid']).default('layered'),
  root: z.string().optional(),
  pins: z.record(z.string(), place).default({}),
  notes: z.record(z.string(), z.string()).default({}),
  nodeLimit: z.number().int().positive().default(initialView.nodeLimit),
  positions: z.record(z.string(), place).default({}),
  rules: z
    .array(
      z.object({
        by: z.enum(['kind', 'domain', 'field']),
        field: z.string().optional(),
        value: z.string(),
        hue: z.number().int().min(0).max(10),
      }),
    )
    .default([]),
})
export type SavedLook = z.infer<typeof savedLookSchema>

const toRecord = (points: ReadonlyMap<string, Point>): Record<string, [number, number]> =>
  Object.fromEntries([...points].map(([key, { x, y }]) => [key, [Math.round(x), Math.round(y)]]))
const toMap = (record: SavedLook['positions']): Map<string, Point> =>
  new Map(Object.entries(record).map(([key, [x, y]]) => [key, { x, y }]))

export function saveLook(
  view: ViewState,
  positions: ReadonlyMap<string, Point>,
  rules: readonly StyleRule[],
): SavedLook {
  return {
    filters: [...view.filters],
    hidden: [...view.hidden],
    ...(view.isolated === undefined ? {} : { isolated: [...view.isolated] }),
    collapsed: [...view.collapsed],
    layout: view.layout,
    ...(view.root === undefined ? {} : { root: view.root }),
    pins: toRecord(view.pins),
    notes: Object.fromEntries(view.notes),
    nodeLimit: view.nodeLimit,
    positions: toRecord(positions),
    rules: rules.map((rule) => ({ ...rule })),
  }
}

/** What a kept look says; undefined when the value is none. */
export function readLook(
  value: unknown,
): { view: ViewState; positions: Map<string, Point>; rules: StyleRule[] } | undefined {
  const parsed = savedLookSchema.safeParse(value)
  if (!parsed.success) return undefined
  const look = parsed.data
  return {
    view: {
      filters: look.filters,
      hidden: new Set(look.hidden),
      isolated: look.isolated && new Set(look.isolated),
      collapsed: new Set(look.collapsed),
      layout: look.layout,
      root: look.root,
      pins: toMap(look.pins),
      notes: new Map(Object.entries(look.notes)),
      nodeLimit: look.nodeLimit,
    },
    positions: toMap(look.positions),
    rules: look.rules.map(({ field, ...rule }) => (field === undefined ? rule : { ...rule, field })),
  }
}

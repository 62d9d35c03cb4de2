import { z } from 'zod'
import type { StyleRule } from '../view/style-rule.ts'
import { initialView, type Point, type ViewState } from '../view/view-state.ts'

const place = z.tuple([z.number(), z.number()])

/** Key and centre. A list, not an object: thousands of keys make a slow one. */
type Position = readonly [key: string, x: number, y: number]

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  typeof value[1] === 'number' &&
  typeof value[2] === 'number'

/** Checked by hand: a schema for each of thousands costs the page a long task. */
const positions = z.custom<readonly Position[]>((value) => Array.isArray(value) && value.every(isPosition))

/** How positions were kept at first: an object by key. */
function fromRecord(record: Readonly<Record<string, [number, number]>>): readonly Position[] {
  return Object.entries(record).map(([key, [x, y]]) => [key, x, y])
}

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
  positions: z.union([positions, z.record(z.string(), place).transform(fromRecord)]).default([]),
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
const toMap = (record: SavedLook['pins']): Map<string, Point> =>
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
    positions: [...positions].map(([key, { x, y }]) => [key, Math.round(x), Math.round(y)]),
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
    positions: new Map(look.positions.map(([key, x, y]) => [key, { x, y }])),
    rules: look.rules.map(({ field, ...rule }) => (field === undefined ? rule : { ...rule, field })),
  }
}

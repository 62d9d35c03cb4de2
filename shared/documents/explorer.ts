import { z } from 'zod'
import { defineCollection } from './define.ts'

/** Nodes drawn at once unless the person raises it: what the layouts finish in seconds (docs/measurements.md#layouts). */
export const NODE_LIMIT = 20_000

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
  /** Unix seconds of the moment that is shown. */
  moment: z.number().optional(),
  nodeLimit: z.number().int().positive().default(NODE_LIMIT),
  /** Keys of what is on a topology's canvas, drawn or inside a collapsed group. */
  entities: z.array(z.string()).optional(),
  positions: z.union([positions, z.record(z.string(), place).transform(fromRecord)]).default([]),
  rules: z
    .array(
      z.object({
        by: z.enum(['kind', 'domain', 'field']),
        field: z.string().optional(),
        value: z.string(),
        hue: z.number().int().min(0).max(10).optional(),
        gradient: z.boolean().optional(),
        size: z.number().min(1).max(2).optional(),
        icon: z.string().max(20).optional(),
        caption: z.string().max(200).optional(),
      }),
    )
    .default([]),
})
export type SavedLook = z.infer<typeof savedLookSchema>

/** How a model or a topology was left, by connection, workspace and tab. */
export const looksCollection = defineCollection({ collection: 'explorer', schema: savedLookSchema })

const shown = {
  tab: z.enum(['model', 'runtime']),
  /** Name of the workspace that it was made in. */
  workspace: z.string().max(500).optional(),
  /** Within which the topology was observed; RFC 3339. */
  range: z.object({ from: z.iso.datetime().optional(), to: z.iso.datetime().optional() }).optional(),
  look: savedLookSchema,
}

const savedViewSchema = z.object({
  title: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  ...shown,
})
export type SavedView = z.infer<typeof savedViewSchema>

/**
 * A view that travels, as an `.orrery` file or in a link. It names what it shows by keys and holds nothing that was read from a
 * server, so nothing secret is in it.
 */
export const sharedViewSchema = z.object({
  orrery: z.literal('view'),
  version: z.literal(1),
  title: z.string().max(200),
  ...shown,
})
export type SharedView = z.infer<typeof sharedViewSchema>

/** Views that the person named. */
export const viewsCollection = defineCollection({ collection: 'explorer-views', schema: savedViewSchema })

const modelSnapshotSchema = z.object({
  title: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  elements: z.array(z.record(z.string(), z.unknown())),
})
/** A model as it was at a moment: its whole elements. */
export type ModelSnapshot = z.infer<typeof modelSnapshotSchema>

export const modelSnapshots = defineCollection({
  collection: 'explorer-snapshots',
  schema: modelSnapshotSchema,
})

import { z } from 'zod'
import { defineCollection } from './define.ts'

/** Default limit of drawn nodes, which the layouts handle in seconds (docs/measurements.md#layouts). */
export const NODE_LIMIT = 20_000

const place = z.tuple([z.number(), z.number()])

/** Key and centre. A list rather than an object, which is slow with thousands of keys. */
type Position = readonly [key: string, x: number, y: number]

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  typeof value[1] === 'number' &&
  typeof value[2] === 'number'

/** Validated by hand: a zod schema for thousands of positions would block the page noticeably. */
const positions = z.custom<readonly Position[]>((value) => Array.isArray(value) && value.every(isPosition))

/** Key of a link, and the points of its route: x and y in turn. */
type Way = readonly [key: string, ...points: number[]]

const isWay = (value: unknown): value is Way =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  value.length % 2 === 1 &&
  value.every((point, place) => place === 0 || typeof point === 'number')

/** Validated by hand like positions. */
const ways = z.custom<readonly Way[]>((value) => Array.isArray(value) && value.every(isWay))

/** Migrates the first format: an object by key. */
function fromRecord(record: Readonly<Record<string, [number, number]>>): readonly Position[] {
  return Object.entries(record).map(([key, [x, y]]) => [key, x, y])
}

/** Observation range of a topology; RFC 3339. */
const range = z.object({ from: z.iso.datetime().optional(), to: z.iso.datetime().optional() }).optional()

/** A view state as stored on disk: plain, readable JSON. */
export const viewSnapshotSchema = z.object({
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
  /** What was collapsed before only some were shown. */
  collapsedBefore: z.array(z.string()).optional(),
  layout: z.enum(['layered', 'force', 'radial', 'grid']).default('layered'),
  root: z.string().optional(),
  pins: z.record(z.string(), place).default({}),
  notes: z.record(z.string(), z.string()).default({}),
  /** The displayed point in time, Unix seconds. */
  moment: z.number().optional(),
  /** Only of a topology's last view: views that are named or shared have it beside their look. */
  range,
  /** The time machine, open on a topology's last view. */
  machine: z
    .object({
      /** The time range that closing it brings back. */
      range,
      /** Keys of what was loaded for it. */
      past: z.array(z.string()).default([]),
      partial: z.number().int().default(0),
      /** The moment to compare from, and the two that are compared; Unix seconds. */
      from: z.number().optional(),
      compared: place.optional(),
    })
    .optional(),
  nodeLimit: z.number().int().positive().default(NODE_LIMIT),
  /** Hues of the model's domains, which stay when others are added. */
  hues: z.record(z.string(), z.number().int().min(1).max(16)).optional(),
  /** Nobody has changed it since it was opened: it opens anew, as suits the window. */
  untouched: z.boolean().optional(),
  /** Keys on a topology's canvas, drawn or inside a collapsed group. */
  entities: z.array(z.string()).optional(),
  /** Routes of the layout, which what is only moved does not need. */
  ways: ways.optional(),
  positions: z.union([positions, z.record(z.string(), place).transform(fromRecord)]).default([]),
  rules: z
    .array(
      z.object({
        by: z.enum(['kind', 'domain', 'field']),
        field: z.string().optional(),
        value: z.string(),
        hue: z.number().int().min(0).max(10).optional(),
        gradient: z.boolean().optional(),
        states: z.boolean().optional(),
        size: z.number().min(1).max(2).optional(),
        icon: z.string().max(20).optional(),
        caption: z.string().max(200).optional(),
      }),
    )
    .default([]),
})
export type StoredViewSnapshot = z.infer<typeof viewSnapshotSchema>

/** Last view state of a model or a topology, by connection, workspace and tab. */
export const viewSnapshotsCollection = defineCollection({
  collection: 'explorer',
  schema: viewSnapshotSchema,
})

const shown = {
  tab: z.enum(['model', 'runtime']),
  /** Name of the workspace it was created in. */
  workspace: z.string().max(500).optional(),
  range,
  look: viewSnapshotSchema,
}

const savedViewSchema = z.object({
  title: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** The connection that it was made with, on this computer. */
  connection: z.string().max(500).optional(),
  ...shown,
})
export type SavedView = z.infer<typeof savedViewSchema>

/**
 * A shareable view, as an `.orrery` file or a link. It refers to items by key and contains no server data,
 * hence no secrets.
 */
export const sharedViewSchema = z.object({
  orrery: z.literal('view'),
  version: z.literal(1),
  title: z.string().max(200),
  ...shown,
})
export type SharedView = z.infer<typeof sharedViewSchema>

/** Named views. */
export const viewsCollection = defineCollection({ collection: 'explorer-views', schema: savedViewSchema })

const modelSnapshotSchema = z.object({
  title: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  elements: z.array(z.record(z.string(), z.unknown())),
})
/** A model at a point in time, with complete elements. */
export type ModelSnapshot = z.infer<typeof modelSnapshotSchema>

export const modelSnapshots = defineCollection({
  collection: 'explorer-snapshots',
  schema: modelSnapshotSchema,
})

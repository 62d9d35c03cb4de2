import { z } from 'zod'

/** Cells of one investigation. */
export const MAX_CELLS = 500
/** Characters of a note, a query or a command. */
export const MAX_TEXT = 20_000
/** Rows, columns and characters of a value that are kept of a result; the rest is where it was asked. */
export const MAX_ROWS = 100
export const MAX_COLUMNS = 40
export const MAX_VALUE = 1000
/** Characters of a language's name. */
const MAX_LANGUAGE = 40
/** Characters of what a command printed. */
export const MAX_OUTPUT = 20_000
/** GitHub draws no Mermaid text beyond 50,000 characters or 500 edges (mermaid.js.org, `maxTextSize`, `maxEdges`). */
export const MAX_NODES = 150
export const MAX_EDGES = 300
/** Rows that are gone and still shown. */
export const MAX_REMOVED = 20

const value = z.string().max(MAX_OUTPUT)
const place = z.number().int().nonnegative()

/** What another run brought: places of rows, or of nodes and then edges, and the rows that are gone. */
const changeSchema = z.object({
  /** When the run before it was; Unix milliseconds. */
  since: z.number(),
  added: z.array(place).max(MAX_NODES + MAX_EDGES),
  changed: z.array(place).max(MAX_NODES + MAX_EDGES),
  removed: z.array(z.array(value)).max(MAX_REMOVED),
  /** How many are gone, where that is more than are shown. */
  gone: place.optional(),
})
export type Change = z.infer<typeof changeSchema>

/** When it came, and what it changed. */
const came = { at: z.number(), change: changeSchema.optional() }

/** Rows as text. Of series the first column is the time and each other one a series. */
const rowsSchema = z.object({
  kind: z.enum(['table', 'logs', 'series']),
  ...came,
  columns: z.array(value).max(MAX_COLUMNS),
  rows: z.array(z.array(value).max(MAX_COLUMNS)).max(MAX_ROWS),
  /** What each series is measured in, where that is known. */
  units: z.array(value).max(MAX_COLUMNS).optional(),
  /** What a person calls what each series measures, where that is known: one text, or one per language; empty where it is not. */
  titles: z
    .array(z.union([value, z.record(z.string().max(MAX_LANGUAGE), value)]))
    .max(MAX_COLUMNS)
    .optional(),
  /** How many rows there were at least, where that is more. */
  total: place.optional(),
})
export type RowsResult = z.infer<typeof rowsSchema>

const graphSchema = z.object({
  kind: z.literal('graph'),
  ...came,
  nodes: z.array(z.object({ key: value, type: value, label: value })).max(MAX_NODES),
  /** Ends are places among the nodes. */
  edges: z.array(z.object({ from: place, to: place, label: value })).max(MAX_EDGES),
  /** How many nodes there were, where that is more. */
  total: place.optional(),
})
export type GraphResult = z.infer<typeof graphSchema>

const outputSchema = z.object({
  kind: z.literal('output'),
  ...came,
  text: value,
  exitCode: z.number().nullable(),
  /** How many characters there were, where that is more. */
  total: place.optional(),
})
export type OutputResult = z.infer<typeof outputSchema>

const failureSchema = z.object({
  kind: z.literal('failure'),
  ...came,
  code: z.string().min(1).max(100),
  message: value,
})

export const resultSchema = z.discriminatedUnion('kind', [
  rowsSchema,
  graphSchema,
  outputSchema,
  failureSchema,
])
export type Result = z.infer<typeof resultSchema>

/** What a query is asked with beside its text. */
const askedSchema = z.object({
  /** Name of the connection; the chosen one where there is none of that name. */
  connection: z.string().max(200).optional(),
  range: z.object({ preset: z.string(), from: z.string(), to: z.string() }).partial().optional(),
  /** As they are typed into the query bench. */
  parameters: z.record(z.string(), z.string().max(MAX_VALUE)).optional(),
  /** Whether its rows are kept as the graph that they carry. */
  as: z.literal('graph').optional(),
})

export const CELL_KINDS = ['query', 'note', 'command', 'graph'] as const

/** What a cell holds, wherever it comes from. A graph is a picture of a moment, and its text is a title; all others can be written again. */
export const contentSchema = z.object({
  kind: z.enum(CELL_KINDS),
  text: z.string().max(MAX_TEXT),
  ...askedSchema.shape,
  /** Where a command ran last, `platform/sandbox`. */
  sandbox: z.string().max(500).optional(),
  result: resultSchema.optional(),
})
export type Content = z.infer<typeof contentSchema>

export const cellSchema = contentSchema.extend({ id: z.string().min(1).max(100) })
export type Cell = z.infer<typeof cellSchema>

/** What stands in the file beside a cell's fence. */
export const fenceMetaSchema = contentSchema
  .pick({ connection: true, range: true, parameters: true, as: true, sandbox: true })
  .partial()

export const titleSchema = z
  .string()
  .max(200)
  .regex(/^\S(?:.*\S)?$/, 'one line that begins and ends with a character')

/** Signs that no text needs and that make one look like another: controls, and those that turn the direction of writing round. */
// oxlint-disable-next-line no-control-regex -- the controls are what is meant
const TRICKS = /[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A text with plain ends of lines and without {@link TRICKS}. */
export const clean = (text: string): string =>
  text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(TRICKS, '')

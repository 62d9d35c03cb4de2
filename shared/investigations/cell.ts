import { z } from 'zod'

/** Maximum cells per investigation. */
export const MAX_CELLS = 500
/** Maximum characters of a note, a query or a command. */
export const MAX_TEXT_CHARACTERS = 20_000
/**
 * Maximum rows, columns and characters per value that are stored of a result; running the query again shows
 * the rest.
 */
export const MAX_ROWS = 100
export const MAX_COLUMNS = 40
export const MAX_VALUE = 1000
/** Maximum characters of a language name. */
const MAX_LANGUAGE_CHARACTERS = 40
/** Maximum characters of stored command output. */
export const MAX_OUTPUT_CHARACTERS = 20_000
/** GitHub refuses Mermaid texts beyond 50,000 characters or 500 edges (mermaid.js.org, `maxTextSize`, `maxEdges`). */
export const MAX_NODES = 150
export const MAX_EDGES = 300
/** Maximum removed rows to show. */
export const MAX_REMOVED = 20

/** A name within a refusal. */
const name = z.string().max(200)
const value = z.string().max(MAX_OUTPUT_CHARACTERS)
const place = z.number().int().nonnegative()

/** Difference from the previous run: indices of new rows, or of new nodes followed by edges, and the removed rows. */
const changeSchema = z.object({
  /** Time of the previous run; Unix milliseconds. */
  since: z.number(),
  added: z.array(place).max(MAX_NODES + MAX_EDGES),
  changed: z.array(place).max(MAX_NODES + MAX_EDGES),
  removed: z.array(z.array(value)).max(MAX_REMOVED),
  /** Number of removed rows, if more than are shown. */
  gone: place.optional(),
})
export type Change = z.infer<typeof changeSchema>

/** Time of the result, and the difference from the previous one. */
const came = { at: z.number(), change: changeSchema.optional() }

/** Rows as text. For series, the first column is the time and each other column a series. */
const rowsSchema = z.object({
  kind: z.enum(['table', 'logs', 'series']),
  ...came,
  columns: z.array(value).max(MAX_COLUMNS),
  rows: z.array(z.array(value).max(MAX_COLUMNS)).max(MAX_ROWS),
  /** Unit of each series, where known. */
  units: z.array(value).max(MAX_COLUMNS).optional(),
  /** Display title of each series, where known: one text, or one per language; empty where unknown. */
  titles: z
    .array(z.union([value, z.record(z.string().max(MAX_LANGUAGE_CHARACTERS), value)]))
    .max(MAX_COLUMNS)
    .optional(),
  /** Lower bound of the total number of rows, if more. */
  total: place.optional(),
})
export type RowsResult = z.infer<typeof rowsSchema>

const graphSchema = z.object({
  kind: z.literal('graph'),
  ...came,
  nodes: z.array(z.object({ key: value, type: value, label: value })).max(MAX_NODES),
  /** `from` and `to` are node indices. */
  edges: z.array(z.object({ from: place, to: place, label: value })).max(MAX_EDGES),
  /** Total number of nodes, if more. */
  total: place.optional(),
})
export type GraphResult = z.infer<typeof graphSchema>

const outputSchema = z.object({
  kind: z.literal('output'),
  ...came,
  text: value,
  exitCode: z.number().nullable(),
  /** Total number of characters, if more. */
  total: place.optional(),
})
export type OutputResult = z.infer<typeof outputSchema>

/** Which name a service did not know, and what it would take instead. */
export const failureFacts = z
  .object({ unknown: name, found: name, suggestion: name, expected: z.array(name).max(100) })
  .partial()

const failureSchema = z.object({
  kind: z.literal('failure'),
  ...came,
  code: z.string().min(1).max(100),
  message: value,
  /** What the service says in data, for a sentence in the reader's language. */
  facts: failureFacts.optional().catch(undefined),
})

export const resultSchema = z.discriminatedUnion('kind', [
  rowsSchema,
  graphSchema,
  outputSchema,
  failureSchema,
])
export type Result = z.infer<typeof resultSchema>

/** Query settings besides the text. */
const requestSchema = z.object({
  /** Name of the connection; falls back to the selected one if none has this name. */
  connection: z.string().max(200).optional(),
  range: z.object({ preset: z.string(), from: z.string(), to: z.string() }).partial().optional(),
  /** As typed in the query bench. */
  parameters: z.record(z.string(), z.string().max(MAX_VALUE)).optional(),
  /** Show the rows as the graph they contain. */
  as: z.literal('graph').optional(),
})

const CELL_KINDS = ['query', 'note', 'command', 'graph'] as const

/** Content of a cell, from any source. A graph is a snapshot whose text is its title; all other cells can be edited. */
export const contentSchema = z.object({
  kind: z.enum(CELL_KINDS),
  text: z.string().max(MAX_TEXT_CHARACTERS),
  ...requestSchema.shape,
  /** Sandbox of the last run, `platform/sandbox`. */
  sandbox: z.string().max(500).optional(),
  result: resultSchema.optional(),
})
export type Content = z.infer<typeof contentSchema>

export const cellSchema = contentSchema.extend({ id: z.string().min(1).max(100) })
export type Cell = z.infer<typeof cellSchema>

/** Metadata stored in the file beside a cell's fence. */
export const fenceMetaSchema = contentSchema
  .pick({ connection: true, range: true, parameters: true, as: true, sandbox: true })
  .partial()

export const titleSchema = z
  .string()
  .max(200)
  .regex(/^\S(?:.*\S)?$/, 'one line that begins and ends with a character')

/** Invisible characters that can disguise a text: control characters and bidirectional overrides. */
// oxlint-disable-next-line no-control-regex -- the controls are what is meant
const TRICKS = /[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Normalises line ends and removes {@link TRICKS}. */
export const clean = (text: string): string =>
  text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(TRICKS, '')

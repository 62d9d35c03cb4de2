import { z } from 'zod'
import { failureSchema } from '../workbench/failure.ts'

/** Protocols of telemetry endpoints. */
export const PROTOCOLS = ['prometheus', 'elasticsearch'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** A sample's value. JSON cannot represent the three non-finite numbers, so they keep the endpoint's spelling. */
const valueSchema = z.union([z.number(), z.enum(['NaN', '+Inf', '-Inf'])])
export type SampleValue = z.infer<typeof valueSchema>

const seriesSchema = z.object({
  /** Index of the plan's query that it belongs to. */
  query: z.number().int(),
  labels: z.record(z.string(), z.string()),
  /** Unix seconds, ascending; a step without a sample is a gap. */
  times: z.array(z.number()),
  values: z.array(valueSchema),
})
export type Series = z.infer<typeof seriesSchema>

/** A note about an answer. */
const noteSchema = z.object({
  code: z.enum([
    'warning',
    'query',
    'series',
    'malformed',
    'outside',
    'skew',
    'timedOut',
    'shards',
    'step',
    'window',
  ]),
  /** The endpoint's own text, or what a number refers to. */
  text: z.string().optional(),
  count: z.number().optional(),
  of: z.number().optional(),
})
export type Note = z.infer<typeof noteSchema>

const planQuerySchema = z.object({
  name: z.string(),
  promql: z.string(),
  /** One text, or one per language. */
  title: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  unit: z.string().optional(),
})
export type PlanQuery = z.infer<typeof planQuerySchema>

export const seriesAnswerSchema = z.object({
  kind: z.literal('series'),
  queries: z.array(planQuerySchema),
  /** Unix seconds. */
  from: z.number(),
  to: z.number(),
  /** Seconds between two samples; 0 for an instant query. */
  step: z.number(),
  series: z.array(seriesSchema),
  notes: z.array(noteSchema),
})
export type SeriesAnswer = z.infer<typeof seriesAnswerSchema>

const logRowSchema = z.object({
  id: z.string(),
  /** Unix milliseconds; null if the document has no parsable time. */
  time: z.number().nullable(),
  level: z.string(),
  message: z.string(),
  /** The document, unchanged. */
  fields: z.record(z.string(), z.unknown()),
})
export type LogRow = z.infer<typeof logRowSchema>

const logsAnswerSchema = z.object({
  kind: z.literal('logs'),
  from: z.number().optional(),
  to: z.number().optional(),
  rows: z.array(logRowSchema),
  /** Number of matching documents, exact or a lower bound. Absent if the endpoint did not report it. */
  total: z.object({ count: z.number(), atLeast: z.boolean() }).optional(),
  /** Offset of the next page; absent on the last page. */
  next: z.number().optional(),
  notes: z.array(noteSchema),
})
export type LogsAnswer = z.infer<typeof logsAnswerSchema>

export const telemetryAnswerSchema = z.discriminatedUnion('kind', [seriesAnswerSchema, logsAnswerSchema])
export type TelemetryAnswer = z.infer<typeof telemetryAnswerSchema>

/** A request as sent, and its response; secrets are masked. */
const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().optional(),
  /** Absent if there was no response. */
  status: z.number().optional(),
  milliseconds: z.number(),
  bytes: z.number(),
  /** The response text, possibly truncated. */
  text: z.string(),
  /** Whether it was truncated. */
  cut: z.boolean(),
})
export type Exchange = z.infer<typeof exchangeSchema>

/** Result of running a plan: the answer, or the failure; with the requests in either case. */
export const planRunSchema = z.object({
  exchanges: z.array(exchangeSchema),
  answer: telemetryAnswerSchema.optional(),
  failure: failureSchema.optional(),
})
export type PlanRun = z.infer<typeof planRunSchema>

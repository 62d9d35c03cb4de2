import { z } from 'zod'
import { failureSchema } from '../workbench/failure.ts'

/** The protocols of endpoints that plans are run against. */
export const PROTOCOLS = ['prometheus', 'elasticsearch'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** A sample's value. JSON has no word for the three that are not finite numbers, so they keep the endpoint's own. */
const valueSchema = z.union([z.number(), z.enum(['NaN', '+Inf', '-Inf'])])
export type SampleValue = z.infer<typeof valueSchema>

const seriesSchema = z.object({
  /** Which of the plan's queries it belongs to, by place. */
  query: z.number().int(),
  labels: z.record(z.string(), z.string()),
  /** Unix seconds, ascending; a step without a sample is a gap. */
  times: z.array(z.number()),
  values: z.array(valueSchema),
})
export type Series = z.infer<typeof seriesSchema>

/** What a reader of an answer should know besides it. */
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
  /** The endpoint's own words, or a number's subject. */
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
  /** Seconds between two samples; 0 for one moment. */
  step: z.number(),
  series: z.array(seriesSchema),
  notes: z.array(noteSchema),
})
export type SeriesAnswer = z.infer<typeof seriesAnswerSchema>

const logRowSchema = z.object({
  id: z.string(),
  /** Unix milliseconds; null where the document has no time that can be read. */
  time: z.number().nullable(),
  level: z.string(),
  message: z.string(),
  /** The document as it came. */
  fields: z.record(z.string(), z.unknown()),
})
export type LogRow = z.infer<typeof logRowSchema>

const logsAnswerSchema = z.object({
  kind: z.literal('logs'),
  from: z.number().optional(),
  to: z.number().optional(),
  rows: z.array(logRowSchema),
  /** How many documents match, exactly or at least. Absent where the endpoint did not say. */
  total: z.object({ count: z.number(), atLeast: z.boolean() }).optional(),
  /** Where the next page begins; absent when this was the last. */
  next: z.number().optional(),
  notes: z.array(noteSchema),
})
export type LogsAnswer = z.infer<typeof logsAnswerSchema>

export const telemetryAnswerSchema = z.discriminatedUnion('kind', [seriesAnswerSchema, logsAnswerSchema])
export type TelemetryAnswer = z.infer<typeof telemetryAnswerSchema>

/** One request as it left, and what came back; secrets are masked. */
const exchangeSchema = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().optional(),
  /** Absent when nothing answered. */
  status: z.number().optional(),
  milliseconds: z.number(),
  bytes: z.number(),
  /** The answer's text, from its beginning. */
  text: z.string(),
  /** Whether there is more of it. */
  cut: z.boolean(),
})
export type Exchange = z.infer<typeof exchangeSchema>

/** What came of running a plan: the answer, or why there is none; the requests in either case. */
export const planRunSchema = z.object({
  exchanges: z.array(exchangeSchema),
  answer: telemetryAnswerSchema.optional(),
  failure: failureSchema.optional(),
})
export type PlanRun = z.infer<typeof planRunSchema>

import { z } from 'zod'
import { type Parameters, parametersSchema } from '#shared/documents/query.ts'

/** From and to of a query, RFC 3339; an absent end is open. `preset` is a span that ends now, such as `1h`. */
export const timeRangeSchema = z.object({
  preset: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export type TimeRange = z.infer<typeof timeRangeSchema>

/** One page of the editor, as it is kept between runs of Orrery. */
export const tabSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Character offset of the cursor. */
  cursor: z.number().int().nonnegative().default(0),
  parameters: parametersSchema.default({}),
  /** Asked of the server instead of its default; the query's own `| limit` still applies. */
  limit: z.number().int().positive().optional(),
  timeRange: timeRangeSchema.optional(),
  /** The saved query that this tab was opened from. */
  saved: z.string().optional(),
  /** When anything but the cursor was last changed: of two windows with the same tab, the later one counts. Unix milliseconds. */
  at: z.number().default(0),
})
export type Tab = z.infer<typeof tabSchema>

/** All tabs of the bench and which one is in front. */
export const workspaceSchema = z.object({
  version: z.literal(1),
  active: z.string(),
  tabs: z.array(tabSchema).min(1),
  /** Tabs that were closed lately, so that another window does not bring them back. */
  closed: z.array(z.object({ id: z.string(), at: z.number() })).default([]),
})
export type Workspace = z.infer<typeof workspaceSchema>

export const newId = (): string => crypto.randomUUID()

/** The first free `Query n`. */
export function freeTitle(tabs: readonly Tab[], base: (number: number) => string): string {
  const taken = new Set(tabs.map((tab) => tab.title))
  for (let number = 1; ; number++) if (!taken.has(base(number))) return base(number)
}

/** A title from the text's first words, for tabs that were opened with a query in them. */
export function titleOf(text: string): string | undefined {
  const line = text
    .split('\n')
    .map((candidate) => candidate.trim())
    .find((candidate) => candidate !== '' && !/^(--|\/\/)/.test(candidate))
  if (line === undefined) return undefined
  return line.length > 28 ? `${line.slice(0, 27)}…` : line
}

/** The tab's parameters as the server gets them: JSON where the text is JSON, else the text itself. */
export function parameterValues(parameters: Parameters): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, parameterValue(text)]))
}

export function parameterValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Spans that end now, in minutes. */
export const PRESETS: Readonly<Record<string, number>> = {
  '5m': 5,
  '15m': 15,
  '1h': 60,
  '6h': 360,
  '24h': 1440,
  '7d': 10_080,
  '30d': 43_200,
}

/** The range as the server takes it; a preset is resolved against `now`. */
export function resolveTimeRange(
  range: TimeRange | undefined,
  now: number,
): { from?: string; to?: string } | undefined {
  if (range === undefined) return undefined
  const minutes = range.preset === undefined ? undefined : PRESETS[range.preset]
  if (minutes !== undefined) {
    return { from: new Date(now - minutes * 60_000).toISOString(), to: new Date(now).toISOString() }
  }
  const { from, to } = range
  if (!from && !to) return undefined
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

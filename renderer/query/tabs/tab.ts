import type { Parameters, Tab, TimeRange } from '#shared/documents/query.ts'

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

import type { Parameters, TimeRange } from '#shared/documents/query.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'

/** Parameters as the server gets them: JSON where the text is JSON, else the text itself. */
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

/** What a model server is called where it is read in another language, or on another machine: ours have words of each language. */
export const lastingName = ({ embedded, id, name }: Connection): string => (embedded ? id : name)

/** The model server that was called so. */
export const modelCalled = (connections: readonly Connection[], called: string): Connection | undefined =>
  connections.find((one) => one.kind === 'model' && lastingName(one) === called)

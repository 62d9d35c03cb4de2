import type { Parameters, TimeRange } from '#shared/documents/query.ts'
import type { Connection } from '#shared/workbench/areas/connections.ts'

/** Query parameters for the server: parsed as JSON where possible, otherwise text. */
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

/** Relative time ranges up to now, in minutes. */
export const PRESETS: Readonly<Record<string, number>> = {
  '5m': 5,
  '15m': 15,
  '1h': 60,
  '6h': 360,
  '24h': 1440,
  '7d': 10_080,
  '30d': 43_200,
}

/** Resolves a time range for the server, presets relative to `now`. */
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

/**
 * A name for a model server that is stable across languages and machines: our own have a translated name, so
 * their id is used.
 */
export const stableName = ({ embedded, id, name }: Connection): string => (embedded ? id : name)

/** The connection to the model server with that name. */
export const modelByName = (connections: readonly Connection[], called: string): Connection | undefined =>
  connections.find((one) => one.kind === 'model' && stableName(one) === called)

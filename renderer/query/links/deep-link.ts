import type { Parameters, Tab, TimeRange } from '#shared/documents/query.ts'

/** The content of a deep link. Never run without the user's confirmation. */
export interface LinkedQuery {
  readonly text: string
  readonly title: string | undefined
  readonly parameters: Parameters
  readonly limit: number | undefined
  readonly timeRange: TimeRange | undefined
}

/** Maximum link length; Windows truncates command lines at 32,767 characters. */
export const MAX_LINK_CHARACTERS = 30_000

/**
 * Parses `orrery://query?text=…&title=…&limit=…&from=…&to=…&range=1h&param.NAME=…`; returns `undefined` if it
 * is no such link or has no text. Ignores unknown parameters.
 */
export function parseLink(link: string): LinkedQuery | undefined {
  if (link.length > MAX_LINK_CHARACTERS) return undefined
  let url: URL
  try {
    url = new URL(link)
  } catch {
    return undefined
  }
  const place = (url.host || url.pathname).replaceAll('/', '')
  if (url.protocol !== 'orrery:' || place !== 'query') return undefined
  const { searchParams } = url
  const text = searchParams.get('text')?.trim() ?? ''
  if (text === '') return undefined
  const limit = Number(searchParams.get('limit'))
  const parameters: Record<string, string> = {}
  for (const [name, value] of searchParams) {
    const parameter = /^param\.(\w+)$/.exec(name)?.[1]
    if (parameter !== undefined) parameters[parameter] = value
  }
  return {
    text,
    title: searchParams.get('title')?.slice(0, 60) ?? undefined,
    parameters,
    limit: Number.isInteger(limit) && limit > 0 ? limit : undefined,
    timeRange: rangeOf(searchParams),
  }
}

function rangeOf(query: URLSearchParams): TimeRange | undefined {
  const preset = query.get('range')
  if (preset) return { preset }
  const moment = (name: string): string | undefined => {
    const value = query.get(name)
    return value !== null && !Number.isNaN(Date.parse(value)) ? value : undefined
  }
  const from = moment('from')
  const to = moment('to')
  return from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined
}

/** Creates a link that opens this tab's query elsewhere. */
export function linkOf(tab: Pick<Tab, 'text' | 'title' | 'parameters' | 'limit' | 'timeRange'>): string {
  const query = new URLSearchParams({ text: tab.text, title: tab.title })
  if (tab.limit !== undefined) query.set('limit', String(tab.limit))
  const { preset, from, to } = tab.timeRange ?? {}
  if (preset) query.set('range', preset)
  else {
    if (from) query.set('from', from)
    if (to) query.set('to', to)
  }
  for (const [name, value] of Object.entries(tab.parameters)) query.set(`param.${name}`, value)
  return `orrery://query?${query.toString()}`
}

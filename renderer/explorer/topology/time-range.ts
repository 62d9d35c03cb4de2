import type { Text } from '../../i18n/text.ts'
import { rangeWords } from '../../ui/range-words.ts'
import type { TimeRange } from '../graph/lifetime.ts'

/** Everything ever observed, including what no longer exists. */
export const EVER: TimeRange = { from: '1970-01-01T00:00:00.000Z' }

/** Converts an input's local date and time to RFC 3339; undefined if it is empty. */
export const toInstant = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString()

/** Converts an instant to the local date and time of an input, to the minute. */
export function toLocal(instant: string | undefined): string {
  if (instant === undefined) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The range of two inputs: undefined if empty, `order` if it would end before it begins. */
export function rangeOf(start: string, end: string): TimeRange | undefined | 'order' {
  const [from, to] = [toInstant(start), toInstant(end)]
  if (from !== undefined && to !== undefined && from > to) return 'order'
  if (from === undefined && to === undefined) return undefined
  return { from, to }
}

/** The last hours before a time in Unix milliseconds, by default now. */
export const lastHours = (hours: number, now = Date.now()): Required<TimeRange> => ({
  from: new Date(now - hours * 3_600_000).toISOString(),
  to: new Date(now).toISOString(),
})

/** A range of the topology in words. */
export const topologyRangeWords = (range: TimeRange = {}, t: Text): string =>
  range.from === EVER.from && range.to === undefined ? t('explorer.time.ever') : rangeWords(range, t)

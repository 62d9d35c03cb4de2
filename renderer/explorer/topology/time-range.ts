import { showMinute, showRange, type useText } from '../../i18n/text.ts'
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

/** A range in words. */
export function rangeWords(range: TimeRange | undefined, t: ReturnType<typeof useText>): string {
  const { from, to } = range ?? {}
  if (from === EVER.from && to === undefined) return t('explorer.time.ever')
  if (from !== undefined && to !== undefined) return showRange(from, to)
  if (from !== undefined) return t('explorer.time.since', { from: showMinute(from) })
  return to === undefined ? t('explorer.time.any') : t('explorer.time.until', { to: showMinute(to) })
}

/** When something must have been observed to be asked for: RFC 3339, an end that is left out is open. */
export interface TimeRange {
  readonly from?: string
  readonly to?: string
}

/** Everything that was ever observed, with what is gone. */
export const EVER: TimeRange = { from: '1970-01-01T00:00:00.000Z' }

/** The local date and time of an input as RFC 3339; undefined for an empty one. */
export const toInstant = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString()

/** An instant as the local date and time that an input takes, to the minute. */
export function toLocal(instant: string | undefined): string {
  if (instant === undefined) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The range that two inputs ask for: undefined for none, `order` when it would end before it begins. */
export function rangeOf(start: string, end: string): TimeRange | undefined | 'order' {
  const [from, to] = [toInstant(start), toInstant(end)]
  if (from !== undefined && to !== undefined && from > to) return 'order'
  if (from === undefined && to === undefined) return undefined
  return { from, to }
}

/** The last hours before a moment in Unix milliseconds, this one when none is named. */
export const lastHours = (hours: number, now = Date.now()): Required<TimeRange> => ({
  from: new Date(now - hours * 3_600_000).toISOString(),
  to: new Date(now).toISOString(),
})

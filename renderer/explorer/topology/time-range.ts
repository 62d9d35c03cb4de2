import { fromLocalInput } from '../../i18n/moment.ts'
import type { Text } from '../../i18n/text.ts'
import { rangeWords } from '../../ui/range-words.ts'
import type { TimeRange } from '../graph/lifetime.ts'

/** Everything ever observed, including what no longer exists. */
export const EVER: TimeRange = { from: '1970-01-01T00:00:00.000Z' }

/** Whether a range is that of everything ever observed, also one that was saved. */
export const isEver = (range: TimeRange | undefined): boolean =>
  range?.from === EVER.from && range?.to === undefined

/** The range of two inputs: undefined if empty, `order` if it would end before it begins. */
export function rangeOf(start: string, end: string): TimeRange | undefined | 'order' {
  const [from, to] = [fromLocalInput(start), fromLocalInput(end)]
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
export function topologyRangeWords(range: TimeRange = {}, t: Text): string {
  if (range.from === undefined && range.to === undefined) return t('explorer.time.now')
  return isEver(range) ? t('explorer.time.ever') : rangeWords(range, t)
}

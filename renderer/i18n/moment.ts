import { locale } from './text.ts'

/** One clock everywhere: 24 hours, as logs, charts and traces have it. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const DAY_SECONDS = 86_400

/** Day of a moment; the year only if it is not the current one. */
const dayOf = (at: Date): Intl.DateTimeFormatOptions => ({
  month: 'short',
  day: 'numeric',
  ...(at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
})

/** The language with the region that the browser has for it: of English ones they differ by the order of day and month. */
function region(): string {
  const language = locale()
  const { languages = [] } = (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {}
  return (language === 'en' && languages.find((one) => /^en\b/.test(one))) || language
}

const inLanguage = (at: number | string | Date, options: Intl.DateTimeFormatOptions): string =>
  new Date(at).toLocaleString(region(), options)

/** Formats a moment to the second, with its day: in tables, facts and sentences. */
export const showTime = (at: number): string =>
  inLanguage(at, { ...dayOf(new Date(at)), ...CLOCK, second: '2-digit' })

/** Formats a moment to the second, with its year: beside moments of other years. */
export const showTimeInYear = (at: number): string =>
  inLanguage(at, { ...dayOf(new Date(at)), year: 'numeric', ...CLOCK, second: '2-digit' })

/** Formats the time of day to the millisecond, for logs and traces. */
export const showInstant = (at: number): string =>
  inLanguage(at, { ...CLOCK, second: '2-digit', fractionalSecondDigits: 3 })

/** Formats a moment to the minute, with its day: for times that people chose. */
export const showMinute = (at: string | number): string =>
  inLanguage(at, { ...dayOf(new Date(at)), ...CLOCK })

/** Formats the day of a moment. */
export const showDay = (at: string | number): string => inLanguage(at, dayOf(new Date(at)))

/** Labels of a time axis: the time of day unless a step is a day, and the day where it changes. */
export function momentTicks(ticks: readonly number[], stepSeconds: number): string[] {
  const clock = { ...CLOCK, ...(stepSeconds < 60 ? { second: '2-digit' as const } : {}) }
  let before = ''
  return ticks.map((tick) => {
    const at = tick * 1000
    // Without the year, for which an axis has no room.
    const day = inLanguage(at, { month: 'short', day: 'numeric' })
    const time = stepSeconds >= DAY_SECONDS ? '' : inLanguage(at, clock)
    const words = [time, day === before ? '' : day].filter(Boolean).join('\n')
    before = day
    return words
  })
}

/** Formats a time range to the minute, with what both ends share said once. */
export function showRange(from: string | number, to: string | number): string {
  const [start, end] = [new Date(from), new Date(to)]
  // A range over New Year says both years.
  return new Intl.DateTimeFormat(region(), { ...dayOf(end), ...dayOf(start), ...CLOCK }).formatRange(
    start,
    end,
  )
}

/** Formats a moment in full, with the weekday and the time zone: as a tooltip, and in files that others read. */
export const showExact = (at: number): string =>
  inLanguage(at, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...CLOCK,
    second: '2-digit',
    timeZoneName: 'short',
  })

/** The time zone of all times on screen, such as "GMT+8 (Asia/Shanghai)". */
export function timeZone(): string {
  const format = new Intl.DateTimeFormat(locale(), { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const { timeZone: place } = format.resolvedOptions()
  if (place === 'UTC') return place
  return place === '' ? offset : `${offset} (${place})`
}

/** Ages of more days are given as the day itself. */
const MAX_DAYS = 6

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Formats how long ago a moment was, such as "5 minutes ago" or "yesterday"; its day after a week. */
export function showAge(at: number, now: number): string {
  // Days are those of the calendar: what was yesterday evening is "yesterday" this afternoon.
  const days = Math.round((midnight(now) - midnight(at)) / (DAY_SECONDS * 1000))
  if (days > MAX_DAYS) return showDay(at)
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  const minutes = Math.floor(Math.max(0, now - at) / 60_000)
  if (minutes < 1) return words.format(0, 'second')
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return days === 0 || hours < 12 ? words.format(-hours, 'hour') : words.format(-days, 'day')
}

/** An instant as the value of a `datetime-local` input, to the second; empty if there is none. */
export function toLocalInput(instant: string | number | undefined): string {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** The instant of a `datetime-local` input's value as RFC 3339; undefined if it has none. */
export function fromLocalInput(local: string): string | undefined {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The current time for the name of a file, such as "2026-11-29-1405". */
export const fileStamp = (): string =>
  toLocalInput(Date.now()).slice(0, 16).replace('T', '-').replace(':', '')

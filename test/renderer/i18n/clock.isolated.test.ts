import { describe, expect, it, vi } from 'vitest'
import {
  fileStamp,
  fromLocalInput,
  momentTicks,
  showAge,
  showExact,
  showInstant,
  showMinute,
  showRange,
  showTime,
  showTimeInYear,
  timeZone,
  toLocalInput,
} from '../../../renderer/i18n/moment.ts'
import { rangeWords } from '../../../renderer/ui/range-words.ts'

/** Local time, so that the zone of the machine does not matter. */
const at = (hour: number, minute: number, day = 18): number =>
  new Date(2024, 5, day, hour, minute, 7, 45).getTime()
const now = new Date()
const plain = (words: string): string => words.replaceAll(/\s+/g, ' ')
const offset = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
  .formatToParts(at(9, 5))
  .find(({ type }) => type === 'timeZoneName')?.value

describe('one clock of 24 hours', () => {
  it.each([
    ['to the millisecond', showInstant(at(21, 5)), '21:05:07.045'],
    ['midnight', showInstant(at(0, 5)), '00:05:07.045'],
    ['to the second, with its day', showTime(at(9, 5)), 'Jun 18, 2024, 09:05:07'],
    ['to the minute', showMinute(at(9, 5)), 'Jun 18, 2024, 09:05'],
    ['in full, with the zone', showExact(at(21, 5)), `Tue, Jun 18, 2024, 21:05:07 ${offset}`],
    ['a range within a day', showRange(at(9, 0), at(11, 0)), 'Jun 18, 2024, 09:00 – 11:00'],
    ['a range over days', showRange(at(9, 0), at(1, 0, 19)), 'Jun 18, 2024, 09:00 – Jun 19, 2024, 01:00'],
  ])('%s', (_, words, expected) => {
    expect(plain(words)).toBe(expected)
  })

  it.each([
    [['en-GB', 'en'], '18 Jun 2024, 09:05'],
    [['de', 'en-AU'], '18 June 2024, 09:05'],
    [['de'], 'Jun 18, 2024, 09:05'],
  ])('puts day and month as the browser with %j does', (languages, expected) => {
    vi.stubGlobal('navigator', { languages })
    expect(plain(showMinute(at(9, 5)))).toBe(expected)
    vi.unstubAllGlobals()
  })

  it('leaves out the current year', () => {
    expect(showMinute(now.getTime())).not.toContain(String(now.getFullYear()))
  })

  it('says the zone by its offset', () => {
    const isUtc = new Intl.DateTimeFormat().resolvedOptions().timeZone === 'UTC'
    expect(timeZone()).toMatch(isUtc ? /^UTC$/ : /^GMT([+-]\d+(:\d+)?)? ?/)
  })

  // Texts are not loaded here; their keys say which one is chosen.
  it.each([
    [{}, 'ui.range.any'],
    [{ from: '2024-06-18T09:00:00Z' }, 'ui.range.since'],
    [{ to: '2024-06-18T09:00:00Z' }, 'ui.range.until'],
  ])('an open range %j', (range, key) => {
    expect(rangeWords(range, (said) => said)).toBe(key)
  })
})

describe('an age', () => {
  it.each([
    [at(9, 5), at(9, 5), 'now'],
    [at(9, 6), at(9, 5), 'now'],
    [at(9, 5), at(9, 7), '2 minutes ago'],
    [at(9, 5), at(12, 59), '3 hours ago'],
    [at(0, 5), at(23, 59), '23 hours ago'],
    [at(23, 0), at(1, 0, 19), '2 hours ago'],
    [at(20, 0), at(12, 0, 19), 'yesterday'],
    [at(20, 0), at(8, 0, 20), '2 days ago'],
    [at(20, 0), at(8, 0, 24), '6 days ago'],
    [at(20, 0), at(8, 0, 25), 'Jun 18, 2024'],
  ])('from %i at %i is %s', (then, when, words) => {
    expect(showAge(then, when)).toBe(words)
  })
})

it.each(['2026-01-02T03:04:05', '2026-07-31T23:59:00', ''])('an input shows %j as it was typed', (local) => {
  expect(toLocalInput(fromLocalInput(local))).toBe(local)
})

it('a file is named after the local time', () => {
  expect(fileStamp()).toMatch(/^\d{4}-\d\d-\d\d-\d{4}$/)
})

it.each([
  ['minutes', [at(9, 5), at(9, 10)], 300, ['09:05\nJun 18', '09:10']],
  ['seconds', [at(9, 5)], 10, ['09:05:07\nJun 18']],
  ['days', [at(9, 5), at(9, 5, 19)], 86_400, ['Jun 18', 'Jun 19']],
])('an axis of %s', (_, moments, step, labels) => {
  expect(
    momentTicks(
      moments.map((moment) => moment / 1000),
      step,
    ),
  ).toEqual(labels)
})

it('a moment of this year has its year where others are of other years', () => {
  const here = new Date(now.getFullYear(), 5, 18, 9, 5, 7).getTime()
  expect(showTime(here)).toBe('Jun 18, 09:05:07')
  expect(showTimeInYear(here)).toBe(`Jun 18, ${now.getFullYear()}, 09:05:07`)
})

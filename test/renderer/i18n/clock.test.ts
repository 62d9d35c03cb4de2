import { describe, expect, it } from 'vitest'
import { showInstant, showMinute, showRange, showTime } from '../../../renderer/i18n/text.ts'
import { rangeWords } from '../../../renderer/ui/range-words.ts'

/** Local time, so that the zone of the machine does not matter. */
const at = (hour: number, minute: number, day = 18): number =>
  new Date(2024, 5, day, hour, minute, 7, 45).getTime()
const now = new Date()
const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 15, 4).getTime()
const plain = (words: string): string => words.replaceAll(/\s+/g, ' ')

describe('one clock of 24 hours', () => {
  it.each([
    ['time of day', showTime(at(21, 5)), '21:05:07'],
    ['midnight', showTime(at(0, 5)), '00:05:07'],
    ['to the millisecond', showInstant(at(21, 5)), '21:05:07.045'],
    ['with the day of another year', showTime(at(9, 5), true), 'Jun 18, 2024, 09:05:07'],
    ['to the minute', showMinute(at(9, 5)), 'Jun 18, 2024, 09:05'],
    ['of today', showMinute(today, true), '15:04'],
    ['a range within a day', showRange(at(9, 0), at(11, 0)), 'Jun 18, 2024, 09:00 – 11:00'],
    ['a range over days', showRange(at(9, 0), at(1, 0, 19)), 'Jun 18, 2024, 09:00 – Jun 19, 2024, 01:00'],
  ])('%s', (_, words, expected) => {
    expect(plain(words)).toBe(expected)
  })

  it('leaves out the current year', () => {
    expect(showMinute(today)).not.toContain(String(now.getFullYear()))
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

import { expect, it } from 'vitest'
import { readMoment } from '../../../renderer/ui/moment-input.tsx'

it.each([
  ['2024-06-18 09:00', '2024-06-18T09:00:00'],
  ['2024-06-18T23:05:09', '2024-06-18T23:05:09'],
  [' 2024-06-18 9:30 ', '2024-06-18T09:30:00'],
  ['2024-06-18', '2024-06-18T00:00:00'],
])('reads “%s”', (typed, local) => {
  expect(readMoment(typed)).toBe(local)
})

it.each(['', '2024-06', '2024-06-18 9', '2024-13-01', '2024-06-18 25:00', '2024-06-18 9:00 PM'])(
  'does not take “%s” for a moment',
  (typed) => {
    expect(readMoment(typed)).toBeUndefined()
  },
)

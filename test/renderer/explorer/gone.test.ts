import { expect, it } from 'vitest'
import { endedBefore, goneAsOf } from '../../../renderer/explorer/graph/lifetime.ts'

const data = { __first_observed_time__: 100, __last_observed_time__: 200 }

it('what was kept for its time, or was expired, has ended; what says nothing of it has not', () => {
  expect(endedBefore({ data: { ...data, __keep_alive_seconds__: 50 } }, 251)).toBe(true)
  expect(endedBefore({ data: { ...data, __keep_alive_seconds__: 50 } }, 250)).toBe(false)
  expect(endedBefore({ data: { ...data, __method__: 'Expire' } }, 201)).toBe(true)
  expect(endedBefore({ data }, 10_000)).toBe(false)
  expect(endedBefore({ data: {} }, 10_000)).toBe(false)
})

it('gone is what ended by now, or by the end of the time range; nothing in a view of a moment', () => {
  const view = { moment: undefined, range: undefined }
  expect(goneAsOf(view, 500)).toBe(500)
  expect(goneAsOf({ ...view, range: { to: '1970-01-01T00:05:00Z' } }, 500)).toBe(300)
  expect(goneAsOf({ ...view, range: { from: '1970-01-01T00:05:00Z' } }, 500)).toBe(500)
  expect(goneAsOf({ ...view, moment: 400 }, 500)).toBeUndefined()
  expect(endedBefore({ data: { ...data, __method__: 'Expire' } }, undefined)).toBe(false)
})

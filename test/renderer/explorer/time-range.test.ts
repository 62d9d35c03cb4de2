import { describe, expect, it } from 'vitest'
import { lastHours, rangeOf } from '../../../renderer/explorer/topology/time-range.ts'

const at = (local: string): string => new Date(local).toISOString()

describe('a time range', () => {
  it.each([
    ['', '', undefined],
    ['2026-01-02T03:04', '', { from: at('2026-01-02T03:04') }],
    ['', '2026-01-02T03:04', { to: at('2026-01-02T03:04') }],
    ['2026-01-02T03:04', '2026-01-02T03:04', { from: at('2026-01-02T03:04'), to: at('2026-01-02T03:04') }],
    ['2026-01-02T03:04', '2026-01-01T03:04', 'order'],
  ])('from %j to %j is %j', (from, to, range) => {
    expect(rangeOf(from, to)).toEqual(range)
  })

  it('of the last hours ends now', () => {
    const now = Date.parse('2026-01-02T00:30:00Z')
    expect(lastHours(24, now)).toEqual({ from: '2026-01-01T00:30:00.000Z', to: '2026-01-02T00:30:00.000Z' })
  })
})

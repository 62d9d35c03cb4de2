import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshTrace, nextIn, readTraceparent, traceparentOf } from '#shared/net/trace.ts'

const digits = (count: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${count}}$`)).filter((text) => !/^0+$/.test(text))
const place = fc.record({ trace: digits(32), span: digits(16), flags: fc.constantFrom('00', '01', 'ff') })

describe('a traceparent', () => {
  it('is read as it was written', () => {
    fc.assert(fc.property(place, (one) => void expect(readTraceparent(traceparentOf(one))).toEqual(one)))
  })

  it('never fails to be read or refused', () => {
    fc.assert(fc.property(fc.anything(), (one) => void readTraceparent(one)))
  })

  it.each([
    '',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more',
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ])('is none: %j', (text) => expect(readTraceparent(text)).toBeUndefined())

  it('of a later version may have more', () => {
    const text = '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more'
    expect(readTraceparent(text)?.span).toBe('b7ad6b7169203331')
  })

  it('begins, and continues in the same trace', () => {
    const first = freshTrace()
    const next = nextIn(first)
    expect(readTraceparent(traceparentOf(next))).toEqual(next)
    expect(next.trace).toBe(first.trace)
    expect(next.span).not.toBe(first.span)
    expect(freshTrace().trace).not.toBe(first.trace)
  })
})

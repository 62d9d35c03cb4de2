import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alteredBy, alteredInteger } from '../../../shared/model/exact-integers.ts'

describe('an integer in decimals', () => {
  it.each([
    ['9007199254740993', '9007199254740992'],
    ['-9007199254740993', '-9007199254740992'],
    ['12345678901234567890', '12345678901234567000'],
    ['1152921504606846976', '1152921504606847000'],
    ['1000000000000000000000', '1e+21'],
  ])('%s would become %s', (written, kept) => {
    expect(alteredBy(written)).toEqual({ written, kept })
  })

  it.each([
    '0',
    '-1',
    '9007199254740991',
    '9007199254740992',
    '1700000000000000000',
    '0000000000000000000007',
    '+9007199254740992',
    '9007199254740993.0',
    '1e300',
    'abc9007199254740993',
  ])('%s stays', (written) => {
    expect(alteredBy(written)).toBeUndefined()
  })
})

describe('a JSON text', () => {
  it.each([
    ['{"id": 9007199254740993}', '9007199254740993'],
    ['[1, -9007199254740993, 9007199254740995]', '-9007199254740993'],
    ['9007199254740993', '9007199254740993'],
    ['{"a": "\\"", "b": 9007199254740993}', '9007199254740993'],
    ['{"a": "\\\\", "b": [[9007199254740993]]}', '9007199254740993'],
  ])('%s has %s', (json, written) => {
    expect(alteredInteger(json)?.written).toBe(written)
  })

  it.each([
    '{"id": "9007199254740993"}',
    '{"9007199254740993": 1}',
    '{"a": "\\"9007199254740993"}',
    '{"a": 0.12345678901234567890, "b": 9007199254740993e3}',
    '[1234567890123456, 1700000000000000000]',
    '',
  ])('%s is kept', (json) => {
    expect(alteredInteger(json)).toBeUndefined()
  })

  it('finds one wherever it stands, and none where there is none', () => {
    const id = fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n }).filter((id) => String(Number(id)) !== String(id))
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        id,
        fc.constantFrom('before', 'after'),
        (value, id, where) => {
          const json = JSON.stringify(value)
          expect(alteredInteger(json)).toBeUndefined()
          const both = where === 'before' ? `[${id}, ${json}]` : `[${json}, ${id}]`
          expect(alteredInteger(both)?.written).toBe(String(id))
        },
      ),
    )
  })

  it('may be one endless text', () => {
    expect(alteredInteger(`["${'1234567890123456789'.repeat(200_000)}", 9007199254740993]`)).toBeDefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson, placeOf } from '#shared/json/parse-json.ts'

describe('what is JSON', () => {
  it('is everything that JSON.parse takes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, wide) => {
        const text = JSON.stringify(value, null, wide ? 2 : 0)
        expect(parseJson(text)).toEqual({ value: JSON.parse(text) as unknown })
      }),
    )
  })

  it('may have a member of any name', () => {
    const text = '{"__proto__": {"a": 1}, "constructor": 2}'
    expect(parseJson(text)).toEqual({ value: JSON.parse(text) as unknown })
  })

  it('may hold comments and trailing commas', () => {
    expect(parseJson('{\n // mine\n "a": [1, /* two */ 2,],\n}')).toEqual({ value: { a: [1, 2] } })
  })

  it.each([
    ['{\n // mine\n "a": 1}', 2, 2],
    ['[1,\n2,]', 2, 3],
    ['{"a": 1}x', 1, 9],
  ])('is in strict form not %j', (text, line, column) => {
    expect(parseJson(text, { strict: true })).toMatchObject({ error: { line, column } })
  })

  it('never throws, and reports a position inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const parsed = parseJson(text)
        if (!('error' in parsed)) return
        const lines = text.split('\n')
        expect(parsed.error.line).toBeLessThanOrEqual(lines.length)
        expect(parsed.error.column).toBeLessThanOrEqual((lines[parsed.error.line - 1]?.length ?? 0) + 1)
      }),
    )
  })
})

it.each([
  ['{\n  "a": 1,\n  "b": { "c": [1, "x"] }\n}', ['b', 'c', 1], 3, 19],
  ['{\n  "a": 1\n}', ['a'], 2, 8],
  ['{\n  "b": {}\n}', ['b', 'gone'], 2, 8],
  ['{ "a": 1 }', ['gone'], 1, 1],
  ['', ['a'], 1, 1],
])('in %j the place of %j is %i:%i', (text, path, line, column) => {
  expect(placeOf(text, path)).toEqual({ line, column })
})

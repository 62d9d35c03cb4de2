import { encode } from '@toon-format/toon'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeSmall } from '../../../electron/model-server/mcp/toon.ts'

const RUNS = Number(process.env['ORRERY_FUZZ_RUNS'] ?? 3_000)

/** Arbitrary strings, and ones that are ambiguous in TOON. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '-',
    '- a',
    '#a',
    'true',
    'null',
    '007',
    '-1',
    '+1',
    '1e3',
    '1E-3',
    '.5',
    '1.',
    '∞',
  ),
  fc.constantFrom(
    'a,b',
    'a:b',
    '[1]',
    '{a}',
    'a"b',
    'a\\b',
    '\t',
    'a\u0000',
    'a ',
    '﻿',
    '接口',
    '🙂',
    'True',
    'NULL',
  ),
)
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'id', 'a.b', '__proto__', '1', 'a-b', '') },
  { weight: 1, arbitrary: text },
)
const primitive = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    primitive,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    // Uniform rows with cells of one shape: tables, and nested tables.
    fc
      .tuple(
        fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 3 }),
        tie('value'),
      )
      .map(([names, count, cell]) =>
        Array.from({ length: count }, () => Object.fromEntries(names.map((one) => [one, cell]))),
      ),
    fc
      .tuple(
        fc.uniqueArray(name, { minLength: 2, maxLength: 3 }),
        fc.dictionary(name, primitive, { maxKeys: 3 }),
      )
      .map(([names, row]) => Object.fromEntries(names.map((one) => [one, row]))),
  ),
}))
const object = fc.dictionary(name, value, { maxKeys: 4 })

/** A value after a JSON round trip: the form in which the library gets it. */
const plain = (any: unknown): unknown => JSON.parse(JSON.stringify(any))

describe('TOON of small values', () => {
  it('is the text that the library writes', () => {
    fc.assert(
      fc.property(object, (any) => {
        const text = encodeSmall(any)
        // Nested tables grow quickly; beyond some thousand values encoding is left to the library.
        if (text === undefined) expect(JSON.stringify(any).length).toBeGreaterThan(4_000)
        else expect(text).toBe(encode(plain(any)))
      }),
      { numRuns: RUNS },
    )
  })

  it.each([
    ['an empty object', {}],
    [
      'a table',
      {
        rows: [
          { a: 1, b: 'x' },
          { a: 2, b: 'y,z' },
        ],
      },
    ],
    ['a table in a table', { rows: [{ a: { b: 1, c: 2 } }, { a: { b: 3, c: 4 } }] }],
    [
      'rows whose names come in another order',
      {
        rows: [
          { a: 1, b: 2 },
          { b: 3, a: 4 },
        ],
      },
    ],
    ['rows of other names', { rows: [{ a: 1 }, { b: 2 }] }],
    ['members that are alike', { a: { x: 1 }, b: { x: 2 } }],
    ['members that are alike, below', { top: { a: { x: 1 }, b: { x: 2 } }, rest: 1 }],
    ['a list item that begins with a table', { list: [{ rows: [{ a: 1 }], b: 2 }, 1] }],
    ['a list item that begins with members alike', { list: [{ m: { a: { x: 1 }, b: { x: 2 } }, b: 2 }, 1] }],
    ['a list item that begins with an object', { list: [{ m: { a: 1 }, b: 2 }, {}] }],
    ['lists in lists', { list: [[1, 2], [], [[3], { a: 4 }]] }],
    ['empty lists and objects', { a: [], b: {}, c: [{}], d: [[]] }],
  ])('%s', (_, any) => {
    expect(encodeSmall(any)).toBe(encode(any))
  })

  it.each([
    ['leaves out what is undefined', { a: undefined, b: 1 }, 'b: 1'],
    [
      'leaves out cells that are undefined',
      { rows: [{ a: 1, b: undefined }, { a: 2 }] },
      'rows[2]{a}:\n  1\n  2',
    ],
    [
      'writes minus zero and what is not finite as JSON does',
      { list: [-0, Number.NaN, Infinity] },
      'list[3]: 0,null,null',
    ],
  ])('%s', (_, any, expected) => {
    expect(encodeSmall(any)).toBe(expected)
  })

  it.each([
    ['half a surrogate pair', { a: 'x\uD83D' }],
    ['half a surrogate pair in a name', { 'x\uD83D': 1 }],
    ['thousands of values', { list: Array.from({ length: 5_000 }, (_, at) => at) }],
    ['deep nesting', { a: JSON.parse('['.repeat(100) + '{}' + ']'.repeat(100)) as unknown }],
  ])('leaves %s to the library', (_, any) => {
    expect(encodeSmall(any)).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdit, diff, EditMismatch, editSchema } from '#shared/documents/edit.ts'

const json = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown)

/** Two values that have much in common, as the states of one document have. */
const alike = fc.tuple(json, json, json).map(([a, b, c]): [unknown, unknown] => [
  { list: [a, b, c], text: `before ${JSON.stringify(a)} after`, same: c, gone: b },
  { list: [a, c], text: `before ${JSON.stringify(b)} after`, same: c, fresh: a },
])

describe('an edit', () => {
  it('makes the later value of the earlier one, over the wire as well', () => {
    fc.assert(
      fc.property(fc.oneof(alike, fc.tuple(json, json)), ([before, after]) => {
        const edit = editSchema.parse(JSON.parse(JSON.stringify(diff(before, after))))
        expect(applyEdit(before, edit)).toEqual(after)
      }),
    )
  })

  it('of equal values is empty', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diff(value, structuredClone(value))).toEqual([])
      }),
    )
  })

  it.each<[string, unknown, unknown, unknown]>([
    [
      'a key in a long text',
      { text: `${'a'.repeat(9)}c` },
      { text: `${'a'.repeat(9)}bc` },
      [{ at: ['text'], from: 9, drop: 0, put: 'b' }],
    ],
    ['one member of one item', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }], [{ at: [1, 'a'], set: 3 }]],
    ['an item in the middle', [1, 3], [1, 2, 3], [{ at: [], from: 1, drop: 0, put: [2] }]],
    ['a member that is gone', { a: 1, b: 2 }, { b: 2 }, [{ at: ['a'], remove: true }]],
    ['a member that is undefined', { a: 1 }, { a: undefined }, [{ at: ['a'], remove: true }]],
    ['a document that is gone', { a: 1 }, undefined, [{ at: [], remove: true }]],
    ['a document that is new', undefined, { a: 1 }, [{ at: [], set: { a: 1 } }]],
    ['null', { a: null }, { a: 0 }, [{ at: ['a'], set: 0 }]],
  ])('says only what changed: %s', (_, before, after, edit) => {
    expect(diff(before, after)).toEqual(edit)
    expect(applyEdit(before, diff(before, after))).toEqual(after)
  })

  it('sets a list as a whole where most of it changed', () => {
    const before = Array.from({ length: 500 }, (_, n) => n)
    expect(
      diff(
        before,
        before.map((n) => n + 1),
      ),
    ).toHaveLength(1)
  })

  it('leaves alone what it does not touch', () => {
    const before = { touched: { a: 1 }, other: { b: 2 } }
    const after = applyEdit(before, [{ at: ['touched', 'a'], set: 2 }]) as typeof before
    expect(before.touched.a).toBe(1)
    expect(after.other).toBe(before.other)
  })

  it('takes names of the language for names', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object
    expect(applyEdit({}, diff({}, hostile))).toEqual(hostile)
    applyEdit({}, [
      { at: ['__proto__'], set: {} },
      { at: ['__proto__', 'polluted'], set: true },
    ])
    expect('polluted' in {}).toBe(false)
  })

  it.each<[string, unknown, unknown]>([
    ['an item that is not there', [1], [{ at: [3], set: 1 }]],
    ['a name in a list', [1], [{ at: ['a'], set: 1 }]],
    ['a member of a number', { a: 1 }, [{ at: ['a', 'b'], set: 1 }]],
    ['a hole in a list', [1, 2], [{ at: [0], remove: true }]],
    ['more text than there is', 'ab', [{ at: [], from: 1, drop: 5, put: '' }]],
    ['text in a list', [1], [{ at: [], from: 0, drop: 0, put: 'a' }]],
  ])('that does not fit is refused: %s', (_, value, edit) => {
    expect(() => applyEdit(value, editSchema.parse(edit))).toThrow(EditMismatch)
  })
})

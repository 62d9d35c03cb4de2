import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrange,
  compileFilter,
  isBrokenFilter,
  type Cell,
} from '../../../renderer/query/results/table/order.ts'

describe('filters', () => {
  it.each<[string, Cell, boolean]>([
    ['pay', 'Payments', true],
    ['pay', null, false],
    ['=5', 5, true],
    ['=5', '5', true],
    ['=5', '50', false],
    ['= Paid', 'paid', true],
    ['!=x', null, true],
    ['>5', 6, true],
    ['>5', '40', true],
    ['>5', null, false],
    ['<=5', 5, true],
    ['<b', 'a', true],
    ['/^a.c$/', 'abc', true],
    ['/^A.c$/', 'abc', false],
    ['/^A.c$/i', 'abc', true],
    ['/(/', '(', false],
    ['', 'anything', true],
  ])('%s on %s: %s', (filter, cell, passes) => {
    expect(compileFilter(filter)(cell)).toBe(passes)
  })
})

it.each([
  ['/[/', true],
  [' /(/i ', true],
  ['/a/zz', true],
  ['/[a]/i', false],
  ['[', false],
  ['>5', false],
  ['', false],
])('filter %s is broken: %s', (filter, isBroken) => expect(isBrokenFilter(filter)).toBe(isBroken))

describe('arranging', () => {
  const columns = new Map<string, Cell[]>([
    ['name', ['b', 'a', 'c', 'a']],
    ['size', [10, 9, null, 100]],
  ])
  it.each([
    ['nothing', { sorts: [], filters: [], search: '' }, [0, 1, 2, 3]],
    // Empty cells are last either way.
    ['by number', { sorts: [{ column: 'size', descending: false }], filters: [], search: '' }, [1, 0, 3, 2]],
    ['descending', { sorts: [{ column: 'size', descending: true }], filters: [], search: '' }, [3, 0, 1, 2]],
    ['stable', { sorts: [{ column: 'name', descending: false }], filters: [], search: '' }, [1, 3, 0, 2]],
    [
      'two keys',
      {
        sorts: [
          { column: 'name', descending: false },
          { column: 'size', descending: true },
        ],
        filters: [],
        search: '',
      },
      [3, 1, 0, 2],
    ],
    ['filter', { sorts: [], filters: [{ column: 'size', text: '>9' }], search: '' }, [0, 3]],
    ['search', { sorts: [], filters: [], search: 'A' }, [1, 3]],
    [
      'unknown column',
      { sorts: [{ column: 'x', descending: false }], filters: [], search: '' },
      [0, 1, 2, 3],
    ],
  ])('%s', (_, arrangement, expected) => {
    expect([...arrange(columns, 4, arrangement)]).toEqual(expected)
  })

  it('sorts like comparing does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 30 }), (cells) => {
        const sorts = [{ column: 'c', descending: false }]
        const order = arrange(new Map([['c', cells]]), cells.length, { sorts, filters: [], search: '' })
        expect([...order].map((row) => cells[row])).toEqual(cells.toSorted((a, b) => a - b))
      }),
    )
  })
})

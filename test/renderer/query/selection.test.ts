import { expect, it } from 'vitest'
import { activeOnly } from '../../../renderer/query/results/table/selection.ts'

it.each([
  ['the active cell', { row: 3, column: 2 }, 9, 9, { row: 3, column: 2 }],
  ['the last row', { row: 7, column: 2 }, 2, 9, { row: 1, column: 2 }],
  ['the last column', { row: 0, column: 8 }, 2, 3, { row: 0, column: 2 }],
  ['the first cell of nothing', { row: 5, column: 5 }, 0, 0, { row: 0, column: 0 }],
])('of a range stays %s', (_name, focus, rows, columns, place) =>
  expect(activeOnly({ anchor: { row: 0, column: 0 }, focus }, rows, columns)).toEqual({
    anchor: place,
    focus: place,
  }),
)

import { describe, expect, it } from 'vitest'
import {
  changeTable,
  toldColumns,
  useTableStates,
  widthOf,
} from '../../../renderer/query/results/table/table-state.ts'

describe('the width of a column', () => {
  it.each(['constructor', 'toString', '__proto__', 'valueOf'])(
    'named %s is not set until the user sets it',
    (column) => {
      expect(widthOf({}, column)).toBeUndefined()
    },
  )

  it('is what the user set', () => {
    changeTable('tab', { widths: { constructor: 90 } })
    expect(widthOf(useTableStates.getState()['tab']?.widths ?? {}, 'constructor')).toBe(90)
  })
})

describe('columns that repeat others', () => {
  const [a, b] = ['1', '2'].map((digit) => digit.repeat(32))
  const side = (which: string, id: string | undefined) => ({
    [`__${which}_domain__`]: 'apm',
    [`__${which}_entity_type__`]: 'apm.service',
    [`__${which}_entity_id__`]: id,
  })
  const ends = { ...side('src', a), ...side('dest', b), __relation_type__: 'calls' }
  const row = {
    src: `apm/apm.service/${a}`,
    relation: { __relation_type__: 'calls' },
    dest: `apm/apm.service/${b}`,
    ...ends,
    note: 'x',
  }
  const told = (...rows: Record<string, unknown>[]) => toldColumns(Object.keys(rows[0] ?? {}), rows)

  it.each([
    ['ends and type of a relation', [row], Object.keys(ends)],
    [
      'the type that another column has as text',
      [{ relation: 'calls', __relation_type__: 'calls' }],
      ['__relation_type__'],
    ],
    ['none without the ends', [{ ...ends, note: 'x' }], []],
    ['only those of the end that is there', [{ src: row.src, ...ends }], Object.keys(side('src', a))],
    [
      'none that differ in a row',
      [row, { ...row, ...side('src', b), __relation_type__: 'x' }],
      Object.keys(side('dest', b)),
    ],
    ['none without rows', [], []],
  ])('are %s', (_, rows, expected) => expect(told(...rows)).toEqual(expected))
})

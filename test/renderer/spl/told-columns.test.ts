import { describe, expect, it } from 'vitest'
import { changeOf } from '../../../renderer/spl/change.ts'
import { cellText } from '../../../renderer/spl/result.ts'
import { storedRows } from '../../../renderer/spl/stored-result.ts'
import { toldColumns } from '../../../renderer/spl/told-columns.ts'

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

  it('are not stored with an investigation, and no change to a result that was stored with them', () => {
    const columns = Object.keys(row)
    const kept = storedRows('table', columns, [row], 2)
    expect(kept.columns).toEqual(['src', 'relation', 'dest', 'note'])
    const whole = {
      ...kept,
      at: 1,
      columns,
      rows: [columns.map((name) => cellText(row[name as keyof typeof row]))],
    }
    expect(changeOf(whole, kept)).toMatchObject({ added: [], changed: [], removed: [] })
    expect(changeOf(kept, whole)).toMatchObject({ added: [], changed: [], removed: [] })
  })
})

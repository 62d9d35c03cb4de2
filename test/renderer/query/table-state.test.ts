import { describe, expect, it } from 'vitest'
import { changeTable, useTableStates, widthOf } from '../../../renderer/query/results/table/table-state.ts'

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

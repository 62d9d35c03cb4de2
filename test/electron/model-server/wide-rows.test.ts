import { expect, it } from 'vitest'
import { ExtendedRow, PlainRow } from '../../../electron/model-server/query/row.ts'

const COLUMNS = 1000

it('a hundred rows with a thousand computed members are written at once', () => {
  const rows = Array.from({ length: 100 }, (_, place) => {
    const row = new ExtendedRow(new PlainRow({ id: `id-${place}`, c0: 'replaced' }))
    for (let column = 0; column < COLUMNS; column++) row.set(`c${column}`, column, 8)
    return row
  })
  const before = process.cpuUsage()
  const objects = rows.map((row) => row.toObject())
  const { user, system } = process.cpuUsage(before)
  expect(objects[7]).toMatchObject({ id: 'id-7', c0: 0, c999: 999 })
  expect(Object.keys(objects[7] ?? {})).toHaveLength(COLUMNS + 1)
  // Microseconds of this process: 0.1 s, and 5 s where the work grows with the square of the columns.
  expect(user + system).toBeLessThan(2_000_000)
})

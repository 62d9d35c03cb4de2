import { expect, it } from 'vitest'
import { Sorter } from '../../../renderer/query/results/table/sorter.ts'
import { readAnswer } from '../../../renderer/spl/result.ts'

const outcome = readAnswer({
  isError: false,
  text: '',
  structured: { ok: true, output: { columns: ['a'], rows: [{ a: 2 }, { a: 1 }] } },
} as unknown as Parameters<typeof readAnswer>[0])

it.each([
  ['nothing', { sorts: [], filters: [], search: '' }],
  ['blanks alone', { sorts: [], filters: [{ column: 'a', text: ' ' }], search: ' ' }],
])('starts no worker for a table arranged by %s', async (_what, arrangement) => {
  if (outcome.kind !== 'rows') throw new Error('the answer holds rows')
  // There is no Worker here: starting one would throw.
  await expect(new Sorter(outcome.result).arrange(arrangement)).resolves.toBeUndefined()
})

import { expect, it } from 'vitest'
import '../messages.ts'
import { asShown, columnCells, Sorter } from '../../../renderer/query/results/table/sorter.ts'
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

it('sorts ids by the names that are shown for them', () => {
  const [one, other] = ['1'.repeat(32), '2'.repeat(32)]
  const row = (id: string, name?: string) => ({
    __domain__: 'd',
    __entity_type__: 'd.a',
    __entity_id__: id,
    id,
    n: 1,
    ...(name === undefined ? {} : { display_name: name }),
  })
  const rows = [row(one, 'zebra'), row(other, 'ant'), row(one)]
  const answer = readAnswer({
    isError: false,
    text: '',
    structured: { ok: true, output: { columns: Object.keys(row(one, '')), rows } },
  } as unknown as Parameters<typeof readAnswer>[0])
  if (answer.kind !== 'rows') throw new Error('the answer holds rows')
  const cells = (column: string): unknown => columnCells(answer.result, column)
  expect(cells('id')).toEqual([one, other, one])
  for (const column of ['id', '__entity_id__'])
    expect((cells(asShown(column)) as unknown[]).slice(0, 2)).toEqual(['zebra', 'ant'])
  expect(cells(asShown('n'))).toEqual([1, 1, 1])
})

it('knows kinds by the words that are shown for them', () => {
  const result = { columns: ['kind'], rows: [{ kind: 'entity_set' }, { kind: 'odd' }] }
  expect(columnCells(result as never, asShown('kind'))).toEqual(['entity set', 'odd'])
  expect(columnCells(result as never, 'kind')).toEqual(['entity_set', 'odd'])
})

import { afterEach, expect, it, vi } from 'vitest'
import { WorkbenchError } from '#shared/workbench/failure.ts'
import { workbench } from '../../../renderer/app/workbench.ts'
import { countSets } from '../../../renderer/explorer/topology/count-sets.ts'

afterEach(() => vi.restoreAllMocks())

const row = (name: string, entities?: unknown) => ({
  __domain__: 'shop',
  __entity_type__: name,
  ...(entities === undefined ? { __entity_id__: '1' } : { entities }),
})

const answering = (answer: unknown) =>
  vi.spyOn(workbench, 'call').mockImplementation((() => Promise.resolve(answer)) as never)
const output = (rows: readonly object[]) => ({ isError: false, structured: { output: { rows } }, text: '' })
const refusal = { isError: true, structured: { code: 'QUERY_PARSE_ERROR', error: 'stats?' }, text: '' }
const signal = new AbortController().signal

it.each([
  [
    'counts each set with one query',
    output([row('shop.item', 3000), row('shop.order', 2)]),
    [['shop/shop.item', 3000] as const, ['shop/shop.order', 2] as const],
  ],
  ['knows nothing from a server that refuses the stage', refusal, undefined],
  ['knows nothing from a server that ignores the stage', output([row('shop.item')]), undefined],
  [
    'knows nothing of more sets than one answer holds',
    output(Array.from({ length: 1000 }, (_, place) => row(`shop.${place}`, 1))),
    undefined,
  ],
])('%s', async (_behaviour, answer, counts) => {
  const call = answering(answer)
  const found = await countSets({ connection: 'any' }, { signal })
  expect(found && [...found]).toEqual(counts)
  expect(call).toHaveBeenCalledTimes(1)
})

it('passes a cancellation on', async () => {
  vi.spyOn(workbench, 'call').mockRejectedValue(new WorkbenchError({ code: 'CANCELLED', message: 'no' }))
  await expect(countSets({ connection: 'any' }, { signal })).rejects.toMatchObject({ code: 'CANCELLED' })
})

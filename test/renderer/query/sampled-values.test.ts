import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workbench } from '../../../renderer/app/workbench.ts'
import { sampleValues, useVocabulary } from '../../../renderer/spl/vocabulary.ts'

const REFUSED = {
  structured: { ok: false, error: 'busy', code: 'TIMEOUT' },
  text: '',
  isError: true,
}
const FOUND = {
  structured: {
    ok: true,
    output: {
      rows: [{ status: 'healthy' }, { status: 'degraded' }, { status: 'healthy' }],
      columns: ['status'],
    },
  },
  text: '',
  isError: false,
}

/** Answers in sequence, repeating the last; counts the calls. */
function answering(...answers: readonly unknown[]) {
  const left = [...answers]
  return vi
    .spyOn(workbench, 'call')
    .mockImplementation((() => Promise.resolve(left.length > 1 ? left.shift() : left[0])) as never)
}

beforeEach(() => useVocabulary.setState({ connection: 'test' }))
afterEach(() => vi.restoreAllMocks())

it('counts the values of a field, most frequent first, and asks once', async () => {
  const call = answering(FOUND)
  const once = await sampleValues('.entity | once', 'status')
  expect(once).toEqual({
    values: [
      { text: 'healthy', count: 2, plain: false },
      { text: 'degraded', count: 1, plain: false },
    ],
    rows: 3,
  })
  expect(await sampleValues('.entity | once', 'status')).toBe(once)
  expect(call).toHaveBeenCalledTimes(1)
})

it.each([
  ['a refusal', REFUSED],
  ['no rows yet', { ...FOUND, structured: { ok: true, output: { rows: [], columns: ['status'] } } }],
])('asks again after %s', async (name, first) => {
  answering(first, FOUND)
  expect((await sampleValues(`.entity | ${name}`, 'status')).values).toEqual([])
  expect((await sampleValues(`.entity | ${name}`, 'status')).rows).toBe(3)
})

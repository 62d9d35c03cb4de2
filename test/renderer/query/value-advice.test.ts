import '../messages.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workbench } from '../../../renderer/app/workbench.ts'
import { valueAdvice } from '../../../renderer/spl/value-advice.ts'
import { useVocabulary } from '../../../renderer/spl/vocabulary.ts'

const asked: string[] = []

/** A server whose rows are these, whatever it is asked. */
function serverWith(rows: readonly Record<string, unknown>[]): void {
  vi.spyOn(workbench, 'call').mockImplementation(((_name: string, { query }: { query: string }) => {
    asked.push(query)
    return Promise.resolve({
      structured: { ok: true, output: { rows, columns: Object.keys(rows[0] ?? {}) } },
      text: '',
      isError: false,
    })
  }) as never)
}

let connection = 0
beforeEach(() => useVocabulary.setState({ connection: `values-${connection++}` }))
afterEach(() => {
  asked.length = 0
  vi.restoreAllMocks()
})

const services = ['healthy', 'degraded', 'healthy'].map((status) => ({ status, tier: 1 }))
const statement = (condition: string, set = 'a'): string =>
  `.entity with(domain='devops', name='${set}') | where ${condition} | limit 9`

it('a value that no row has is told with those there are, and with the one probably meant', async () => {
  serverWith(services)
  const text = statement("status = 'helthy' and tier = 1")
  const [advice, ...others] = await valueAdvice(text)
  expect(others).toEqual([])
  expect(advice?.text).toBe('No row has “helthy” in status. Its values are: healthy, degraded.')
  const [fix] = advice?.fixes ?? []
  expect(text.slice(0, fix?.from) + fix?.insert + text.slice(fix?.to)).toBe(
    statement("status = 'healthy' and tier = 1"),
  )
  expect(asked).toEqual([".entity with(domain='devops', name='a')"])
})

it.each([
  ['a value that is there', "status = 'healthy'", services],
  ['a number as a text', "tier = '1'", services],
  ['one of two that suffice', "status = 'helthy' or tier = 2", services],
  ['what must not be', "status != 'helthy'", services],
  ['a field without values', "owner = 'x'", services],
  [
    'a field with more values than are known',
    "name = 'n'",
    Array.from({ length: 99 }, (_, place) => ({ name: `n${place}` })),
  ],
  ['a statement that cannot be read', "status = = 'x'", services],
] as const)('nothing is told of %s', async (name, condition, rows) => {
  serverWith(rows)
  expect(await valueAdvice(statement(condition, name))).toEqual([])
})

it('of more rows than were read only those read are told of', async () => {
  serverWith(Array.from({ length: 500 }, () => ({ status: 'healthy' })))
  const [advice] = await valueAdvice(statement("status = 'lost'", 'many'))
  expect(advice).toMatchObject({
    text: 'None of the first 500 rows has “lost” in status. Its values are: healthy.',
    fixes: [],
  })
})

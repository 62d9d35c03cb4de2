import { beforeAll, expect, it, vi } from 'vitest'
import type { Entry } from '../../../renderer/start/help/entries.ts'

vi.stubGlobal('navigator', { platform: 'Linux' })
await import('../messages.ts')
const { entriesOf, keyEntries } = await import('../../../renderer/start/help/entries.ts')
const { searchEntries } = await import('../../../renderer/start/help/search.ts')

const topicsOf = (...lists: (readonly Entry[])[]) => lists.map((entries) => ({ entries }))
let all: { entries: readonly Entry[] }[] = []
const load = async (): Promise<void> => {
  const lists = (['words', 'spl', 'environments', 'errors'] as const).map((topic) =>
    entriesOf(topic, [], new AbortController().signal),
  )
  const keys = keyEntries([{ id: 'x', title: 'Format', group: 'Query', keys: 'Alt+F' }])
  all = topicsOf(...(await Promise.all(lists)), keys)
}
beforeAll(load)

const found = (typed: string): string[] =>
  searchEntries(all, typed).flatMap(({ entries }) => entries.map(({ title }) => title))

it.each([
  ['how do i import my own yaml', 'Import a model: the YAML file format'],
  ['yaml format', 'Import a model: the YAML file format'],
  ['what depends on this service', 'What depends on a service, and what it depends on'],
  ['time machine', 'Time machine'],
  ['retries', 'Time limit, retries'],
  ['share with a colleague', 'Share a view with a colleague'],
  ['how can we share a view?', 'Share a view with a colleague'],
  ['undo a change', 'Undo a change'],
  ['when does my sandbox stop', 'Stops in …'],
  ['filter rows', 'where'],
  ['not_found', 'NOT_FOUND'],
])('answers “%s” first with “%s”', (typed, first) => {
  expect(found(typed)[0]).toBe(first)
})

it('leaves out what has only a common word of the question', () => {
  expect(found('share with a colleague')).not.toContain('with')
  expect(found('yaml format')).not.toContain('Format')
})

it('answers every entry to an empty search, and none to what nothing says', () => {
  expect(found('')).toHaveLength(all.flatMap(({ entries }) => entries).length)
  expect(found('xqzzz')).toEqual([])
})

it('says the rules of an environment in lists, and finds it by each of them', async () => {
  const entries = await entriesOf('environments', [], new AbortController().signal)
  const wordle = entries.find(({ title }) => title === 'Wordle')
  expect(wordle).toMatchObject({
    words: 'Find a secret word from the colours that each guess receives, letter by letter.',
    rules: { ends: expect.arrayContaining(['The word is guessed: terminated']) },
  })
  expect(found('dictionary check')).toContain('Wordle')
})
